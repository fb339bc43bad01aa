import Examiner
import Records

/// Proves rows that came from outside: what a trial and its presses say has to follow from the
/// board, the rule and the moves, played through the examiner once more.
struct TrialProof {
  private let trialId: String
  private let report: RoundReport

  /// Proves a row whose single values are possible.
  init(_ row: TrialRow) throws(LineReason) {
    trialId = row.trialId
    let round = try Self.round(of: row)
    report = RoundReport(round)
    let record = RoundRecord()
    record.describe(round, at: 0)
    record.take(report)
    var expected = row
    expected.takeWhatFollows(from: record)
    if expected != row { throw Self.contradiction(of: row, to: expected) }
    guard round.gaps.isEmpty == (row.resumption == nil) else {
      throw .contradiction(column: "resumption_session_id", of: "\"moves\"")
    }
  }

  /// How many presses stand behind the trial.
  var pressCount: Int { report.presses.count }

  /// Proves the row of a press at a place, counted from 0.
  func check(_ row: PressRow, at place: Int) throws(LineReason) {
    guard row.trialId == trialId, row.index == place + 1 else {
      throw .missingPress(place + 1, trialId: trialId)
    }
    var expected = row
    expected.takeWhatFollows(from: report.presses[place])
    if expected == row { return }
    for column in PressRow.columns where column.cell(of: expected) != column.cell(of: row) {
      throw .contradiction(column: column.name, of: "the moves of its trial")
    }
  }

  private static func round(of row: TrialRow) throws(LineReason) -> KeptRound {
    guard let mask = Rule.Mask(rawValue: row.mask) else { throw .badValue(column: "mask") }
    guard let (emptyCell, wrong) = Rule.parts(ofMistakes: row.emptyCell) else {
      throw .badValue(column: "empty_cell")
    }
    guard
      let rule = try? Rule(
        mask: mask, emptyCell: emptyCell, wrong: wrong, hold: row.requestedHold)
    else {
      throw .badValue(column: "requested_hold")
    }
    guard case .described(var board)? = try? BoardIdentifier(row.board) else {
      throw .badValue(column: "board")
    }
    if let seeded = row.seededBoard {
      guard case .seeded(let identifier)? = try? BoardIdentifier(seeded) else {
        throw .badValue(column: "seeded_board")
      }
      // NB: another board that is drawn contradicts the one that is described.
      board = identifier.board()
    }
    var round = KeptRound(
      number: 0, board: board, rule: rule, onset: 0,
      test: row.test.map { TestTrial(name: $0, number: row.trial) })
    let finish = try readMoves(row.moves, into: &round)
    // NB: the end of a session ends a round, too, without a move.
    let quit = row.outcome == RoundOutcome.quit.rawValue ? RoundOutcome.quit : nil
    round.outcome = finish.map(RoundOutcome.init) ?? quit
    return round
  }

  /// Reads moves that the examiner takes, and answers how they end.
  private static func readMoves(
    _ text: String, into round: inout KeptRound
  ) throws(LineReason) -> ChimpanzeeExaminer.Finish? {
    guard let read = MoveText.read(text, onset: 0) else { throw .badValue(column: "moves") }
    var examiner = ChimpanzeeExaminer(board: round.board, rule: round.rule)
    var before = 0
    for (place, timed) in read.moves.enumerated() {
      guard timed.time >= before else { throw .earlyMove(place + 1) }
      guard timed.time <= ExchangeColumn<TrialRow>.largestNumber else {
        throw .tooLarge(column: "moves")
      }
      do throws(MoveFault) { _ = try examiner.apply(timed.move) } catch {
        throw .refusedMove(place + 1, error)
      }
      before = timed.time
    }
    (round.moves, round.gaps) = read
    return examiner.finish
  }

  private static func contradiction(of row: TrialRow, to expected: TrialRow) -> LineReason {
    for column in TrialRow.columns where column.cell(of: expected) != column.cell(of: row) {
      switch column.name {
      case "moves": return .badValue(column: "moves")
      case "phase": return .contradiction(column: "phase", of: "\"test\"")
      case "condition": return .contradiction(column: "condition", of: "the rule")
      case "count", "numerals", "board", "seeded_board", "generator":
        return .contradiction(column: column.name, of: "the board")
      default: return .contradiction(column: column.name, of: "the moves")
      }
    }
    return .badValue(column: "moves")
  }
}
