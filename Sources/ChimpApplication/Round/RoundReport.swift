import Characters
package import Examiner
import Records

/// What is measured in a round; each member is a column of the trials.
package struct TrialMeasures: Equatable, Sendable {
  /// From the onset to the mask, where it came by itself after the hold.
  package var measuredHold: Int?
  /// How many numerals were pressed rightly before the first error.
  package var rightBeforeError = 0
  /// From the onset to the last press; nil where its time is not known.
  package var time: Int?
  /// From the onset to the mask; nil where nothing was masked, or its time is not known.
  package var studyTime: Int?
  /// From the mask to the last press; nil where nothing was masked or pressed after it.
  package var recallTime: Int?
  package var firstPressFromOnset: Int?
  /// From the mask to the first press, where the mask came before it.
  package var firstPressFromMask: Int?
  /// The most presses that one line made which began while the numerals could be seen; nil where
  /// that was not kept.
  package var linePresses: Int? = 0
}

/// What a round was like, taken from its moves one after the other.
///
/// Times are in milliseconds since the onset. What is measured across an interruption is not known.
@dynamicMemberLookup
package struct RoundMeasures: Equatable, Sendable {
  /// One press; each member is a column of the presses.
  package struct Press: Equatable, Sendable {
    /// Where the press is among those of the round, counted from 1.
    package var index = 0
    package var h = 0
    package var v = 0
    /// What the cell held; nil where it was empty.
    package var numeral: Int?
    package var due = 0
    package var judgement = Judgement.ignored
    /// Since the onset; on a line a press is seen when the line is ended.
    package var time = 0
    /// Since the press before, or since the onset; nil where the round was interrupted in between.
    package var lineLatency: Int?
    /// Nil where that was not kept.
    package var input: PressInput?
    package var position: Int?
    package var dueH: Int?
    package var dueV: Int?
    package var masked: Int?
    package var correct: Int?

    /// Takes what no press keeps, or what was not kept once, from the same press played once more.
    mutating func complete(from other: Press) {
      input = input ?? other.input
      (position, dueH, dueV) = (other.position, other.dueH, other.dueV)
      (masked, correct) = (other.masked, other.correct)
    }
  }

  /// What the examiner said of a press.
  package enum Judgement: String, RecordValue, Sendable {
    case right, wrong
    /// The cell was empty, and the rule lets that be.
    case ignored
  }

  package private(set) var pressCount = 0
  package private(set) var pressedCount = 0
  /// How the round ended; nil where it goes on, or nobody was there to end it.
  package private(set) var finish: ChimpanzeeExaminer.Finish?

  private(set) var wasMasked = false
  /// What the columns of the trials say.
  package private(set) var trial = TrialMeasures()

  private let onset: Int
  private let board: Board
  private var hasErred = false
  private var maskTime = 0
  private var lastPressTime = 0
  /// How many presses the last line made, and whether it began while the numerals could be seen.
  private var linePressCount = 0
  private var lineBeganUnmasked = false
  private var isKnownSinceOnset = true
  private var isKnownSinceMask = true
  private var isKnownSincePress = true

  init(board: Board, onset: Int) { (self.board, self.onset) = (board, onset) }

  /// Takes a move and what it did; answers the press that it was.
  package mutating func take(
    _ outcome: Outcome, at date: Int, by input: PressInput, continuesLine: Bool = false
  ) -> Press? {
    let time = date - onset
    let masked = wasMasked ? 1 : 0
    if !continuesLine { (linePressCount, lineBeganUnmasked) = (0, !wasMasked) }
    switch outcome {
    case .masked, .right(_, masksOthers: true): noteMask(at: time)
    case .passed: finish = .passed
    case .wrong: finish = .failed
    case .gaveUp: finish = .gaveUp
    case .timedOut: finish = .timedOut
    case .right, .mistaken, .ignored: break
    }
    if case .masked(byHold: true) = outcome, isKnownSinceOnset { trial.measuredHold = time }
    guard case .press(let cell) = outcome.move else { return nil }
    var press = press(cell, outcome, at: time)
    (press.input, press.masked) = (input, masked)
    notePress(at: time)
    switch press.judgement {
    case .right:
      pressedCount += 1
      if !hasErred { trial.rightBeforeError += 1 }
    case .wrong: hasErred = true
    case .ignored: break
    }
    return press
  }

  /// Takes the moves of a game that begins, and answers its presses; those moves that the examiner
  /// refuses are told, counted from 0.
  mutating func play<Stop: Error>(
    _ moves: [TimedMove], _ gaps: [Int], on game: consuming ChimpanzeeExaminer,
    by usualInput: PressInput, _ refused: (Int, MoveFault) throws(Stop) -> Void
  ) throws(Stop) -> [Press] {
    var presses: [Press] = []
    presses.reserveCapacity(moves.count)
    var gaps = gaps[...]
    for (place, timed) in moves.enumerated() {
      while gaps.first == place {
        interrupt()
        gaps = gaps.dropFirst()
      }
      let outcome: Outcome
      do throws(MoveFault) { outcome = try game.apply(timed.move) } catch {
        try refused(place, error)
        continue
      }
      let press = take(
        outcome, at: timed.time, by: timed.input ?? usualInput, continuesLine: timed.continuesLine)
      if let press { presses.append(press) }
    }
    if !gaps.isEmpty { interrupt() }
    return presses
  }

  private mutating func interrupt() {
    (isKnownSinceOnset, isKnownSinceMask, isKnownSincePress) = (false, false, false)
  }

  package subscript<Value>(dynamicMember path: KeyPath<TrialMeasures, Value>) -> Value {
    trial[keyPath: path]
  }

  private mutating func noteMask(at time: Int) {
    wasMasked = true
    maskTime = time
    trial.studyTime = isKnownSinceOnset ? time : nil
    isKnownSinceMask = true
  }

  @inline(__always)
  private func press(_ cell: Cell, _ outcome: Outcome, at time: Int) -> Press {
    let due = board.numeral(atPlace: pressedCount)
    let numeral: Int?
    let judgement: Judgement
    switch outcome {
    case .right, .passed: (numeral, judgement) = (due, .right)
    case .wrong(_, let found, _), .mistaken(_, let found, _):
      (numeral, judgement) = (found.map(Int.init), .wrong)
    case .ignored, .masked, .gaveUp, .timedOut: (numeral, judgement) = (nil, .ignored)
    }
    let dueCell = board.cell(atPlace: pressedCount)
    return Press(
      index: pressCount + 1, h: cell.h, v: cell.v, numeral: numeral, due: due,
      judgement: judgement, time: time,
      lineLatency: isKnownSincePress ? time - lastPressTime : nil, position: pressedCount + 1,
      dueH: dueCell.h, dueV: dueCell.v,
      correct: judgement == .ignored ? nil : judgement == .right ? 1 : 0)
  }

  private mutating func notePress(at time: Int) {
    let fromMask = wasMasked && isKnownSinceMask ? time - maskTime : nil
    trial.time = isKnownSinceOnset ? time : nil
    trial.recallTime = fromMask
    if pressCount == 0 {
      (trial.firstPressFromOnset, trial.firstPressFromMask) = (trial.time, fromMask)
    }
    pressCount += 1
    linePressCount += 1
    if lineBeganUnmasked { trial.linePresses = max(trial.linePresses ?? 0, linePressCount) }
    lastPressTime = time
    isKnownSincePress = true
  }
}

