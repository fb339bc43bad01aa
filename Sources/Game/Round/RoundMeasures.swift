package import Examiner
import Records

/// What is measured in a round; each member is a column of the trials.
package struct TrialMeasures: Equatable, Sendable {
  /// From the write of the numerals to the return of the write of the mask, where the mask came by
  /// itself after the hold.
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

  package init() {}
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

    package init() {}

    /// Takes what no press keeps, or what was not kept once, from the same press played once more.
    package mutating func complete(from other: Press) {
      input = input ?? other.input
      position = other.position
      dueH = other.dueH
      dueV = other.dueV
      masked = other.masked
      correct = other.correct
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

  package private(set) var wasMasked = false
  /// What the columns of the trials say.
  package private(set) var trial = TrialMeasures()

  private let onset: Int
  private let board: Board
  /// When the numerals were written, in milliseconds since the onset.
  package var shown: Int?
  private var hasErred = false
  private var maskTime = 0
  private var lastPressTime = 0
  /// How many presses the last line made, and whether it began while the numerals could be seen.
  private var linePressCount = 0
  private var lineBeganUnmasked = false
  private var isKnownSinceOnset = true
  private var isKnownSinceMask = true
  private var isKnownSincePress = true

  /// Creates the measures of a round before its first move; `shown` is when its numerals were
  /// written, in milliseconds since the onset.
  package init(board: Board, onset: Int, shown: Int? = nil) {
    self.board = board
    self.onset = onset
    self.shown = shown
  }

  /// The accuracy of the hold; `nil` if nothing was requested, or the mask did not come by itself.
  package func holdAccuracy(requested: Int?) -> HoldAccuracy? {
    guard let requested, let measured = trial.measuredHold else { return nil }
    return HoldAccuracy(requested: requested, measured: measured)
  }

  /// Takes a move and what it did; answers the press that it was.
  package mutating func take(
    _ outcome: Outcome, at date: Int, by input: PressInput, continuesLine: Bool = false
  ) -> Press? {
    let time = date - onset
    let masked = wasMasked ? 1 : 0
    if !continuesLine { (linePressCount, lineBeganUnmasked) = (0, !wasMasked) }
    if outcome.masks { noteMask(at: time) }
    if let end = outcome.finish { finish = end }
    if case .masked(byHold: true) = outcome, isKnownSinceOnset {
      trial.measuredHold = time - (shown ?? 0)
    }
    guard case .press(let cell) = outcome.move else { return nil }
    var press = press(cell, outcome, at: time)
    press.input = input
    press.masked = masked
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
  package mutating func play<Stop: Error>(
    _ moves: [TimedMove], _ gaps: [Int], on game: consuming ChimpanzeeExaminer,
    by usualInput: PressInput, _ refused: (Int, MoveError) throws(Stop) -> Void
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
      do throws(MoveError) { outcome = try game.apply(timed.move) } catch {
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
    isKnownSinceOnset = false
    isKnownSinceMask = false
    isKnownSincePress = false
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
    let due = board.numeral(atIndex: pressedCount)
    let numeral: Int?
    let judgement: Judgement
    switch outcome {
    case .right, .passed: (numeral, judgement) = (due, .right)
    case .wrong(_, let found, _), .mistaken(_, let found, _):
      numeral = found.map(Int.init)
      judgement = .wrong
    case .ignored, .masked, .gaveUp, .timedOut: (numeral, judgement) = (nil, .ignored)
    }
    let dueCell = board.cell(atIndex: pressedCount)
    var press = Press()
    press.index = pressCount + 1
    press.h = cell.h
    press.v = cell.v
    press.numeral = numeral
    press.due = due
    press.judgement = judgement
    press.time = time
    press.lineLatency = isKnownSincePress ? time - lastPressTime : nil
    press.position = pressedCount + 1
    press.dueH = dueCell.h
    press.dueV = dueCell.v
    press.correct = judgement == .ignored ? nil : judgement == .right ? 1 : 0
    return press
  }

  private mutating func notePress(at time: Int) {
    let fromMask = wasMasked && isKnownSinceMask ? time - maskTime : nil
    trial.time = isKnownSinceOnset ? time : nil
    trial.recallTime = fromMask
    if pressCount == 0 {
      trial.firstPressFromOnset = trial.time
      trial.firstPressFromMask = fromMask
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
  package init<Stop: Error>(
    _ round: consuming KeptRound, _ refused: (Int, MoveError) throws(Stop) -> Void
  ) throws(Stop) {
    var measures = RoundMeasures(
      board: round.board, onset: round.onset, shown: round.exposure.measuredShown)
    presses = try measures.play(
      round.moves, round.gaps, on: round.newGame, by: round.usualInput, refused)
    self.round = round
    self.measures = measures
  }

  package subscript<Value>(dynamicMember path: KeyPath<RoundMeasures, Value>) -> Value {
    measures[keyPath: path]
  }

  /// How the round ended, or was ended; nil where it goes on or was left behind.
  package var outcome: RoundOutcome? { round.outcome ?? measures.finish.map(RoundOutcome.init) }
}
