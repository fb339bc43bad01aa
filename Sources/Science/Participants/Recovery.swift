public import Examiner

/// A parameter recovery: participants with random parameters are simulated, and the parameters
/// estimated.
///
/// A participant depends only on the seed and the participant's number, not on the machine or the
/// order.
///
///     let participants = try (1...10).map { try Recovery.participant($0, seed: Seed("apple")) }
///     let correlation = try Recovery.correlation(.capacity, of: participants).value
public enum Recovery: Sendable {
  /// A simulated participant with its true and its estimated parameters.
  ///
  ///     let participant = try Recovery.participant(1, seed: Seed("apple"))
  ///     print(participant.truth.capacity, participant.found.capacity)
  public struct Participant: Equatable, Sendable {
    public let truth: MemoryModel
    public let found: MemoryModel
    /// The parameters that the trials determine; all of them unless they were asked for.
    public let identified: [MemoryParameter]
  }

  /// The published design: trials with 5 to 10 numerals, 150 with limited time and 120 without.
  private static let blocks: [(trialCount: Int, holds: [Double?])] = [
    (150, [210, 430, 650]), (120, [nil]),
  ]

  /// Simulates a participant of the published design; the random numbers depend on `seed` and
  /// `number`.
  public static func participant(
    _ number: Int, seed: Seed, priors: MemoryPriors = .standard, like people: Population? = nil,
    identifies: Bool = false
  ) throws(ScienceError) -> Participant {
    let latencies = if let people { people.latencies } else { try PressLatencies(spread: 0.3) }
    return try participant(
      seed: Seed(seed, round: number), priors: priors, like: people, identifies: identifies
    ) {
      model, generator throws(ScienceError) in
      try play(SimulatedPlay(model, latencies: latencies), using: &generator)
    }
  }

  /// Draws parameters, simulates a participant with `play`, and estimates the parameters.
  ///
  /// The parameters are those of a random person of the population, or drawn from the priors if
  /// `people` is `nil`. The estimation uses the same priors. With `identifies` it also finds the
  /// parameters that the trials determine. Throws the errors of `play` and of ``MemoryFit``.
  public static func participant(
    seed: Seed, priors: MemoryPriors = .standard, like people: Population? = nil,
    identifies: Bool = false,
    playing play: (MemoryModel, inout Generator) throws(ScienceError) -> ObservedTrials
  ) throws(ScienceError) -> Participant {
    var generator = Generator(text: seed.text)
    let truth = people?.draw(using: &generator) ?? draw(from: priors, using: &generator)
    let trials = try play(truth, &generator)
    let fit = try MemoryFit(trials, priors: priors)
    let identified =
      identifies
      ? try fit.identifications(of: trials).filter(\.isIdentified).map(\.parameter)
      : MemoryParameter.allCases
    return Participant(truth: truth, found: fit.model, identified: identified)
  }

  /// Draws each parameter except the spread from its prior.
  private static func draw(
    from priors: MemoryPriors, using generator: inout Generator
  ) -> MemoryModel {
    var model = priors.middle
    for parameter in MemoryParameter.allCases where parameter != .spread {
      model[parameter] = priors.value(of: parameter, score: generator.normal())
    }
    return model
  }

  private static func play(
    _ play: SimulatedPlay, using generator: inout Generator
  ) throws(ScienceError) -> ObservedTrials {
    var trials = ObservedTrials()
    let counts = 5...10
    for (trialCount, holds) in blocks {
      for trial in 0..<trialCount {
        let count = counts.lowerBound + trial % counts.count
        let hold = holds[trial / counts.count % holds.count]
        var presses: [ObservedPress] = []
        _ = play.play(count: count, hold: hold, using: &generator) { presses.append($0) }
        try trials.add(count: count, hold: hold, presses: presses)
      }
    }
    return trials
  }

  /// Returns the correlation of the true and the estimated values of a parameter, over those
  /// participants whose trials determine it.
  ///
  /// A slope below 1 shows that the prior draws the estimates together.
  public static func correlation(
    _ parameter: MemoryParameter, of participants: [Participant]
  ) throws(ScienceError) -> Correlation {
    let pairs = participants.filter { $0.identified.contains(parameter) }.map {
      (parameter.score(value: $0.truth[parameter]), parameter.score(value: $0.found[parameter]))
    }
    return try Correlation(pairs)
  }
}
