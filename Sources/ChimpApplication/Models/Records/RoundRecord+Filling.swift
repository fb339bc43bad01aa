import Examiner
import Records

extension RoundRecord {
  /// Takes what never changes of a round.
  func describe(_ round: KeptRound, at date: Int) {
    let board = round.board
    test = round.test?.name
    trialPhase = round.test == nil ? .practice : .test
    condition =
      round.rule.hold != nil ? .hold : round.rule.masksAtFirstPress ? .masking : .unmasked
    maskRule = round.rule.mask.rawValue
    emptyCellRule = round.rule.mistakes
    requestedHold = round.rule.hold
    count = board.count
    numeralRange = board.origin?.range.map { "\($0.low)..\($0.high)" } ?? board.numeralRange
    self.board = board.descriptiveIdentifier
    seededBoard = board.origin?.description
    generatorVersion = board.origin.map { _ in Generator.version }
    onset = round.onset
    onsetDate = InstantText(milliseconds: date).description
  }

  /// Takes what has become of a round.
  func take(_ measures: RoundMeasures, _ outcome: RoundOutcome?, moves: String) {
    self.moves = moves
    self.outcome = outcome
    pressedCount = measures.pressedCount
    time = measures.time
    measuredHold = measures.measuredHold
    studyTime = measures.studyTime
    recallTime = measures.recallTime
    firstPressFromOnset = measures.firstPressFromOnset
    firstPressFromMask = measures.firstPressFromMask
  }

  /// Takes what has become of a round that was played without a journal.
  func take(_ report: RoundReport) {
    take(report.measures, report.outcome, moves: MoveText.text(of: report.round))
  }

  /// The round as it was kept; nil where that can't be read.
  package var kept: KeptRound? {
    guard let mask = Rule.Mask(rawValue: maskRule),
      let (emptyCell, wrong) = Rule.parts(ofMistakes: emptyCellRule),
      let rule = try? Rule(mask: mask, emptyCell: emptyCell, wrong: wrong, hold: requestedHold),
      let board = try? BoardIdentifier(seededBoard ?? self.board).board(),
      board.descriptiveIdentifier == self.board,
      let read = MoveText.read(moves, onset: onset)
    else { return nil }
    var round = KeptRound(
      number: row, board: board, rule: rule, onset: onset,
      test: test.map { TestTrial(name: $0, number: trial) }, moves: read.moves)
    round.gaps = read.gaps
    round.outcome = outcome
    return round
  }
}

extension PressRecord {
  /// Takes a press of a round.
  func describe(_ press: RoundMeasures.Press, of round: RoundRecord) {
    index = press.index
    h = press.cell.h
    v = press.cell.v
    numeral = press.held
    due = press.due
    judgement = press.judgement
    time = press.time
    lineLatency = press.lineLatency
    self.round = round
  }
}

extension Board {
  /// The lowest and the highest numeral.
  fileprivate var numeralRange: String {
    "\(numeral(atPlace: 0))..\(numeral(atPlace: count - 1))"
  }
}