/// What a round was like, with all of its presses: its moves are played once more.
@dynamicMemberLookup
package struct RoundReport: Equatable, Sendable {
  package let round: KeptRound
  package let measures: RoundMeasures
  package let presses: [RoundMeasures.Press]

  /// Plays the moves of a round; those that the examiner refuses are left out.
  package init(_ round: consuming KeptRound) { self.init(round) { _, _ in } }

  /// Plays the moves of a round, and tells which the examiner refuses, counted from 0.
  init<Stop: Error>(
    _ round: consuming KeptRound, _ refused: (Int, MoveFault) throws(Stop) -> Void
  ) throws(Stop) {
    var measures = RoundMeasures(board: round.board, onset: round.onset)
    presses = try measures.play(
      round.moves, round.gaps, on: round.newGame, by: round.usualInput, refused)
    (self.round, self.measures) = (round, measures)
  }

  package subscript<Value>(dynamicMember path: KeyPath<RoundMeasures, Value>) -> Value {
    measures[keyPath: path]
  }

  /// How the round ended, or was ended; nil where it goes on or was left behind.
  package var outcome: RoundOutcome? { round.outcome ?? measures.finish.map(RoundOutcome.init) }
}

/// Shows all that is known of a round: its board and rule, its times, and press by press what came.
struct RoundReportView {
  let speaker: Speaker
  /// Whether a test goes on, whose rounds don't tell what their boards are drawn from.
  let isTestOn: Bool

