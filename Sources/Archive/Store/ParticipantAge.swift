import Game
package import Records
import Studies

/// The age of a participant, as it was given by a command or answered in a study.
///
///     let ages = ParticipantAge(delegate)
///     try ages.keep(31, of: "P07")
///     ages.age(of: "P07")  // Optional(31)
package struct ParticipantAge {
  private let delegate: ApplicationDelegate

  package init(_ delegate: ApplicationDelegate) { self.delegate = delegate }

  /// The accepted ages in years; the published norms begin with the youngest one.
  package static var limits: ClosedRange<Int> { 4...120 }

  /// Returns the age of a participant; `nil` if none was given or it can't be read.
  ///
  /// Without an age given by a command, the answer to a study's question named `age` counts.
  package func age(of code: String) -> Int? {
    try? delegate.perform { context throws(RecordError) in
      let participants = try context.readable(Participant.self, "withCode", ["code": code])
      if let age = participants.lazy.compactMap(\.age).first { return age }
      let enrolments = try context.readable(EnrolmentRecord.self, "allEnrolments")
      return enrolments.lazy.filter { $0.code == code }.compactMap(\.answeredAge).first
    }
  }

  /// Stores the age of a participant, who is added to the store if necessary; `nil` removes it.
  package func keep(_ age: Int?, of code: String) throws(RecordError) {
    try delegate.perform { context throws(RecordError) in
      var participants = try context.readable(Participant.self, "withCode", ["code": code])
      if participants.isEmpty, age != nil {
        let participant = Participant()
        participant.code = code
        participants = [try context.insert(participant)]
      }
      for participant in participants { participant.age = age }
      try context.save()
    }
  }
}

extension EnrolmentRecord {
  /// The answer to the question `age`; `nil` if there is none, or it is no age.
  package var answeredAge: Int? {
    studyAnswers["age"].flatMap { Int($0) }.flatMap {
      ParticipantAge.limits.contains($0) ? $0 : nil
    }
  }
}
