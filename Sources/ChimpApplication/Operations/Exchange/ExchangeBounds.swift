import Examiner
import Shell

/// What single values of exchanged rows may be; whether they go together is another question.
enum ExchangeBounds {
  /// The longest name, code or seed, in bytes, as it is for those who type one.
  static var longestText: Int { 64 }
  /// The last millisecond of the year 9999.
  private static var lastDate: Int { 253_402_300_799_999 }

  static func checkText(_ text: String, _ column: String) throws(LineReason) {
    guard !text.isEmpty, text.utf8.count <= longestText else {
      throw .length(column: column, limit: longestText)
    }
  }

  static func checkDate(_ date: Int, _ column: String) throws(LineReason) {
    guard (0...lastDate).contains(date) else { throw .noDate(column: column) }
  }

  static func check(_ isPossible: Bool, _ column: String) throws(LineReason) {
    guard isPossible else { throw .badValue(column: column) }
  }

  static func checkFormat(_ format: Int) throws(LineReason) {
    guard format == ExchangeVersion.current else { throw .unknownFormat(format) }
  }
}

extension TrialRow {
  /// Finds out whether what came from a person may enter a store.
  ///
  /// It is another question than whether a store may hold it, which older programs have filled.
  func checkEntry() throws(LineReason) {
    try session.checkEntry()
    try resumption?.checkEntry(prefix: "resumption_")
  }

  func checkBounds() throws(LineReason) {
    try ExchangeBounds.checkFormat(format)
    try ExchangeBounds.checkText(trialId, "trial_id")
    try ExchangeBounds.checkDate(created, "created")
    try session.checkBounds()
    try resumption?.checkBounds(prefix: "resumption_")
    try ExchangeBounds.check(block > 0, "block")
    try ExchangeBounds.check(trial > 0, "trial")
    try ExchangeBounds.check(test.map { TestPreset.named($0) != nil } ?? true, "test")
    try ExchangeBounds.check(onset >= 0, "onset")
    guard InstantText(onsetDate) != nil else { throw .noDate(column: "onset_date") }
    try ExchangeBounds.check(outcome.map { RoundOutcome(rawValue: $0) != nil } ?? true, "outcome")
  }
}

extension SessionRow {
  func checkEntry(prefix: String = "") throws(LineReason) {
    if !Participant.isCode(participant) { throw .noCode(column: prefix + "participant") }
  }

  func checkBounds(prefix: String = "") throws(LineReason) {
    try ExchangeBounds.checkText(participantId, prefix + "participant_id")
    try ExchangeBounds.checkText(participant, prefix + "participant")
    try ExchangeBounds.checkDate(participantCreated, prefix + "participant_created")
    try ExchangeBounds.checkText(sessionId, prefix + "session_id")
    try ExchangeBounds.checkDate(created, prefix + "session_created")
    if let ended {
      try ExchangeBounds.checkDate(ended, prefix + "session_ended")
      guard ended >= created else {
        throw .descends(column: prefix + "session_ended", from: prefix + "session_created")
      }
    }
    try ExchangeBounds.checkText(programVersion, prefix + "program_version")
    try ExchangeBounds.check(Session.InputMode(rawValue: inputMode) != nil, prefix + "input_mode")
    try ExchangeBounds.check(SessionClock.Kind(rawValue: clock) != nil, prefix + "clock")
    try ExchangeBounds.check(clockResolution > 0, prefix + "clock_resolution")
    try ExchangeBounds.check((try? SessionSeed(seed)) != nil, prefix + "session_seed")
  }
}

extension PressRow {
  func checkBounds() throws(LineReason) {
    try ExchangeBounds.checkFormat(format)
    try ExchangeBounds.checkText(pressId, "press_id")
    try ExchangeBounds.checkText(trialId, "trial_id")
    try ExchangeBounds.checkDate(created, "created")
  }
}
