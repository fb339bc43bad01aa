public import Examiner
import Glibc

/// Estimates the power of a comparison of two groups by simulating the experiment many times.
///
/// The results of a run are the same on every machine and in any order of the runs.
///
///     let power = try SimulatedPower(
///       SimulatedPower.Test(trialCount: 20, numeralCount: 6, hold: 0.65), groups: groups,
///       participantCount: 12, model: MemoryPriors.standard.middle, latencies: .standard,
///       seed: Seed("apple"))
///     let outcome = power.outcome(of: 0..<100)
///     let (share, error) = try SimulatedPower.power(foundCount: outcome.foundCount, of: 100)
public struct SimulatedPower: Sendable {
  /// The trials of each participant.
  ///
  ///     let test = SimulatedPower.Test(trialCount: 50, numeralCount: 5, hold: 210)
  public struct Test: Equatable, Sendable {
    public let trialCount: Int
    public let numeralCount: Int
    /// The time in milliseconds for which numerals are shown; `nil` if the first press masks them.
    public let hold: Double?

    public init(trialCount: Int, numeralCount: Int, hold: Double?) {
      self.trialCount = trialCount
      self.numeralCount = numeralCount
      self.hold = hold
    }

    /// Returns whether a simulated participant passes the trial with a number, on a board of a
    /// difficulty.
    func isPassed(
      by person: SimulatedPerson, trial: Int, difficulty: Double, using generator: inout Generator
    ) -> Bool {
      let memory = person.memory(trial: trial, difficulty: difficulty)
      let play = SimulatedPlay(memory, latencies: person.latencies)
      return play.play(count: numeralCount, hold: hold, using: &generator) == numeralCount
    }

    /// Throws `tooFew` without a trial, and `impossible` without a numeral or for an impossible
    /// hold.
    func check() throws(ScienceError) {
      guard trialCount > 0 else { throw .tooFew(count: trialCount, needed: 1) }
      guard numeralCount > 0 else { throw .impossible(.numeralCount) }
      if let hold { guard hold >= 0, hold <= 1e9 else { throw .impossible(.hold) } }
    }
  }

  private let test: Test
  private let groups: [Capacities]
  private let participantCount: Int
  private let model: MemoryModel
  private let latencies: PressLatencies
  private let variation: Variation
  private let level: Double
  private let seed: Seed

  /// Creates the plan of the experiments.
  ///
  /// All parameters except the capacity are those of `model`, unless they vary. Throws `tooFew` for
  /// fewer than two participants a group or no trial, and `impossible` for values out of their
  /// ranges.
  public init(
    _ test: Test, groups: (Capacities, Capacities), participantCount: Int, model: MemoryModel,
    latencies: PressLatencies, variation: Variation = Variation(), level: Double = 0.05, seed: Seed
  ) throws(ScienceError) {
    guard participantCount >= 2 else { throw .tooFew(count: participantCount, needed: 2) }
    try test.check()
    guard level > 0, level < 1 else { throw .impossible(.probability) }
    for group in [groups.0, groups.1] {
      guard group.isPossible else { throw .impossible(.parameter) }
    }
    self.test = test
    guard variation.isPossible else { throw .impossible(.parameter) }
    self.groups = [groups.0, groups.1]
    self.variation = variation
    self.participantCount = participantCount
    self.model = model
    self.latencies = latencies
    self.level = level
    self.seed = seed
  }

  /// The results of some runs, as sums of whole numbers that can be added in any order.
  ///
  ///     var outcome = power.outcome(of: 0..<50)
  ///     outcome.add(power.outcome(of: 50..<100))
  ///     outcome == power.outcome(of: 0..<100)  // true
  public struct Outcome: Equatable, Sendable {
    public fileprivate(set) var runCount = 0
    /// The number of runs in which the difference was significant.
    public fileprivate(set) var foundCount = 0
    /// For each group: the number of participants, the sum of their passed trials, and the sum of
    /// squares.
    fileprivate var sums = [[0, 0, 0], [0, 0, 0]]

    public init() {}

    /// Adds the results of other runs.
    public mutating func add(_ other: Outcome) {
      runCount += other.runCount
      foundCount += other.foundCount
      for group in sums.indices {
        for index in sums[group].indices { sums[group][index] += other.sums[group][index] }
      }
    }

    /// Adds an experiment in which the participants of the two groups passed these numbers of
    /// trials.
    mutating func add(_ scores: [[Int]], level: Double) {
      for (group, scores) in scores.enumerated() {
        sums[group][0] += scores.count
        sums[group][1] += scores.reduce(0, +)
        sums[group][2] += scores.reduce(0) { $0 + $1 * $1 }
      }
      runCount += 1
      let tallies = scores.map { MeanTally($0.map(Double.init)) }
      // Without any spread there is no test, so that `compare` would find nothing either.
      let test = try? IndependentMeans(tallies[0], tallies[1]).test()
      if let test, test.probability < level { foundCount += 1 }
    }

    /// Returns the mean number of trials that a participant of the group passed.
    public func mean(group: Int) -> Double {
      Double(sums[group][1]) / Double(max(1, sums[group][0]))
    }

    /// Returns the effect size: the difference of the groups in standard deviations.
    ///
    /// Throws `noSpread` if all participants of each group passed alike.
    public func effect() throws(ScienceError) -> Double {
      let variances = sums.map { sum in
        (Double(sum[2]) - Double(sum[1]) * Double(sum[1]) / Double(max(1, sum[0])))
          / Double(max(1, sum[0] - 1))
      }
      let spread = sqrt(max(0, (variances[0] + variances[1]) / 2))
      guard spread > 0 else { throw .noSpread }
      return (mean(group: 1) - mean(group: 0)) / spread
    }
  }

  /// Simulates the runs with these numbers and returns their results.
  ///
  /// Each run has its own generator, derived from the seed and the run's number, so that the sum
  /// does not depend on the division of the runs among cores.
  public func outcome(of runs: Range<Int>) -> Outcome {
    var outcome = Outcome()
    for run in runs { play(run, into: &outcome) }
    return outcome
  }

  private func play(_ run: Int, into outcome: inout Outcome) {
    var generator = Generator(text: Seed(seed, round: run).text)
    outcome.add(groups.map { scores($0, using: &generator) }, level: level)
  }

  private func scores(_ group: Capacities, using generator: inout Generator) -> [Int] {
    (0..<participantCount).map { _ in
      var model = model
      model.capacity = group.draw(using: &generator)
      let person = variation.person(model, latencies, using: &generator)
      return (1...test.trialCount).count { trial in
        let difficulty = variation.difficulty(using: &generator)
        return test.isPassed(by: person, trial: trial, difficulty: difficulty, using: &generator)
      }
    }
  }

  /// Returns the proportion of significant runs, the power, and its standard error.
  public static func power(
    foundCount: Int, of runCount: Int
  ) throws(ScienceError) -> (power: Estimate, error: Double) {
    let proportion = try Proportion(foundCount, of: runCount)
    let share = try proportion.value()
    return (try proportion.estimate(), sqrt(share * (1 - share) / Double(runCount)))
  }
}
