package import Examiner

/// What a round was like: read from its moves by playing them through the examiner once more.
///
/// Times are in milliseconds; those of presses count from the onset.
package struct RoundReport: Equatable, Sendable {
  /// One press.
  package struct Press: Equatable, Sendable {
    package let cell: Cell
    /// The numeral that the cell held; nil where it was empty.
    package let held: Int?
    package let due: Int
    /// Since the onset; on a line a press is seen when the line is ended.
    package let time: Int
    /// Since the press before, or since the onset.
    package let lineLatency: Int
    package let judgement: Judgement
  }

  /// What became of a press.
  package enum Judgement: String, Sendable {
    case right
    case wrong
    /// The cell was empty, and the rule lets that be.
    case ignored
  }

  package let round: KeptRound
  package private(set) var presses: [Press] = []
  /// How the round ended; nil where it goes on, or nobody was there to end it.
  package private(set) var finish: ChimpanzeeExaminer.Finish?
  /// How many numerals were pressed rightly, which is before the first error.
  package private(set) var pressedCount = 0
  /// From the onset to the mask; nil where nothing was masked.
  package private(set) var studyTime: Int?
  /// From the onset to the mask, where it came by itself after the hold.
  package private(set) var measuredHold: Int?

  /// Plays the moves of a round; those that the examiner refuses are left out.
  package init(_ round: KeptRound) {
    self.round = round
    var examiner = ChimpanzeeExaminer(board: round.board, rule: round.rule)
    for timed in round.moves {
      let place = examiner.pressedCount
      guard let outcome = try? examiner.apply(timed.move) else { continue }
      let time = timed.time - round.onset
      if examiner.isMasked && studyTime == nil { studyTime = time }
      if timed.move == .holdEnds { measuredHold = time }
      if case .press(let cell) = timed.move {
        add(cell, outcome, due: round.board.numeral(atPlace: place), at: time)
      }
    }
    finish = examiner.finish
    pressedCount = examiner.pressedCount
  }

  private mutating func add(_ cell: Cell, _ outcome: Outcome, due: Int, at time: Int) {
    let held: Int?
    let judgement: Judgement
    switch outcome {
    case .right, .passed: (held, judgement) = (due, .right)
    case .wrong(_, let found, _): (held, judgement) = (found, .wrong)
    case .ignored, .masked, .gaveUp: (held, judgement) = (nil, .ignored)
    }
    presses.append(
      Press(
        cell: cell, held: held, due: due, time: time,
        lineLatency: time - (presses.last?.time ?? 0), judgement: judgement))
  }

  /// From the mask to the last press; nil where nothing was masked or pressed after it.
  package var recallTime: Int? {
    guard let studyTime, let last = presses.last, last.time >= studyTime else { return nil }
    return last.time - studyTime
  }

  /// From the onset to the first press.
  package var firstPressFromOnset: Int? { presses.first?.time }

  /// From the mask to the first press, where the mask came before it.
  package var firstPressFromMask: Int? {
    guard let studyTime, let first = presses.first, first.time >= studyTime else { return nil }
    return first.time - studyTime
  }
}
