package import Archive
import Examiner
import Game
package import Statistics

/// Returns a trial with a right press at each of the times, in milliseconds; unless it is passed, a
/// wrong press follows.
package func trial(
  _ times: [Int], in test: String = "inoue-210", isPassed: Bool = true, count: Int = 5,
  board: Int = 0, of participant: String = "P07", session: Int = 1,
  isReadingOrder: Bool = false, study: String? = nil, isComplete: Bool = true,
  estimate: String? = nil, deviation: String = "0.5000", test number: Int = 1, ranks: [Int]? = nil,
  on day: String = "2026-11-22", settings: String? = nil
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
  values.onsetDate = "\(day)T13:04:53.503Z"
  values.testSettings = settings
  values.testComplete = isComplete ? 1 : 0
  values.study = study
  values.estimate = estimate
  values.estimateDeviation = estimate.map { _ in deviation }
  var presses = times.enumerated().map { number, time in
    press(.right, index: number + 1, lineLatency: time)
  }
  if !isPassed { presses.append(press(.wrong, index: times.count + 1)) }
  return ReadTrial(
    participant: participant, session: session, exclusions: [], presses: presses, values: values,
    ranks: ranks)
}

/// Returns a press with a judgement and a latency.
private func press(
  _ judgement: RoundMeasures.Judgement, index: Int, lineLatency: Int? = nil
) -> RoundMeasures.Press {
  var press = RoundMeasures.Press()
  press.index = index
  press.judgement = judgement
  press.lineLatency = lineLatency
  return press
}

/// Adds the trials to the tally and returns its figures.
package func figures<Tally: TrialTally>(_ tally: Tally, _ trials: [ReadTrial]) -> Tally.Figures {
  var tally = tally
  for trial in trials { tally.add(trial) }
  return tally.figures
}
