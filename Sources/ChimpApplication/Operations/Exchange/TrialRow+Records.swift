import Examiner
import Records

extension TrialRow {
  /// Takes a round with the sessions that it belongs to.
  init(_ round: RoundRecord, _ session: SessionRow, resumption: SessionRow?) {
    trialId = round.objectId
    created = round.dateCreated
    self.session = session
    self.resumption = resumption
    onset = round.onset
    onsetDate = round.onsetDate
    block = round.block
    trial = round.trial
    takeWhatFollows(from: round)
  }

  /// Takes what follows from the board, the rule and the moves of a round.
  mutating func takeWhatFollows(from round: RoundRecord) {
    phase = round.trialPhase.rawValue
    test = round.test
    condition = round.condition.rawValue
    mask = round.maskRule
    emptyCell = round.emptyCellRule
    requestedHold = round.requestedHold
    measuredHold = round.measuredHold
    count = round.count
    numerals = round.numeralRange
    board = round.board
    seededBoard = round.seededBoard
    generator = round.generatorVersion
    moves = round.moves
    outcome = round.outcome?.rawValue
    rightBeforeError = round.pressedCount
    time = round.time
    studyTime = round.studyTime
    recallTime = round.recallTime
    firstPressFromOnset = round.firstPressFromOnset
    firstPressFromMask = round.firstPressFromMask
  }

  /// Puts the row, which is proven, into the record of a round.
  func fill(_ round: RoundRecord) {
    round.block = block
    round.trial = trial
    round.trialPhase = RoundRecord.TrialPhase(rawValue: phase) ?? .practice
    round.test = test
    round.condition = RoundRecord.Condition(rawValue: condition) ?? .masking
    round.maskRule = mask
    round.emptyCellRule = emptyCell
    round.requestedHold = requestedHold
    round.measuredHold = measuredHold
    round.count = count
    round.numeralRange = numerals
    round.board = board
    round.seededBoard = seededBoard
    round.generatorVersion = generator
    round.onset = onset
    round.onsetDate = onsetDate
    round.moves = moves
    round.outcome = outcome.flatMap { RoundOutcome(rawValue: $0) }
    round.pressedCount = rightBeforeError
    round.time = time
    round.studyTime = studyTime
    round.recallTime = recallTime
    round.firstPressFromOnset = firstPressFromOnset
    round.firstPressFromMask = firstPressFromMask
  }

  /// Whether the row is the same trial as another one before that went on.
  func isEarlier(than other: TrialRow) -> Bool {
    guard outcome == nil,
      moves.isEmpty || (other.moves + ";").utf8.starts(with: (moves + ";").utf8)
    else { return false }
    var same = self
    same.resumption = other.resumption
    same.moves = other.moves
    same.outcome = other.outcome
    same.measuredHold = other.measuredHold
    same.rightBeforeError = other.rightBeforeError
    (same.time, same.studyTime, same.recallTime) = (other.time, other.studyTime, other.recallTime)
    same.firstPressFromOnset = other.firstPressFromOnset
    same.firstPressFromMask = other.firstPressFromMask
    return same == other
  }
}
