public import Examiner

/// A method that estimates the memory span: a kind of test.
///
/// Methods are compared on a simulated participant.
///
///     var generator = Generator(text: "apple")
///     let curve = SpanCurve(span: 7, width: 0.8, lapse: 0.02)
///     let outcome = try SpanProcedure.staircase(passesNeeded: 2)
///       .play(curve, from: SpanQuest(), using: &generator)
///     print(outcome.estimate, outcome.trialCount)
public enum SpanProcedure: Equatable, Sendable {
  /// A pass adds one numeral; `limit` failures end the test.
  ///
  /// The estimate is the largest number passed.
  case strikes(start: Int, limit: Int)
  /// A pass adds one numeral and a failure removes one; `limit` failures end the test.
  case ladder(start: Int, limit: Int)
  /// Each number of numerals has `trials` trials; the test ends when all trials of one number fail.
  case lengths(start: Int, trials: Int)
  /// A staircase with eight reversals.
  case staircase(passesNeeded: Int)
  /// QUEST+ with a fixed number of trials.
  case quest(trials: Int)

  /// The estimate of a test and the number of its trials.
  ///
  ///     let outcome = try runs.outcome(of: 0)
  ///     print(outcome.estimate, "after", outcome.trialCount, "trials")
  public struct Outcome: Equatable, Sendable {
    public let estimate: Double
    public let trialCount: Int
  }

  /// Simulates one test; QUEST+ starts from the state `quest`.
  ///
  /// Throws the errors of a staircase: `impossible` for its settings, and `tooFew` if 1,000 trials
  /// have too few reversals.
  public func play(
    _ curve: SpanCurve, from quest: SpanQuest, using generator: inout Generator
  ) throws(ScienceError) -> Outcome {
    switch self {
    case .strikes(let start, let limit):
      return climb(curve, from: start, limit: limit, down: 0, using: &generator)
    case .ladder(let start, let limit):
      return climb(curve, from: start, limit: limit, down: 1, using: &generator)
    case .lengths(let start, let trials):
      return lengths(curve, from: start, trials: trials, using: &generator)
    case .staircase(let passesNeeded):
      var staircase = try Staircase.forCounts(passesNeeded: passesNeeded)
      while !staircase.isOver, staircase.trialCount < Self.mostTrials {
        let chance = curve.passing(count: Int(staircase.stimulus))
        staircase.add(isPassed: generator.unit() < chance)
      }
      return Outcome(estimate: try staircase.estimate(), trialCount: staircase.trialCount)
    case .quest(let trials):
      var quest = quest
      for _ in 0..<trials {
        let count = quest.nextCount
        try quest.add(count: count, isPassed: generator.unit() < curve.passing(count: count))
      }
      return Outcome(estimate: quest.posterior.mean, trialCount: trials)
    }
  }

  private static var mostTrials: Int { 1000 }

  private func climb(
    _ curve: SpanCurve, from start: Int, limit: Int, down: Int, using generator: inout Generator
  ) -> Outcome {
    var count = start
    var failCount = 0
    var trialCount = 0
    var best = 0
    while failCount < limit, trialCount < Self.mostTrials {
      trialCount += 1
      if generator.unit() < curve.passing(count: count) {
        best = max(best, count)
        count += 1
      } else {
        failCount += 1
        count = max(1, count - down)
      }
    }
    return Outcome(estimate: Double(best), trialCount: trialCount)
  }

  private func lengths(
    _ curve: SpanCurve, from start: Int, trials: Int, using generator: inout Generator
  ) -> Outcome {
    var count = start
    var trialCount = 0
    var best = 0
    while trialCount < Self.mostTrials {
      var hasPassed = false
      for _ in 0..<trials where generator.unit() < curve.passing(count: count) { hasPassed = true }
      trialCount += trials
      guard hasPassed else { break }
      best = count
      count += 1
    }
    return Outcome(estimate: Double(best), trialCount: trialCount)
  }
}

/// Repeated simulated tests of one method.
///
/// The outcome of a run depends only on the seed and the run's number, not on the order of the
/// runs.
///
///     let curve = SpanCurve(span: 7, width: 0.8, lapse: 0.02)
///     let runs = try ProcedureRuns(.quest(trials: 30), curve: curve, seed: Seed("apple"))
///     let estimates = try (0..<100).map { try runs.outcome(of: $0).estimate }
public struct ProcedureRuns: Sendable {
  public let procedure: SpanProcedure
  public let curve: SpanCurve
  private let seed: Seed
  /// The initial state of QUEST+, cached because creating its grid takes longer than a trial.
  private let quest: SpanQuest

  /// Creates the runs, each with random numbers derived from the seed and the run's number.
  public init(_ procedure: SpanProcedure, curve: SpanCurve, seed: Seed) throws(ScienceError) {
    quest = try SpanQuest()
    self.procedure = procedure
    self.curve = curve
    self.seed = seed
  }

  /// Simulates the test with a number and returns its estimate.
  public func outcome(of run: Int) throws(ScienceError) -> SpanProcedure.Outcome {
    var generator = Generator(text: Seed(seed, round: run).text)
    return try procedure.play(curve, from: quest, using: &generator)
  }
}
