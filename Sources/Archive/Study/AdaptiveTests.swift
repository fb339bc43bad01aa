public import Game

/// The rounds of adaptive tests, at most some forty of each, by test.
///
///     var tests = AdaptiveTests()
///     for trial in trials { print(tests.rounds(upTo: trial).count) }
public struct AdaptiveTests {
  private var rounds: [String: [PlayedStimulus]] = [:]

  public init() {}

  /// Returns the rounds that the course of an adaptive test has counted, with this trial as the
  /// last; empty for another test.
  ///
  /// The course counts neither practice, nor a round that was replaced, nor the one in which the
  /// test was stopped.
  public mutating func rounds(upTo values: Trial) -> [PlayedStimulus] {
    guard let name = values.testId, let test = values.test, test.hasPrefix("adapt-") else {
      return []
    }
    if values.isOfTest, values.finished == 1, values.countsForTest {
      let stimulus = test == "adapt-hold" ? values.requestedHold : values.count
      rounds[name, default: []].append(
        PlayedStimulus(
          stimulus: stimulus ?? 0, isPassed: values.isCompleted))
    }
    return rounds[name] ?? []
  }
}
