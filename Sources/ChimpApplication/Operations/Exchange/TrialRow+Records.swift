import Examiner
import Records

extension TrialRow {
  /// Takes a round with what it belongs to.
  init(_ round: RoundRecord, _ session: Session?, _ owner: Participant?) {
    trialId = round.objectId
    created = round.dateCreated
    participantId = owner?.objectId ?? ""
    participant = owner?.code ?? ""
    participantCreated = owner?.dateCreated ?? 0
    if let session { take(session) }
    resumedBy = round.resumption?.objectId
    block = round.block
    trial = round.trial
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
    onset = round.onset
    onsetDate = round.onsetDate
    moves = round.moves
    outcome = round.outcome?.rawValue
    rightBeforeError = round.pressedCount
    time = round.time
    studyTime = round.studyTime
    recallTime = round.recallTime
    firstPressFromOnset = round.firstPressFromOnset
    firstPressFromMask = round.firstPressFromMask
  }

  private mutating func take(_ session: Session) {
    sessionId = session.objectId
    sessionCreated = session.dateCreated
    sessionEnded = session.dateEnded
    programVersion = session.programVersion
    inputMode = session.inputMode.rawValue
    clock = session.clockKind
    clockResolution = session.clockResolution
    sessionSeed = session.seed
  }

  /// Puts the row into the record of a round.
  func fill(_ round: RoundRecord, _ session: Session) {
    round.session = session
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

  /// Puts the row into the record of a session.
  func fill(_ session: Session, _ owner: Participant) {
    session.participant = owner
    session.programVersion = programVersion
    session.inputMode = Session.InputMode(rawValue: inputMode) ?? .pipe
    session.clockKind = clock
    session.clockResolution = clockResolution
    session.seed = sessionSeed
    session.dateEnded = sessionEnded
  }

  var reasonAgainst: LineReason? {
    if format != ExchangeVersion.current { return .unknownFormat(format) }
    let checks = [
      ("trial_id", !trialId.isEmpty), ("participant_id", !participantId.isEmpty),
      ("participant", !participant.isEmpty), ("session_id", !sessionId.isEmpty),
      ("input_mode", Session.InputMode(rawValue: inputMode) != nil),
      ("phase", RoundRecord.TrialPhase(rawValue: phase) != nil),
      ("condition", RoundRecord.Condition(rawValue: condition) != nil),
      ("mask", Rule.Mask(rawValue: mask) != nil),
      ("empty_cell", Rule.EmptyCell(rawValue: emptyCell) != nil), ("requested_hold", isRule),
      ("board", isBoard), ("onset", onset >= 0), ("moves", areMoves),
      ("outcome", outcome.map { RoundOutcome(rawValue: $0) != nil } ?? true),
    ]
    return checks.first { !$0.1 }.map { .badValue(column: $0.0) }
  }

  private var isRule: Bool {
    let mask = Rule.Mask(rawValue: mask) ?? .first
    return (try? Rule(mask: mask, emptyCell: .wrong, hold: requestedHold)) != nil
  }

  private var isBoard: Bool {
    guard case .described(let found)? = try? BoardIdentifier(board) else { return false }
    return found.cells.count == count && found.descriptiveIdentifier == board
  }

  private var areMoves: Bool {
    guard let read = MoveText.read(moves, onset: 0) else { return false }
    return read.moves.allSatisfy { (0...ExchangeColumn<Self>.largestNumber).contains($0.time) }
  }
}
