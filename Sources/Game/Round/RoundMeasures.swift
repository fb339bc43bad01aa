public import Examiner

/// The measured values of a round; each property is a column of exported trials.
///
///     var measures = TrialMeasures()
///     measures.time = 4_200
///     measures.rightBeforeError = 5
public struct TrialMeasures: Equatable, Sendable {
  /// The time for which the numerals were visible in a round with a hold; `nil` unless the hold was
  /// completed.
  public var measuredHold: Int?
  /// The number of right presses before the first error.
  public var rightBeforeError = 0
  /// The time from the onset to the last press; `nil` if it is unknown.
  public var time: Int?
  /// The time from the onset to the mask; `nil` if there was no mask, or after an interruption.
  public var studyTime: Int?
  /// The time from the mask to the last press; `nil` without both, or after an interruption.
  public var recallTime: Int?
  public var firstPressFromOnset: Int?
  /// The time from the mask to the first press; `nil` if the press came first, or after an
  /// interruption.
  public var firstPressFromMask: Int?
  /// 1 if the player ended the look, by a press or `hide`; 0 if the hold did, and `nil`
  /// without a hold or before its end.
  public var lookEnded: Int?
  /// The largest number of presses in one line typed while the numerals were visible; `nil` if not
  /// stored.
  public var linePresses: Int? = 0

  public init() {}
}

/// The measured values of a round and of each press, which its session updates move by move.
///
/// Times are in milliseconds since the onset. A duration across an interruption is `nil`, and so is
/// each in a round that is told by turns.
///
///     _ = try session.handle(.move(.press(Cell(h: 1, v: 1))), at: 1_620)
///     session.measures.presses.last?.time  // Optional(620)
///     session.measures.firstPressFromOnset  // Optional(620)
@dynamicMemberLookup
public struct RoundMeasures: Equatable, Sendable {
  /// The measured values of one press; each property is a column of exported presses.
  ///
  ///     var press = RoundMeasures.Press()
  ///     press.judgement = .right
  ///     press.time = 620
  public struct Press: Equatable, Sendable {
    /// The number of the press within the round, counted from 1.
    public var index = 0
    public var h = 0
    public var v = 0
    /// The numeral of the pressed cell; `nil` if the cell was empty.
    public var numeral: Int?
    public var expected = 0
    public var judgement = Judgement.ignored
    /// The time since the onset, of a press by two digits that of the first one; all presses of one
    /// typed line have the time of its end.
    public var time = 0
    /// The time of the second digit since the onset; `nil` unless two digits made the press.
    public var secondDigit: Int?
    /// The time since the previous press or the onset; `nil` after an interruption.
    public var lineLatency: Int?
    /// The input device; `nil` if it was not stored.
    public var input: PressInput?
    public var position: Int?
    public var expectedH: Int?
    public var expectedV: Int?
    public var masked: Int?
    public var correct: Int?

    public init() {}

    /// Copies the values that are not stored from the same press of a replay.
    public mutating func complete(from other: Press) {
      input = input ?? other.input
      position = other.position
      expectedH = other.expectedH
      expectedV = other.expectedV
      masked = other.masked
      correct = other.correct
    }
  }

  /// The result of a press, such as `right`; the raw values are used in the store and in exports.
  ///
  ///     RoundMeasures.Judgement(rawValue: "wrong") == .wrong  // true
  public enum Judgement: String, Sendable {
    case right, wrong
    /// The cell was empty, and the rule allows presses on empty cells.
    case ignored
    /// The press came before the end of the hold, and has no effect.
    case early

    /// `true` if the press answers which cell has the due numeral.
    public var isAnswer: Bool { self == .right || self == .wrong }
  }

  public private(set) var presses: [Press] = []
  public private(set) var pressedCount = 0
  /// The outcome by the rule; `nil` while the round is in progress, or if it was abandoned.
  public private(set) var finish: RoundOutcome?

  public private(set) var wasMasked = false
  /// The measured values of the whole round.
  public private(set) var trial = TrialMeasures()

  private var hasErred = false
  private var maskTime = 0
  /// The number of presses that were not early.
  private var judgedPressCount = 0
  private var lastPressTime = 0
  /// The number of presses of the latest line.
  private var linePressCount = 0
  /// `true` if the numerals were visible when the latest line began.
  private var lineBeganUnmasked = false
  private var isKnownSinceOnset: Bool
  private var isKnownSinceMask: Bool
  private var isKnownSincePress: Bool
  /// `true` for a round without times of the player.
  private let isInTurns: Bool

