package import Science

/// The geometric mean of press times, in milliseconds.
///
///     var tally = LatencyTally()
///     for time in [400.0, 900.0] { tally.add(time) }
///     Latency(tally).mean  // Optional(600.0), but for rounding
package struct Latency: Equatable, Sendable {
  /// The number of times in the mean.
  package let count: Int
  /// The number of participants whose means are averaged; `nil` for a single participant.
  package let participantCount: Int?
  /// The number of presses whose time is unknown.
  package let missingCount: Int
  /// The number of times that were skipped because they are not positive.
  package let impossibleCount: Int
  /// The geometric mean; `nil` without a time.
  package let mean: Double?
  /// The mean with its interval; a failure if there are fewer than three, or all are equal.
  package let estimate: Result<Estimate, ScienceError>

  /// Computes the mean for a single participant.
  package init(_ tally: LatencyTally) {
    count = tally.count
    participantCount = nil
    missingCount = tally.missingCount
    impossibleCount = tally.impossibleCount
    mean = try? tally.geometricMean()
    estimate = Result { () throws(ScienceError) in try tally.shownEstimate() }
  }

  /// Computes the mean over participants, some of whom may have no times.
  init(_ tallies: [LatencyTally]) {
    var means = LatencyTally()
    for tally in tallies { if let mean = try? tally.geometricMean() { means.add(mean) } }
    count = tallies.reduce(0) { $0 + $1.count }
    participantCount = means.count
    missingCount = tallies.reduce(0) { $0 + $1.missingCount }
    impossibleCount = tallies.reduce(0) { $0 + $1.impossibleCount }
    mean = try? means.geometricMean()
    estimate = Result { () throws(ScienceError) in try means.shownEstimate() }
  }

  static func over(_ participants: [LatencyTally], overParticipants: Bool) -> Latency {
    overParticipants ? Latency(participants) : Latency(participants.first ?? LatencyTally())
  }

  /// The interval of the mean; `nil` if it has none.
  package var interval: Interval? { (try? estimate.get())?.interval }
}

/// The numbers of times that a rule for outliers has excluded, below and above its bounds.
///
///     TrimmedTimes(.range(150...2000), belowCount: 1, aboveCount: 2).count  // 3
package struct TrimmedTimes: Equatable, Sendable {
  package let rule: LatencyTrim
  package private(set) var belowCount = 0
  package private(set) var aboveCount = 0

  package init(_ rule: LatencyTrim, belowCount: Int = 0, aboveCount: Int = 0) {
    self.rule = rule
    self.belowCount = belowCount
    self.aboveCount = aboveCount
  }

  package var count: Int { belowCount + aboveCount }

  mutating func add(_ other: TrimmedTimes) {
    belowCount += other.belowCount
    aboveCount += other.aboveCount
  }

  mutating func add(below: Int, above: Int) {
    belowCount += below
    aboveCount += above
  }
}
