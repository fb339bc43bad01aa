package import Game
import Records

/// The finished rounds of a session, or of a store, which can be looked up by number.
///
///     try archive.forEach(inAll: false) { round in print(round.number) }  // the latest rounds
///     let first = try archive.round(1)
package protocol RoundArchive: AnyObject {
  /// Calls `body` with a page of the newest rounds, or with all of them, the newest last.
  func forEach(inAll isWhole: Bool, _ body: (ArchivedRound) -> Void) throws(RoundFault)

  /// Returns the round of a number; throws `unknownRound` if there is none.
  func round(_ number: Int) throws(RoundFault) -> ArchivedRound
}

/// A round of the archive, as the commands about finished rounds show it.
///
/// The round itself is `nil` if its row is damaged.
///
///     if let round = archived.round { print(archived.number, MoveText.text(of: round)) }
package struct ArchivedRound: Equatable, Sendable {
  /// The number of rounds in a list, unless the whole list is requested.
  package static let pageSize = 20

  /// The number by which commands name the round: its row in the store.
  package let number: Int
  /// The onset of the numerals in ISO 8601.
  package let date: String
  /// The round; `nil` if its record can't be read.
  package let round: KeptRound?

  package init(number: Int, date: String, round: KeptRound?) {
    self.number = number
    self.date = date
    self.round = round
  }
}

extension StoredRounds: RoundArchive {
  /// Passes the latest rounds to the body, or all, the oldest first.
  ///
  /// Rows are read one by one, so that the length of a store doesn't matter. A restricted session
  /// sees its own rounds only, and so reads all to find the latest page of them.
  package func forEach(inAll isWhole: Bool, _ body: (ArchivedRound) -> Void) throws(RoundFault) {
    try perform { context throws(RecordError) in
      // The latest page of one participant's rounds can be anywhere, so all rounds are read.
      if isWhole || delegate.environment.isRestricted {
        var page: [ArchivedRound] = []
        try context.forEachRow(RoundRecord.self, "allRounds") { record, fault in
          guard isOpen(record) else { return true }
          if isWhole { body(archived(record, fault)) } else { page.append(archived(record, fault)) }
          if page.count > ArchivedRound.pageSize { page.removeFirst() }
          return true
        }
        page.forEach(body)
      } else {
        var newest: [ArchivedRound] = []
        try context.forEachRow(RoundRecord.self, "newestRounds") { record, fault in
          newest.append(archived(record, fault))
          return true
        }
        for archived in newest.reversed() { body(archived) }
      }
    }
  }

  package func round(_ number: Int) throws(RoundFault) -> ArchivedRound {
    var found: ArchivedRound?
    try perform { context throws(RecordError) in
      try context.forEachRow(RoundRecord.self, "numbered", ["number": number]) { record, fault in
        if isOpen(record) { found = archived(record, fault) }
        return false
      }
    }
    guard let found else { throw .unknownRound(number) }
    return found
  }

  /// Returns the round of a row; a damaged one has its number and date only, and is reported by the
  /// exit status.
  private func archived(_ record: RoundRecord, _ fault: RecordError?) -> ArchivedRound {
    let round = fault == nil ? record.kept : nil
    if round == nil { delegate.noteDamagedRows() }
    return ArchivedRound(number: record.row, date: record.onsetDate, round: round)
  }
}

extension StoredRounds {
  /// Returns the newest round that a killed program left, or the last round of a test that
  /// was interrupted between two rounds; `nil` if there is none.
  package func leftBehind() throws(RoundFault) -> KeptRound? { try leftBehind { _ in true } }

  /// Returns the round of a participant's block that was interrupted, as `leftBehind()` does;
  /// whatever others have left is ignored.
  package func leftBehind(
    of participant: String, at position: StudyPosition
  ) throws(RoundFault) -> KeptRound? {
    try leftBehind {
      $0.session?.participant?.code == participant && $0.values.studyPosition == position
    }
  }

  private func leftBehind(
    where isWanted: (RoundRecord) -> Bool
  ) throws(RoundFault) -> KeptRound? {
    var last: RoundRecord?
    var damaged: (number: Int, fault: RecordError)?
    try perform { context throws(RecordError) in
      try context.forEachRow(RoundRecord.self, "openRounds") { record, fault in
        guard isOpen(record), isWanted(record) else { return true }
        if let fault {
          damaged = damaged ?? (record.row, fault)
        } else if isLeftBehind(record) {
          last = record
        }
        return last == nil
      }
      // The newest round of a test belongs to its participant.
      var tests: Set<String?> = []
      try context.forEachRow(RoundRecord.self, "roundsOfOpenTests") { record, fault in
        guard fault == nil, record.row > last?.row ?? 0 else { return fault != nil }
        guard isWanted(record) else { return true }
        if tests.insert(record.testId).inserted, isLeftBehind(record) { last = record }
        return true
      }
    }
    guard let last else {
      if let damaged { throw .rejected(.damagedRound(damaged.number)) }
      return nil
    }
    if let damaged { delegate.report([damaged.fault]) }
    guard let round = last.kept else { throw .rejected(.damagedRound(last.row)) }
    return round
  }

  /// Returns the round that was interrupted if it is the newest round.
  package func leftBehindLast() throws(RoundFault) -> KeptRound? {
    try perform { context throws(RecordError) in
      var last: RoundRecord?
      try context.forEachRow(RoundRecord.self, "newestRounds") { record, fault in
        if fault == nil { last = record }
        return false
      }
      return last.flatMap { isLeftBehind($0) ? $0.kept : nil }
    }
  }
}
