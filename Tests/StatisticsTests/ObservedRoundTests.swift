import Game
import Science
@testable import Statistics
import Testing

/// Tests of the rounds from which the memory model is estimated.
struct ObservedRoundTests {
  /// Returns a right press at a time since the onset.
  private func press(at time: Int, masked: Int) -> RoundMeasures.Press {
    var press = RoundMeasures.Press()
    press.judgement = .right
    press.time = time
    press.masked = masked
    return press
  }

  /// Returns the round of a board with three numerals and a hold of 320 ms.
  private func round(maskedAt maskTime: Int, _ presses: RoundMeasures.Press...) -> ObservedTrials {
    var trials = ObservedTrials()
    let isAdded = trials.add(count: 3, hold: 320, maskTime: maskTime, presses: presses)
    #expect(isAdded)
    return trials
  }

  /// Returns what the model is told: the hold, and the time of each press since the mask.
  private func observed(hold: Double, _ seconds: Double?...) throws -> ObservedTrials {
    var trials = ObservedTrials()
    let presses = seconds.map { ObservedPress(seconds: $0, isRight: true) }
    try trials.add(count: 3, hold: hold, presses: presses)
    return trials
  }

  @Test func `A press that ends the look needs no memory, and the first one after it does`() throws
  {
    let ended = round(maskedAt: 160, press(at: 160, masked: 0), press(at: 400, masked: 1))
    #expect(ended == (try observed(hold: 160, nil, 0.24)))
    let hidden = round(maskedAt: 160, press(at: 160, masked: 1), press(at: 400, masked: 1))
    #expect(hidden == (try observed(hold: 160, 0, 0.24)))
    let whole = round(maskedAt: 320, press(at: 320, masked: 1), press(at: 560, masked: 1))
    #expect(whole == (try observed(hold: 320, 0, 0.24)))
  }
}
