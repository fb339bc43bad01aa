import Archive
import Examiner
import Game
import Records
import Shell
import Studies

/// Validates untrusted trials by replaying them: all columns and presses must follow from the
/// moves.
///
///     let report = try validator.validate(&row)
///
/// So an import only adds trials that could have been played. The error names the column that is
/// wrong.
struct TrialValidator {
  private let laterColumns = Trial.columns.addedLater()

  /// Validates a trial and returns its replay, which has the expected presses.
  ///
  /// Columns of later versions are computed if the row lacks them, because an early version wrote
  /// it, or if `mayLack`: a store keeps rows as they were written.
  func validate(_ row: inout TrialRow, mayLack: Bool = false) throws(RowReason) -> RoundReport {
    row.session.nameUsualPlayer()
    row.resumption?.nameUsualPlayer()
    let isOld = row.version < TableVersion.current
    if isOld {
      if row.version < 3 { row.values.measures.linePresses = nil }
      row.version = TableVersion.current
      row.values.renew()
    }
    let report = try Self.report(of: row)
    let expected = Self.trial(of: row, report)
    if isOld || mayLack, row.values != expected { complete(&row.values, from: expected) }
    if let column = row.values.difference(from: expected) { throw column.contradiction }
    try Self.checkResumption(of: row, report.round)
    return report
  }

  /// Throws if a press differs from the one in the replay.
  ///
  /// The press of a trial that is told by turns gets its time from the moves.
  func validate(
    _ row: inout PressRow, as expected: RoundMeasures.Press, of trialId: String, isInTurns: Bool,
    mayLack: Bool = false
  ) throws(RowReason) {
    guard row.isInTurns == isInTurns else {
      throw .contradiction("time", .movesOfTrial)
    }
    if isInTurns { row.values.time = expected.time }
    if mayLack || row.version < TableVersion.current {
      row.version = TableVersion.current
      row.values.complete(from: expected)
    }
    guard row.trialId == trialId, row.index == expected.index else {
      throw .missingPress(expected.index, trialId: trialId)
    }
    if let column = row.values.difference(from: expected) { throw column.contradiction }
  }

  /// Copies the columns of later versions from an equal trial.
  func complete(_ trial: inout Trial, from other: Trial) { laterColumns.fill(&trial, from: other) }

  /// Replays the round of a row.
  private static func report(of row: borrowing TrialRow) throws(RowReason) -> RoundReport {
    let mode = Session.InputMode(rawValue: row.session.values.inputMode) ?? .pipe
    let round: KeptRound
    do {
      round = try row.values.round(number: 0, onset: 0, usualInput: mode.usualInput)
    } catch { throw RowReason(error) }
    try check(round.moves)
    let report = RoundReport(round)
    if let move = report.rejectedMove { throw move.refusal }
    return report
  }

  /// Returns the trial with the values that the replay requires.
  private static func trial(of row: borrowing TrialRow, _ report: RoundReport) -> Trial {
    // The end of a session also ends its round, without a move.
    let wasQuit = row.outcome == RoundOutcome.quit.rawValue && report.outcome == nil
    var trial = row.values
    trial.describe(report.round)
    trial.update(report.measures, wasQuit ? .quit : report.outcome, moves: row.moves)
    if report.outcome == .gaveUp, let finished = row.finished {
      // Only a trial of a finished test was surely given up by the participant.
      trial.finished = finished == 0 && row.testComplete != 1 ? 0 : 1
    }
    return trial
  }

  /// Throws if a session resumed a trial that was not interrupted, or if an interrupted one was not
  /// resumed.
  private static func checkResumption(
    of row: borrowing TrialRow, _ round: KeptRound
  ) throws(RowReason) {
    let wasInterrupted = !round.gaps.isEmpty
    // NB: a session may resume a test whose last trial is over.
    let isResumable = wasInterrupted || row.outcome != nil && row.test != nil
    guard row.resumption == nil ? !wasInterrupted : isResumable else {
      throw .contradiction("resumption_session_id", .movesColumn)
    }
  }

  /// Throws if a move is earlier than the previous one.
  private static func check(_ moves: [TimedMove]) throws(RowReason) {
    var before = 0
    for (index, timed) in moves.enumerated() {
      guard timed.time >= before else {
        throw RowReason(
          "move \(index + 1) is earlier than the one before", "\(index + 1)手目が前の手より早い時刻です")
      }
      guard timed.time <= ColumnRange.largestNumber else {
        throw .tooLarge("moves")
      }
      before = timed.time
    }
  }
}

extension RoundReport.RejectedMove {
  /// The reason to refuse a trial with a move that breaks the rules.
  fileprivate var refusal: RowReason {
    // During a round, a session rejects a move only because of the move itself.
    guard let error = reason as? ExaminerError else { return .impossible("moves") }
    return RowReason(
      "move \(index + 1) is not possible: \(error.words(in: .english))",
      "\(index + 1)手目はできません: \(error.words(in: .japanese))")
  }
}

extension TableColumn {
  /// The reason to refuse a value that contradicts other columns.
  fileprivate var contradiction: RowReason {
    .contradiction(name, source ?? .otherColumns)
  }
}
