public import Game
import Records
import Shell

/// A finished round with its number and date; the round itself is `nil` if its data is damaged.
///
///     if let round = archived.round { print(archived.number, MoveText.text(of: round)) }
public struct ArchivedRound: Equatable, Sendable {
  /// The number of latest rounds that a list shows by default.
  public static let pageSize = 20

  /// The number of the round in commands such as `replay 7`: its row number in the store.
  public let number: Int
  /// The time at which the numerals were shown, in ISO 8601.
  public let date: String
  /// The round; `nil` if its data is damaged.
  public let round: KeptRound?
  /// The identifier of the finished test that the round belongs to; `nil` for any other round.
  public let finishedTest: String?
  /// The agent that began the round; `nil` for any other player.
  public let agent: AgentName?
  /// `true` if the outcome waits for the answers to the questions after the trial.
  public let isUnanswered: Bool

  public init(
    number: Int, date: String, round: KeptRound?, finishedTest: String? = nil,
    agent: AgentName? = nil, isUnanswered: Bool = false
  ) {
    self.agent = agent
    self.isUnanswered = isUnanswered
    self.number = number
    self.date = date
    self.round = round
    self.finishedTest = finishedTest
  }
}

extension StoredRounds {
  /// Calls `body` with the latest rounds, or with all of them, in order.
  ///
  /// Rows are read one by one, so that no store is too large for memory. A restricted session reads
  /// all rounds to find the latest ones of its own.
  public func forEach(inAll isWhole: Bool, _ body: (ArchivedRound) -> Void) throws {
    try programStore.perform { context throws(RecordError) in
      let unanswered = try context.unansweredTrials()
      // The latest page of one participant's rounds can be anywhere, so all rounds are read.
      if isWhole || programStore.environment.isRestricted {
        var page: [ArchivedRound] = []
        try context.forEachRow(RoundRecord.self, "allRounds") { record, error in
          guard isOpen(record) else { return true }
          let archived = archived(record, error, unanswered)
          if isWhole { body(archived) } else { page.append(archived) }
          if page.count > ArchivedRound.pageSize { page.removeFirst() }
          return true
        }
        page.forEach(body)
      } else {
        var newest: [ArchivedRound] = []
        try context.forEachRow(RoundRecord.self, "newestRounds") { record, error in
          newest.append(archived(record, error, unanswered))
          return true
        }
        for archived in newest.reversed() { body(archived) }
      }
    }
  }

  /// Returns the round with a number; throws a refusal if there is none.
  public func round(_ number: Int) throws -> ArchivedRound {
    var found: ArchivedRound?
    try programStore.perform { context throws(RecordError) in
      let unanswered = try context.unansweredTrials()
      try context.forEachRow(RoundRecord.self, "numbered", ["number": number]) { record, error in
        if isOpen(record) { found = archived(record, error, unanswered) }
        return false
      }
    }
    guard let found else { throw Refusal.noRound(number) }
    return found
  }

  /// Returns the round of a record; a damaged one is reported by the exit status.
  private func archived(
    _ record: RoundRecord, _ error: RecordError?, _ unanswered: Set<String>
  ) -> ArchivedRound {
    let round = error == nil ? record.kept : nil
    if round == nil { programStore.noteDamagedRows() }
    return ArchivedRound(
      number: record.row, date: record.onsetDate, round: round,
      finishedTest: record.testComplete == 1 ? record.testId : nil,
      agent: record.session?.values.agentName, isUnanswered: unanswered.contains(record.objectId))
  }
}

extension StoredRounds {
  /// Returns the latest interrupted round, whose program was killed; `nil` if there is none.
  ///
  /// A finished round counts if its test was interrupted after it.
  public func interruptedRound() throws -> KeptRound? {
    try interruptedRound { _ in true }
  }

  /// Returns the interrupted round of a participant's block in a study; `nil` if there is none.
  public func interruptedRound(
    of participant: String, at position: StudyPosition
  ) throws -> KeptRound? {
    try interruptedRound {
      $0.session?.participant?.code == participant && $0.values.studyPosition == position
    }
  }

  private func interruptedRound(
    where isWanted: (RoundRecord) -> Bool
  ) throws -> KeptRound? {
    var last: RoundRecord?
    var damaged: (number: Int, error: RecordError)?
    try programStore.perform { context throws(RecordError) in
      try context.forEachRow(RoundRecord.self, "openRounds") { record, error in
        guard isOpen(record), isWanted(record) else { return true }
        if let error {
          damaged = damaged ?? (record.row, error)
        } else if wasInterrupted(record) {
          last = record
        }
        return last == nil
      }
      // The newest round of a test belongs to its participant.
      var tests: Set<String?> = []
      try context.forEachRow(RoundRecord.self, "roundsOfOpenTests") { record, error in
        guard error == nil, record.row > last?.row ?? 0 else { return error != nil }
        guard isWanted(record) else { return true }
        if tests.insert(record.testId).inserted, wasInterrupted(record) { last = record }
        return true
      }
    }
    guard let last else {
      if let damaged { throw Rejection.damagedRound(damaged.number) }
      return nil
    }
    if let damaged { programStore.reportOmissions([damaged.error]) }
    guard let round = last.kept else { throw Rejection.damagedRound(last.row) }
    return round
  }

  /// Returns the interrupted round if it is the last round of the store; otherwise `nil`.
  public func interruptedLastRound() throws -> KeptRound? {
    try programStore.perform { context throws(RecordError) in
      var last: RoundRecord?
      try context.forEachRow(RoundRecord.self, "newestRounds") { record, error in
        if error == nil { last = record }
        return false
      }
      return last.flatMap { wasInterrupted($0) ? $0.kept : nil }
    }
  }
}
