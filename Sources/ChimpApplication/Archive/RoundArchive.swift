package import Examiner
import Records

/// Where the rounds are that can be looked up by their numbers.
protocol RoundArchive: AnyObject {
  /// Hands over a page of the newest rounds, or all of them, the newest last.
  func forEach(inAll isWhole: Bool, _ body: (ArchivedRound) -> Void) throws(RoundFault)

  func round(_ number: Int) throws(RoundFault) -> ArchivedRound
}

struct ArchivedRound: Equatable, Sendable {
  static let pageSize = 20

  let number: Int
  /// When the numerals were shown, as ISO 8601 writes it.
  let date: String
  /// Nil where what is kept can't be read.
  let round: KeptRound?
}

/// The rounds that a session without a store remembers.
final class RememberedRounds: RoundArchive {
  private let model: GameModel
  private let date: (Int) -> Int

  /// Makes an archive; `date` tells what a moment of the session was, in milliseconds since 1970.
  init(_ model: GameModel, date: @escaping (Int) -> Int) { (self.model, self.date) = (model, date) }

  func forEach(inAll isWhole: Bool, _ body: (ArchivedRound) -> Void) {
    let rounds = model.rememberedRounds
    for round in rounds.suffix(isWhole ? rounds.count : ArchivedRound.pageSize) {
      body(archived(round))
    }
  }

  func round(_ number: Int) throws(RoundFault) -> ArchivedRound {
    guard let round = model.rememberedRounds.last(where: { $0.number == number }) else {
      throw .unknownRound(number)
    }
    return archived(round)
  }

  private func archived(_ round: KeptRound) -> ArchivedRound {
    ArchivedRound(
      number: round.number, date: "\(InstantText(milliseconds: date(round.onset)))", round: round)
  }
}

extension StoredRounds: RoundArchive {
  func forEach(inAll isWhole: Bool, _ body: (ArchivedRound) -> Void) throws(RoundFault) {
    try perform { context throws(RecordError) in
      // A page of one's own rounds is among all.
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

  func round(_ number: Int) throws(RoundFault) -> ArchivedRound {
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

  private func archived(_ record: RoundRecord, _ fault: RecordError?) -> ArchivedRound {
    let round = fault == nil ? record.kept : nil
    if round == nil { delegate.noteDamagedRows() }
    return ArchivedRound(number: record.row, date: record.onsetDate, round: round)
  }
}

extension StoredRounds {
  /// The newest round that a killed program left behind, or the last one of a test that it left
  /// behind between two rounds; nil where there is none.
  func leftBehind() throws(RoundFault) -> KeptRound? {
    var last: RoundRecord?
    var damaged: (number: Int, fault: RecordError)?
    try perform { context throws(RecordError) in
      try context.forEachRow(RoundRecord.self, "openRounds") { record, fault in
        guard isOpen(record) else { return true }
        if let fault {
          damaged = damaged ?? (record.row, fault)
        } else if isLeftBehind(record) {
          last = record
        }
        return last == nil
      }
      // The newest round of a test tells who plays it.
      var tests: Set<String?> = []
      try context.forEachRow(RoundRecord.self, "roundsOfOpenTests") { record, fault in
        guard fault == nil, record.row > last?.row ?? 0 else { return fault != nil }
        if tests.insert(record.testId).inserted, isLeftBehind(record) { last = record }
        return true
      }
    }
    guard let last else {
      if let damaged { throw .damagedRound(damaged.number) }
      return nil
    }
    if let damaged { delegate.tell([damaged.fault]) }
    guard let round = last.kept else { throw .damagedRound(last.row) }
    return round
  }

  /// The round that was left behind, if it is the newest round.
  func leftBehindLast() throws(RoundFault) -> KeptRound? {
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

/// A round as it is kept: its board, its rule and its moves.
///
/// All else follows from these.
package struct KeptRound: Equatable, Sendable {
  package var number: Int
  package private(set) var board: Board
  package private(set) var rule: Rule
  /// When the numerals were shown, in milliseconds since the session began.
  package var onset: Int
  /// The test of which the round is a part, if it is one.
  package private(set) var test: TestTrial?
  package var moves: [TimedMove]
  /// The places of the moves before which the round was interrupted, ascending.
  ///
  /// Its time stood still meanwhile.
  package var gaps: [Int] = []
  /// How the round ended, as it was seen then; nil where it goes on or was left behind.
  package var outcome: RoundOutcome?
  /// What a test that adapts had estimated after it.
  var estimate: TrialEstimate?
  /// How the test ended, where this was its last round.
  package internal(set) var testEnd: TestEnd?
  /// Where the presses came from, but for those that say it themselves.
  package var usualInput: PressInput
}

extension KeptRound {
  /// Makes a round of what is known of it.
  package init(
    number: Int, board: Board, rule: Rule, onset: Int, test: TestTrial? = nil,
    moves: [TimedMove] = [], gaps: [Int] = [], usualInput: PressInput = .script
  ) {
    self.init(
      number: number, board: board, rule: rule, onset: onset, test: test, moves: moves, gaps: gaps,
      outcome: nil, estimate: nil, testEnd: nil, usualInput: usualInput)
  }

  /// The game on its board before the first move.
  var newGame: ChimpanzeeExaminer { .startGame(on: board, rule: rule) }
}

/// How a test ends.
package enum TestEnd: String, Sendable {
  /// Somebody ended it before.
  case stopped
  case complete
}

/// Which round of which test a round is.
package struct TestTrial: Equatable, Sendable {
  /// What it is; behind a pointer, because a round is copied when it begins.
  private indirect enum Facts: Equatable, Sendable {
    case trial(name: String, number: Int, TestSettings)
  }

  private let facts: Facts

  package var name: String {
    switch facts {
    case .trial(let name, _, _): name
    }
  }

  /// Counted from 1, practice included.
  package var number: Int {
    switch facts {
    case .trial(_, let number, _): number
    }
  }

  package var settings: TestSettings {
    switch facts {
    case .trial(_, _, let settings): settings
    }
  }

  /// Whether the round is there to learn the test, and does not count.
  package var isPractice: Bool { number <= settings.practice }

  /// Names a round of a test.
  package init(name: String, number: Int, settings: TestSettings = TestSettings()) {
    facts = .trial(name: name, number: number, settings)
  }
}

/// How a round ended that is kept for good.
package enum RoundOutcome: String, RecordValue, Sendable {
  case passed, failed, gaveUp = "gave-up", timedOut = "timed-out"
  /// The session ended first.
  case quit

  /// Takes the end that the examiner saw.
  package init(_ finish: ChimpanzeeExaminer.Finish) {
    switch finish {
    case .passed: self = .passed
    case .failed: self = .failed
    case .gaveUp: self = .gaveUp
    case .timedOut: self = .timedOut
    }
  }
}
