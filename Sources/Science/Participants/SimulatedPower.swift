package import Examiner
import Glibc

/// How often a difference between two groups is found, by playing the experiment many times.
package struct SimulatedPower: Sendable {
  /// A group of participants that differ in their capacity.
  package struct Group: Equatable, Sendable {
    package let capacity: Double
    package let deviation: Double

    package init(capacity: Double, deviation: Double) {
      (self.capacity, self.deviation) = (capacity, deviation)
    }
  }

  /// What each participant does.
  package struct Test: Equatable, Sendable {
    package let trialCount: Int
    package let numeralCount: Int
    /// The hold in milliseconds; nothing where the first press masks.
    package let hold: Double?

    package init(trialCount: Int, numeralCount: Int, hold: Double?) {
      (self.trialCount, self.numeralCount, self.hold) = (trialCount, numeralCount, hold)
    }
  }

  private let test: Test
  private let groups: [Group]
  private let participantCount: Int
  private let model: MemoryModel
  private let latencies: PressLatencies
  private let level: Double
  private let seed: Seed

  /// Plans experiments; whatever but the capacity is as in the model.
  package init(
    _ test: Test, groups: (Group, Group), participantCount: Int, model: MemoryModel,
    latencies: PressLatencies, level: Double = 0.05, seed: Seed
  ) throws(StatisticFault) {
    guard participantCount >= 2 else { throw .tooFew(count: participantCount, needed: 2) }
    guard test.trialCount > 0 else { throw .tooFew(count: test.trialCount, needed: 1) }
    guard test.numeralCount > 0 else { throw .impossible(.numeralCount) }
    if let hold = test.hold { guard hold >= 0, hold <= 1e9 else { throw .impossible(.hold) } }
    guard level > 0, level < 1 else { throw .impossible(.probability) }
    for group in [groups.0, groups.1] {
      guard group.capacity >= 0, group.capacity <= 1e6, group.deviation >= 0, group.deviation <= 1e6
      else { throw .impossible(.parameter) }
    }
    (self.test, self.groups) = (test, [groups.0, groups.1])
    (self.participantCount, self.model, self.latencies) = (participantCount, model, latencies)
    (self.level, self.seed) = (level, seed)
  }

  /// What came of some runs; sums of whole numbers, so that any division into chunks has the same.
  package struct Outcome: Equatable, Sendable {
    package fileprivate(set) var runCount = 0
    /// In how many runs the difference was found.
    package fileprivate(set) var foundCount = 0
    /// The participants of a group, the trials that they passed, and the squares of those numbers.
    fileprivate var sums = [[0, 0, 0], [0, 0, 0]]

    package init() {}

    /// Takes the outcome of other runs.
    package mutating func add(_ other: Outcome) {
      runCount += other.runCount
      foundCount += other.foundCount
      for group in sums.indices {
        for place in sums[group].indices { sums[group][place] += other.sums[group][place] }
      }
    }

    /// How many trials the participants of a group passed, on average.
    package func mean(group: Int) -> Double {
      Double(sums[group][1]) / Double(max(1, sums[group][0]))
    }

    /// The difference of the groups in standard deviations of their participants.
    package func effect() throws(StatisticFault) -> Double {
      let variances = sums.map { sum in
        (Double(sum[2]) - Double(sum[1]) * Double(sum[1]) / Double(max(1, sum[0])))
          / Double(max(1, sum[0] - 1))
      }
      let spread = sqrt(max(0, (variances[0] + variances[1]) / 2))
      guard spread > 0 else { throw .noSpread }
      return (mean(group: 1) - mean(group: 0)) / spread
    }
  }

  /// Plays these runs.
  ///
  /// Each run has a generator of its own out of the seed and its number, so that any division into
  /// chunks has the same sum.
  package func outcome(of runs: Range<Int>) -> Outcome {
    var outcome = Outcome()
    for run in runs { play(run, into: &outcome) }
    return outcome
  }

  private func play(_ run: Int, into outcome: inout Outcome) {
    var generator = Generator(text: Seed(seed, round: run).text)
    var tallies: [MeanTally] = []
    for group in groups.indices {
      let scores = scores(groups[group], using: &generator)
      outcome.sums[group][0] += scores.count
      outcome.sums[group][1] += scores.reduce(0, +)
      outcome.sums[group][2] += scores.reduce(0) { $0 + $1 * $1 }
      tallies.append(MeanTally(scores.map(Double.init)))
    }
    outcome.runCount += 1
    if isDifferent(tallies[0], tallies[1]) { outcome.foundCount += 1 }
  }

  private func isDifferent(_ one: MeanTally, _ other: MeanTally) -> Bool {
    do throws(StatisticFault) {
      return try IndependentMeans(one, other).test().probability < level
    } catch {
      // Without any spread the groups differ or they don't.
      return (try? one.mean()) != (try? other.mean())
    }
  }

  private func scores(_ group: Group, using generator: inout Generator) -> [Int] {
    (0..<participantCount).map { _ in
      var model = model
      model.capacity = max(0, group.capacity + group.deviation * generator.normal())
      let play = SimulatedPlay(model, latencies: latencies)
      return (0..<test.trialCount).count { _ in
        play.play(count: test.numeralCount, hold: test.hold, using: &generator)
          == test.numeralCount
      }
    }
  }

  /// The share of runs that found the difference, and the error that it has by chance.
  package static func power(
    foundCount: Int, of runCount: Int
  ) throws(StatisticFault) -> (power: Estimate, error: Double) {
    let proportion = try Proportion(foundCount, of: runCount)
    let share = try proportion.value()
    return (try proportion.estimate(), sqrt(share * (1 - share) / Double(runCount)))
  }
}
