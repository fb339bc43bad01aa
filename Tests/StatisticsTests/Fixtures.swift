import Science
@testable import Statistics

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