  /// Creates the values of a round before its first move.
  init(isInTurns: Bool = false) {
    self.isInTurns = isInTurns
    isKnownSinceOnset = !isInTurns
    isKnownSinceMask = !isInTurns
    isKnownSincePress = !isInTurns
  }

  /// Returns the accuracy of the time for which numerals were visible; `nil` unless the mask ended
  /// a hold.
  public func holdAccuracy(requested: Int?, tolerance: Int?) -> HoldAccuracy? {
    guard let requested, let measured = trial.measuredHold else { return nil }
    return HoldAccuracy(requested: requested, measured: measured, tolerance: tolerance)
  }

  /// Updates the values with a move of a round and its outcome.
  mutating func record(_ move: TimedMove, _ outcome: Outcome, in round: KeptRound) {
    let time = move.time - round.onset
    let masked = wasMasked ? 1 : 0
    if !move.continuesLine {
      linePressCount = 0
      lineBeganUnmasked = !wasMasked
    }
    if outcome.masks { noteMask(at: time) }
    if let end = outcome.finish { finish = end }
    if round.rule.hold != nil { noteEndOfLook(outcome) }
    if case .masked(byHold: true) = outcome, isKnownSinceOnset {
      trial.measuredHold = time - (round.exposure.measuredShown ?? 0)
    }
    guard case .press(let cell) = move.move else { return }
    let pressTime = time - (move.digitDelay ?? 0)
    var press = press(cell, outcome, at: pressTime, on: round.board)
    press.secondDigit = move.digitDelay.map { _ in time }
    press.input = move.input ?? round.usualInput
    press.masked = masked
    presses.append(press)
    if press.judgement == .early { return }
    notePress(at: pressTime)
    switch press.judgement {
    case .right:
      pressedCount += 1
      if !hasErred { trial.rightBeforeError += 1 }
    case .wrong: hasErred = true
    case .ignored, .early: break
    }
  }

  /// Notes an interruption; durations that include it are unknown.
  mutating func interrupt() {
    isKnownSinceOnset = false
    isKnownSinceMask = false
    isKnownSincePress = false
  }

  public subscript<Value>(dynamicMember path: KeyPath<TrialMeasures, Value>) -> Value {
    trial[keyPath: path]
  }

  /// Notes whether the hold or the player ended the look; only the first end counts.
  private mutating func noteEndOfLook(_ outcome: Outcome) {
    guard trial.lookEnded == nil else { return }
    // Giving up ends the round, and not only its look.
    guard outcome.masks || outcome.finish == .passed || outcome.finish == .failed else { return }
    trial.lookEnded = outcome == .masked(byHold: true) ? 0 : 1
  }

  private mutating func noteMask(at time: Int) {
    wasMasked = true
    maskTime = time
    trial.studyTime = isKnownSinceOnset ? time : nil
    isKnownSinceMask = !isInTurns
  }

  private func press(
    _ cell: Cell, _ outcome: Outcome, at time: Int, on board: Board
  ) -> Press {
    let expected = board.numerals[pressedCount]
    let numeral: Int?
    let judgement: Judgement
    switch outcome {
    case .right, .passed: (numeral, judgement) = (expected, .right)
    case .wrong(_, let found, _), .mistaken(_, let found, _):
      numeral = found
      judgement = .wrong
    case .early:
      numeral = board.index(at: cell).map { board.numerals[$0] }
      judgement = .early
    case .ignored, .masked, .gaveUp, .timedOut: (numeral, judgement) = (nil, .ignored)
    }
    let expectedCell = board.cells[pressedCount]
    var press = Press()
    press.index = presses.count + 1
    press.h = cell.h
    press.v = cell.v
    press.numeral = numeral
    press.expected = expected
    press.judgement = judgement
    press.time = time
    press.lineLatency = isKnownSincePress && judgement != .early ? time - lastPressTime : nil
    press.position = pressedCount + 1
    press.expectedH = expectedCell.h
    press.expectedV = expectedCell.v
    press.correct = judgement.isAnswer ? (judgement == .right ? 1 : 0) : nil
    return press
  }

  private mutating func notePress(at time: Int) {
    // The second digit of the press that masks is later than its time.
    let fromMask = wasMasked && isKnownSinceMask ? max(0, time - maskTime) : nil
    trial.time = isKnownSinceOnset ? time : nil
    trial.recallTime = fromMask
    if judgedPressCount == 0 {
      trial.firstPressFromOnset = trial.time
      trial.firstPressFromMask = fromMask
    }
    judgedPressCount += 1
    linePressCount += 1
    if lineBeganUnmasked { trial.linePresses = max(trial.linePresses ?? 0, linePressCount) }
    lastPressTime = time
    isKnownSincePress = !isInTurns
  }
}