  func show(_ report: RoundReport, date: String? = nil) {
    let round = report.round
    speaker.say { $0.heading(report) }
    speaker.say { $0.board(Self.identifier(report, isTestOn: isTestOn, in: $0)) }
    if report.outcome != nil && round.board.isInReadingOrder { speaker.say(\.readingOrder) }
    speaker.say { $0.rule(round.rule) }
    if let test = round.test { speaker.say { $0.test(test) } }
    let isOfThisSession = date != nil || round.gaps.isEmpty
    speaker.say { $0.onset(isOfThisSession ? round.onset : nil, date: date) }
    for gap in round.gaps { speaker.say { $0.interruption(afterMoves: gap) } }
    if let hold = round.rule.hold { speaker.say { $0.hold(requested: hold, of: report) } }
    showTimes(report)
    showPresses(report)
  }

  /// What is told of a board: what it was drawn from, or its cells once the round is over.
  ///
  /// Whoever knows what one board of a test was drawn from can draw the next one.
  static func identifier(_ report: RoundReport, isTestOn: Bool, in language: Language) -> String {
    let (board, isOver) = (report.round.board, report.outcome != nil)
    let isHidden = report.round.test != nil && (isTestOn || !isOver)
    if let origin = board.origin, !isHidden { return origin.description }
    return isOver
      ? board.descriptiveIdentifier : isHidden ? language.hiddenBoard : language.describedBoard
  }

  private func showTimes(_ report: RoundReport) {
    speaker.say { $0.studyTime(report.studyTime, wasMasked: report.wasMasked) }
    if let recall = report.recallTime { speaker.say { $0.recallTime(recall) } }
    if let time = report.firstPressFromOnset {
      speaker.say { $0.firstPress(afterOnset: time, afterMask: report.firstPressFromMask) }
    }
  }

  private func showPresses(_ report: RoundReport) {
    guard !report.presses.isEmpty else { return }
    speaker.say { Self.row($0.pressColumns) }
    for (index, press) in report.presses.enumerated() {
      // While the round goes on, nobody is told which numeral a wrong press has hit.
      let isHidden = report.outcome == nil && press.judgement == .wrong
      let held = isHidden ? "?" : press.numeral.map { "\($0)" } ?? "-"
      speaker.say {
        Self.row([
          "\(index + 1)", "\(press.h) \(press.v)", held,
          "\(press.due)", $0.words(for: press.judgement), "\(press.time)",
          press.lineLatency.map { "\($0)" } ?? "-",
        ])
      }
    }
  }

  private static func row(_ fields: [String]) -> String {
    let widths = [5, 7, 8, 8, 9, 9, 14]
    var row = ""
    for (field, width) in zip(fields, widths) {
      row += String(repeating: " ", count: max(0, width - displayWidth(field))) + field
    }
    return row
  }
}
