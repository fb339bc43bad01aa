package import Examiner
import Records

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
    /// Since the press before, or since the onset; nil where the round was interrupted in between.
    package let lineLatency: Int?
    package let judgement: Judgement
  }

  /// What became of a press.
  package enum Judgement: String, RecordValue, Sendable {
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
  private var maskPlace: Int?
  private var maskTime = 0
  /// Which moves the presses are.
  private var pressPlaces: [Int] = []
  /// From the onset to the mask, where it came by itself after the hold.
  package private(set) var measuredHold: Int?

  /// Plays the moves of a round; those that the examiner refuses are left out.
  package init(_ round: KeptRound) {
    self.round = round
    var examiner = ChimpanzeeExaminer(board: round.board, rule: round.rule)
    for (index, timed) in round.moves.enumerated() {
      let place = examiner.pressedCount
      guard let outcome = try? examiner.apply(timed.move) else { continue }
      let time = timed.time - round.onset
      if examiner.isMasked && maskPlace == nil {
        maskPlace = index
        maskTime = time
      }
      if timed.move == .holdEnds && !wasInterrupted(upTo: index) { measuredHold = time }
      if case .press(let cell) = timed.move {
        add(cell, outcome, due: round.board.numeral(atPlace: place), at: time, index)
      }
    }
    finish = examiner.finish
    pressedCount = examiner.pressedCount
  }

  private mutating func add(
    _ cell: Cell, _ outcome: Outcome, due: Int, at time: Int, _ place: Int
  ) {
    let held: Int?
    let judgement: Judgement
    switch outcome {
    case .right, .passed: (held, judgement) = (due, .right)
    case .wrong(_, let found, _): (held, judgement) = (found.map(Int.init), .wrong)
    case .ignored, .masked, .gaveUp: (held, judgement) = (nil, .ignored)
    }
    presses.append(
      Press(
        cell: cell, held: held, due: due, time: time,
        lineLatency: wasInterrupted(after: pressPlaces.last, upTo: place)
          ? nil : time - (presses.last?.time ?? 0),
        judgement: judgement))
    pressPlaces.append(place)
  }

  /// Whether the round was interrupted before a move, and after an earlier one or the onset.
  ///
  /// What is measured across an interruption is not known.
  private func wasInterrupted(after first: Int? = nil, upTo last: Int) -> Bool {
    // NB: the last gap up to there tells, and is found among as many as there are moves.
    var (low, high) = (0, round.gaps.count)
    while low < high {
      let middle = (low + high) / 2
      if round.gaps[middle] <= last { low = middle + 1 } else { high = middle }
    }
    return low > 0 && round.gaps[low - 1] > first ?? -1
  }

  /// From the onset to the mask; nil where nothing was masked, or its time is not known.
  package var studyTime: Int? {
    guard let maskPlace, !wasInterrupted(upTo: maskPlace) else { return nil }
    return maskTime
  }

  /// From the onset to the last press; nil where its time is not known.
  package var time: Int? {
    guard let place = pressPlaces.last, !wasInterrupted(upTo: place) else { return nil }
    return presses.last?.time
  }

  /// How the round ended, or was ended; nil where it goes on or was left behind.
  package var outcome: RoundOutcome? { round.outcome ?? finish.map(RoundOutcome.init) }

  /// Whether the numerals were masked.
  package var wasMasked: Bool { maskPlace != nil }

  /// From the mask to the last press; nil where nothing was masked or pressed after it.
  package var recallTime: Int? {
    guard let maskPlace, let last = presses.last, let place = pressPlaces.last,
      place >= maskPlace, !wasInterrupted(after: maskPlace, upTo: place)
    else { return nil }
    return last.time - maskTime
  }

  /// From the onset to the first press.
  package var firstPressFromOnset: Int? {
    guard let place = pressPlaces.first, !wasInterrupted(upTo: place) else { return nil }
    return presses.first?.time
  }

  /// From the mask to the first press, where the mask came before it.
  package var firstPressFromMask: Int? {
    guard let maskPlace, let first = presses.first, let place = pressPlaces.first,
      place >= maskPlace, !wasInterrupted(after: maskPlace, upTo: place)
    else { return nil }
    return first.time - maskTime
  }
}
