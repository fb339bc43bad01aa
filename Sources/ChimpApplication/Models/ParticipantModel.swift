package import Records

/// Who takes the test: the participant that was chosen last in this store.
package struct ParticipantModel {
  /// What asks for a new participant, instead of a code.
  package static let newCode = "new"

  private let delegate: ApplicationDelegate
  private var settings: LastingSettings { LastingSettings(delegate) }

  /// Makes a model of the participants in the delegate's store.
  package init(_ delegate: ApplicationDelegate) {
    self.delegate = delegate
  }

  /// The code of the participant; nil as long as there is none.
  package func code() throws(RecordError) -> String? {
    guard delegate.hasRecords, let code = try settings.value("participant") else { return nil }
    return try find(code)?.code
  }

  /// Chooses the participant with a code, or a new one.
  package func choose(_ code: String) throws(ParticipantFault) {
    do throws(RecordError) {
      if code == Self.newCode { return try chooseNew() }
      if try find(code) != nil { return try settings.keep(code, as: "participant") }
    } catch {
      throw .record(error)
    }
    throw .notFound(code)
  }

  private func chooseNew() throws(RecordError) {
    let participant = try delegate.perform { context throws(RecordError) in
      let participant = try context.insert(Participant())
      try context.save()
      return participant
    }
    try settings.keep(participant.code, as: "participant")
  }

  private func find(_ code: String) throws(RecordError) -> Participant? {
    try delegate.perform { context throws(RecordError) in
      try context.fetch(Participant.self, "withCode", ["code": code]).first
    }
  }
}

/// Why a participant can't be chosen.
package enum ParticipantFault: Error, Equatable {
  case notFound(String)
  case record(RecordError)
}

extension ParticipantFault: CustomStringConvertible {
  package var description: String {
    switch self {
    case .notFound(let code):
      "no participant \"\(code)\" (\"\(ParticipantModel.newCode)\" makes one)"
    case .record(let error): "\(error)"
    }
  }
}
