package import Examiner
import Glibc

/// How often a difference between two groups is found, by playing the experiment many times.
package struct SimulatedPower: Sendable {
  /// A group of participants that differ in their capacity.
  package struct Group: Equatable, Sendable {
    package let capacity: Double
    package let deviation: Double

    /// Describes a group.
    package init(capacity: Double, deviation: Double) {
      self.capacity = capacity
      self.deviation = deviation
    }
  }

  /// What each participant does.
  package struct Test: Equatable, Sendable {
    package let trialCount: Int
    package let numeralCount: Int
    /// The hold in milliseconds; nothing where the first press masks.
    package let hold: Double?

    /// Describes a test.
    package init(trialCount: Int, numeralCount: Int, hold: Double?) {
      self.trialCount = trialCount
      self.numeralCount = numeralCount
      self.hold = hold
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
      guard group.capacity >= 0, group.capacity <= 1e6, group.deviation >= 0,
        group.deviation <= 1e6
      else { throw .impossible(.parameter) }
    }
    self.test = test
    self.groups = [groups.0, groups.1]
    self.participantCount = participantCount
    self.model = model
    self.latencies = latencies
    self.level = level
    self.seed = seed
  }

  /// In how many of these runs the difference is found.
  ///
  /// Each run has a generator of its own out of the seed and its number, so that any division into
  /// chunks has the same sum.
  package func foundCount(in runs: Range<Int>) -> Int {
    var count = 0
    for run in runs where isFound(in: run) { count += 1 }
    return count
  }

  private func isFound(in run: Int) -> Bool {
    var generator = Generator(text: Seed(seed, round: run).text)
    let scores = groups.map { score($0, using: &generator) }
    do {
      return try IndependentMeans(scores[0], scores[1]).test().probability < level
    } catch {
      // Without any spread the groups differ or they don't.
      let means = scores.map { try? $0.mean() }
      return means[0] != means[1]
    }
  }

  /// The passes of each participant of a group.
  private func score(_ group: Group, using generator: inout Generator) -> MeanTally {
    var tally = MeanTally()
    for _ in 0..<participantCount {
      var model = model
      model.capacity = max(0, group.capacity + group.deviation * generator.normal())
      let play = SimulatedPlay(model, latencies: latencies)
      var passCount = 0
      for _ in 0..<test.trialCount {
        let rightCount = play.play(
          count: test.numeralCount, hold: test.hold, using: &generator)
        if rightCount == test.numeralCount { passCount += 1 }
      }
      tally.add(Double(passCount))
    }
    return tally
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
