@testable import Archive
import Examiner
import Game
import Science
@testable import Statistics

/// Returns a trial with a right press at each of the times, in milliseconds; unless it is passed, a
/// wrong press follows.
func trial(
  _ times: [Int], in test: String = "inoue-210", isPassed: Bool = true, count: Int = 5,
  board: Int = 0, of participant: String = "P07", session: Int = 1,
  isReadingOrder: Bool = false, isComplete: Bool = true, estimate: String? = nil,
  test number: Int = 1, ranks: [Int]? = nil
) -> ReadTrial {
  var values = Trial()
  values.test = test
  values.testId = "\(test)/\(session)/\(number)"
  values.board = "\(board)"
  values.count = count
  values.requestedHold = TestPreset.named(test)?.plan.rule.hold
  values.condition = values.requestedHold == nil ? "masking" : "hold"
  values.outcome = isPassed ? "passed" : "failed"
  values.measures.rightBeforeError = times.count
  values.measures.firstPressFromMask = times.first
  values.measures.firstPressFromOnset = times.first
  values.readingOrder = isReadingOrder ? 1 : 0
  values.onsetDate = "2026-11-22T13:04:53.503Z"
  values.testComplete = isComplete ? 1 : 0
  values.estimate = estimate
  values.estimateDeviation = estimate.map { _ in "0.5000" }
  var presses = times.map { press(.right, lineLatency: $0) }
  if !isPassed { presses.append(press(.wrong)) }
  return ReadTrial(
    participant: participant, session: session, exclusions: [], presses: presses, values: values,
    ranks: ranks)
}

/// Returns a press with a judgement and a latency.
private func press(
  _ judgement: RoundMeasures.Judgement, lineLatency: Int? = nil
) -> RoundMeasures.Press {
  var press = RoundMeasures.Press()
  press.judgement = judgement
  press.lineLatency = lineLatency
  return press
}

/// Adds the trials to the tally and returns its figures.
func figures<Tally: TrialTally>(_ tally: Tally, _ trials: [ReadTrial]) -> Tally.Figures {
  var tally = tally
  for trial in trials { tally.add(trial) }
  return tally.figures
}

/// Returns the share of passed trials, with its interval.
func share(_ passedCount: Int, of count: Int) throws -> Share {
  Share(try Proportion(passedCount, of: count))
}

/// Returns a group of trials that has a single number, such as one hold or one position.
func group(
  _ number: Int, _ passedCount: Int, of count: Int, chance: Double? = nil
) throws -> TrialGroup {
  TrialGroup(number...number, try Proportion(passedCount, of: count), chance: chance)
}

/// Returns the mean latency of some times; `nil` stands for a time that is not known.
func latency(_ times: [Double?]) -> Latency {
  var tally = LatencyTally()
  for time in times { tally.add(time) }
  return Latency(tally)
}
