import Examiner

/// Proves rows that came from outside: what a trial and its presses say has to follow from the
/// board, the rule and the moves, played through the examiner once more.
struct TrialProver {
  private let laterColumns = Trial.columns.addedLater()

  /// Proves a row whose single values are possible.
  ///
  /// One that was written before some columns says then what they say, and so does one that
  /// `mayLack` them: a store keeps rows as they were written.
  func prove(_ row: inout TrialRow, mayLack: Bool = false) throws(LineReason) -> TrialProof {
    let isOld = row.version < TableVersion.current
    if isOld {
      if row.version < 3 { row.values.measures.linePresses = nil }
      row.version = TableVersion.current
      row.values.renew()
    }
    let proof = try TrialProof(row)
    if isOld || mayLack, row.values != proof.trial { complete(&row.values, from: proof.trial) }
    try proof.check(row)
    return proof
  }

  /// Gives a trial what columns that came later say of another one that is the same.
  func complete(_ trial: inout Trial, from other: Trial) { laterColumns.fill(&trial, from: other) }
}

/// A trial that was played once more.
struct TrialProof {
  fileprivate let trial: Trial
  /// The presses that have to stand behind it.
  let presses: [RoundMeasures.Press]
  private let wasInterrupted: Bool

  fileprivate init(_ row: borrowing TrialRow) throws(LineReason) {
    let mode = Session.InputMode(rawValue: row.session.values.inputMode) ?? .pipe
    let round = try row.values.round(number: 0, onset: 0, usualInput: mode.usualInput)
    try Self.check(round.moves)
    let report = try RoundReport(consume round) { (place, fault) throws(LineReason) in
      throw .content(.refusedMove(place + 1, fault))
    }
    // The end of a session also ends its round, without a move.
    let wasQuit = row.outcome == RoundOutcome.quit.rawValue && report.outcome == nil
    var trial = row.values
    trial.describe(report.round)
    trial.take(report.measures, wasQuit ? .quit : report.outcome, moves: row.moves)
    self.trial = trial
    presses = report.presses
    wasInterrupted = !report.round.gaps.isEmpty
  }

  fileprivate func check(_ row: TrialRow) throws(LineReason) {
    if let column = row.values.difference(from: trial) { throw column.contradiction }
    // NB: a session that took up a test may have found its last trial over.
    let mayBeTakenUp = wasInterrupted || row.outcome != nil && row.test != nil
    guard row.resumption == nil ? !wasInterrupted : mayBeTakenUp else {
      throw .content(.contradiction(column: "resumption_session_id", of: .movesColumn))
    }
  }

  /// Proves the row of a press at a place, counted from 0, as that of the trial was.
  func prove(
    _ row: inout PressRow, at place: Int, of trialId: String, mayLack: Bool = false
  ) throws(LineReason) {
    if mayLack || row.version < TableVersion.current {
      row.version = TableVersion.current
      row.values.complete(from: presses[place])
    }
    guard row.trialId == trialId, row.index == place + 1 else {
      throw .content(.missingPress(place + 1, trialId: trialId))
    }
    if let column = row.values.difference(from: presses[place]) { throw column.contradiction }
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

extension TableColumn {
  /// Why a row is refused in which the column does not say what follows from others.
  fileprivate var contradiction: LineReason {
    .content(.contradiction(column: name, of: source ?? .otherColumns))
  }
}
