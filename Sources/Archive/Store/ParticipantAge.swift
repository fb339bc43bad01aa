import Game
import Records
import Shell
import Studies

/// Reads and stores the ages of participants.
///
/// An age comes from the command `age`, or from the answer to a study's question named `age`.
///
///     let ages = ParticipantAge(programStore)
///     try ages.keep(31, of: "P07")
///     ages.age(of: "P07")  // Optional(31)
public struct ParticipantAge {
  private let programStore: ProgramStore

  public init(_ programStore: ProgramStore) { self.programStore = programStore }

  /// The accepted ages in years; the youngest is that of the published norms.
  public static var limits: ClosedRange<Int> { 4...120 }

  /// Returns the age of a participant; `nil` if it is unknown or can't be read.
  ///
  /// The age from the command takes precedence over the answer in a study.
  public func age(of code: String) -> Int? {
    try? programStore.perform { context throws(RecordError) in
      let participants = try context.readable(Participant.self, "withCode", ["code": code])
      if let age = participants.lazy.compactMap(\.age).first { return age }
      let enrolments = try context.readable(EnrolmentRecord.self, "allEnrolments")
      return enrolments.lazy.filter { $0.code == code }.compactMap(\.answeredAge).first
    }
  }

  /// Stores the age of a participant, or removes it for `nil`; adds the participant if necessary.
  ///
  /// - Throws: A refusal if the participant's data was erased.
  public func keep(_ age: Int?, of code: String) throws {
    let isErased = try programStore.perform { context throws(RecordError) in
      try context.store.write { () throws(RecordError) in
        if try Withdrawals(context).contains(code) { return true }
        var participants = try context.readable(Participant.self, "withCode", ["code": code])
        if participants.isEmpty, age != nil {
          let participant = Participant()
          participant.code = code
          participants = [try context.insert(participant)]
        }
        for participant in participants { participant.age = age }
        try context.save()
        return false
      }
    }
    if isErased { throw Refusal.hasWithdrawn(code) }
  }
}

extension EnrolmentRecord {
  /// The answer to the study's question `age`; `nil` without a valid answer.
  var answeredAge: Int? {
    studyAnswers["age"].flatMap { Int($0) }.flatMap {
      ParticipantAge.limits.contains($0) ? $0 : nil
    }
  }
}
