import Examiner

/// Proves rows that came from outside: what a trial and its presses say has to follow from the
/// board, the rule and the moves, played through the examiner once more.
struct TrialProof {
  /// What the trial has to be.
  let trial: Trial
  /// The presses that have to stand behind it.
  let presses: [RoundMeasures.Press]
  private let wasInterrupted: Bool

  /// Plays a trial whose single values are possible.
  init(_ row: TrialRow) throws(LineReason) {
    let round = try Self.round(of: row)
    let report = try RoundReport(round) { (place, fault) throws(LineReason) in
      throw .content(.refusedMove(place + 1, fault))
    }
    // The end of a session also ends its round, without a move.
    let wasQuit = row.outcome == RoundOutcome.quit.rawValue && report.outcome == nil
    var trial = row.values
    trial.describe(round)
    trial.take(report.measures, wasQuit ? .quit : report.outcome, moves: row.moves)
    self.trial = trial
    presses = report.presses
    wasInterrupted = !round.gaps.isEmpty
  }

  /// Proves the row of the trial.
  func check(_ row: TrialRow) throws(LineReason) {
    if let column = row.values.difference(from: trial) { throw column.contradiction }
    guard wasInterrupted == (row.resumption != nil) else {
      throw .content(.contradiction(column: "resumption_session_id", of: .movesColumn))
    }
  }

  /// Proves the row of a press at a place, counted from 0.
  func check(_ row: PressRow, at place: Int, of trialId: String) throws(LineReason) {
    guard row.trialId == trialId, row.index == place + 1 else {
      throw .content(.missingPress(place + 1, trialId: trialId))
    }
    if let column = row.values.difference(from: presses[place]) { throw column.contradiction }
  }

  private static func round(of row: TrialRow) throws(LineReason) -> KeptRound {
    let rule = try row.values.rule()
    guard case .described(var board)? = try? BoardIdentifier(row.board) else {
      throw .value(.impossible, column: "board")
    }
    if let seeded = row.seededBoard {
      guard case .seeded(let identifier)? = try? BoardIdentifier(seeded) else {
        throw .value(.impossible, column: "seeded_board")
      }
      // The seed must draw the board that is described.
      board = identifier.board()
    }
    guard let read = MoveText.read(row.moves, onset: 0) else {
      throw .value(.impossible, column: "moves")
    }
    try check(read.moves)
    var round = KeptRound(
      number: 0, board: board, rule: rule, onset: 0,
      test: row.values.testTrial, moves: read.moves)
    round.gaps = read.gaps
    let mode = Session.InputMode(rawValue: row.session.values.inputMode) ?? .pipe
    round.usualInput = mode.usualInput
    return round
  }

  private static func check(_ moves: [TimedMove]) throws(LineReason) {
    var before = 0
    for (place, timed) in moves.enumerated() {
      guard timed.time >= before else { throw .content(.earlyMove(place + 1)) }
      guard timed.time <= TableColumn<Trial>.largestNumber else {
        throw .value(.tooLarge, column: "moves")
      }
      before = timed.time
    }
  }
}

extension TrialRow {
  /// The proof of the row, which then says what later columns say.
  mutating func prove(_ laterColumns: [TableColumn<Trial>]) throws(LineReason) -> TrialProof {
    guard version < TableVersion.current else { return try TrialProof(self) }
    if version < 3 { values.measures.linePresses = nil }
    version = TableVersion.current
    values.renew()
    let proof = try TrialProof(self)
    laterColumns.fill(&values, from: proof.trial)
    return proof
  }
}

extension PressRow {
  /// Says what later columns say, where the row was written before them.
  mutating func renew(by proof: TrialProof, at place: Int) {
    guard version < TableVersion.current else { return }
    version = TableVersion.current
    values.complete(from: proof.presses[place])
  }
}

extension TableColumn {
  /// Why a row is refused in which the column does not say what follows from others.
  fileprivate var contradiction: LineReason {
    .content(.contradiction(column: name, of: source ?? .otherColumns))
  }
}
