import Glibc

/// The likelihood of a mixed logistic regression, by the Laplace approximation.
///
/// A point consists of the deviations of the factors, then the fixed effects. The intercepts of the
/// levels are deviations times standard normal values; the most likely ones are found by penalised
/// iteratively reweighted least squares. A deviation may be negative and means its amount.
struct MixedLikelihood {
  /// A random factor of the model: participants or boards.
  enum Group { case participants, boards }

  /// The factors in the order of the deviations.
  let groups: [Group]
  let effectCount: Int
  let trialCount: Int
  private let design: [Double]
  private let outcomes: [Double]
  private let levels: CrossedLevels
  /// `true` if the participants are the factor that is eliminated.
  private let isParticipantInner: Bool

  var participantGroup: Int? { groups.firstIndex(of: .participants) }
  var boardGroup: Int? { groups.firstIndex(of: .boards) }

  /// Prepares the trials.
  ///
  /// Boards are no factor of the model if there is only one, or a different one in each trial.
  init(_ trials: MixedTrials, scale: PredictorScale) {
    trialCount = trials.count
    effectCount = trials.predictorCount + 1
    design = (0..<trials.count).flatMap { scale.row(trials.predictors(of: $0)) }
    outcomes = trials.outcomes.map { $0 ? 1 : 0 }
    let participants = trials.participants
    let boards = trials.boards
    guard boards.count > 1, boards.count < trials.count else {
      groups = [.participants]
      isParticipantInner = true
      levels = CrossedLevels(
        inner: participants.ofTrials, innerCount: participants.count, outer: [], outerCount: 0)
      return
    }
    groups = [.participants, .boards]
    isParticipantInner = participants.count > boards.count
    let inner = isParticipantInner ? participants : boards
    let outer = isParticipantInner ? boards : participants
    levels = CrossedLevels(
      inner: inner.ofTrials, innerCount: inner.count, outer: outer.ofTrials,
      outerCount: outer.count)
  }

  /// `false` if a predictor is a combination of the others, within rounding errors.
  var hasIndependentPredictors: Bool {
    var matrix = SymmetricMatrix(count: effectCount)
    for trial in 0..<trialCount {
      let start = trial * effectCount
      for row in 0..<effectCount {
        for column in 0..<effectCount {
          matrix[row, column] += design[start + row] * design[start + column]
        }
      }
    }
    guard let roots = matrix.factor?.diagonal else { return false }
    return roots.min() ?? 0 > 1e-6 * (roots.max() ?? 0)
  }

  /// Returns the standard deviations of the eliminated factor and of the other one.
  private func deviations(_ point: ArraySlice<Double>) -> (inner: Double, outer: Double) {
    let values = Array(point)
    guard values.count == 2 else { return (values[0], 0) }
    return isParticipantInner ? (values[0], values[1]) : (values[1], values[0])
  }

  /// Returns the contribution of the fixed effects to each trial's logit.
  private func fixedLogits(_ effects: ArraySlice<Double>) -> [Double] {
    let effects = Array(effects)
    var logits = [Double](repeating: 0, count: trialCount)
    var start = 0
    for trial in 0..<trialCount {
      var sum = 0.0
      for effect in 0..<effectCount { sum += design[start + effect] * effects[effect] }
      logits[trial] = sum
      start += effectCount
    }
    return logits
  }

  /// The weights and the working responses of the trials in one iteration.
  private struct Working {
    var weights: [Double]
    var responses: [Double]
  }

  private func working(_ logits: [Double], offset: [Double]?) -> Working {
    var weights = [Double](repeating: 0, count: trialCount)
    var responses = weights
    for trial in 0..<trialCount {
      let share = 1 / (1 + exp(-logits[trial]))
      let weight = max(share * (1 - share), 1e-15)
      weights[trial] = weight
      responses[trial] =
        weight * (logits[trial] - (offset?[trial] ?? 0)) + outcomes[trial] - share
    }
    return Working(weights: weights, responses: responses)
  }

  /// Returns the sums over the trials of each level, multiplied by the standard deviations.
  private func levelSums(
    _ values: [Double], _ inner: Double, _ outer: Double
  ) -> CrossedLevels.Vector {
    var sums = CrossedLevels.Vector(
      inner: [Double](repeating: 0, count: levels.innerCount),
      outer: [Double](repeating: 0, count: levels.outerCount))
    for (trial, level) in levels.inner.enumerated() { sums.inner[level] += inner * values[trial] }
    for (trial, level) in levels.outer.enumerated() { sums.outer[level] += outer * values[trial] }
    return sums
  }

  private func logits(
    _ fixed: [Double], _ values: CrossedLevels.Vector, _ inner: Double, _ outer: Double
  ) -> [Double] {
    var logits = fixed
    for (trial, level) in levels.inner.enumerated() { logits[trial] += inner * values.inner[level] }
    for (trial, level) in levels.outer.enumerated() { logits[trial] += outer * values.outer[level] }
    return logits
  }

  /// Returns the penalised deviance: that of the outcomes plus the squared random effects.
  private func penalisedDeviance(_ logits: [Double], _ values: CrossedLevels.Vector) -> Double {
    var sum = 0.0
    for trial in 0..<trialCount {
      let signed = outcomes[trial] > 0 ? -logits[trial] : logits[trial]
      sum += signed > 0 ? signed + log1p(exp(-signed)) : log1p(exp(signed))
    }
    let squares =
      values.inner.reduce(0) { $0 + $1 * $1 } + values.outer.reduce(0) { $0 + $1 * $1 }
    return 2 * sum + squares
  }

  /// The parameters of the inner iteration.
  struct Inner {
    /// The logits of the trials from which the iteration starts.
    let start: [Double]
    /// The relative change of the deviance at which the iteration ends.
    let tolerance: Double
  }

  /// Returns minus twice the log-likelihood at a point; infinity if it can't be computed.
  ///
  /// The determinant is that of the last step's weights, as in lme4.
  func deviance(at point: [Double], _ iteration: Inner) -> Double {
    let (inner, outer) = deviations(point[..<groups.count])
    let fixed = fixedLogits(point[groups.count...])
    var logits = iteration.start
    var before = Double.infinity
    for _ in 0..<100 {
      let working = working(logits, offset: fixed)
      guard
        let factored = levels.factored(
          weights: working.weights, innerDeviation: inner, outerDeviation: outer)
      else { return .infinity }
      let values = factored.solution(of: levelSums(working.responses, inner, outer))
      logits = self.logits(fixed, values, inner, outer)
      let now = penalisedDeviance(logits, values)
      guard now.isFinite else { return .infinity }
      if abs(before - now) < iteration.tolerance * now { return now + factored.logDeterminant }
      before = now
    }
    return .infinity
  }

  /// The most likely fixed and random effects for given standard deviations.
  struct Joint {
    let effects: [Double]
    let logits: [Double]
    let deviance: Double
  }

  /// Estimates the effects for given standard deviations, as a start for the search.
  ///
  /// This is what lme4 does with `nAGQ = 0`. Returns `nil` if an effect grows without limit.
  func joint(deviations point: [Double], start: [Double]) -> Joint? {
    let (inner, outer) = deviations(point[...])
    var logits = start
    var before = Double.infinity
    for _ in 0..<60 {
      let working = working(logits, offset: nil)
      guard
        let factored = levels.factored(
          weights: working.weights, innerDeviation: inner, outerDeviation: outer),
        let step = jointStep(working, factored, inner, outer)
      else { return nil }
      logits = self.logits(fixedLogits(step.effects[...]), step.values, inner, outer)
      let now = penalisedDeviance(logits, step.values)
      guard now.isFinite else { return nil }
      if abs(before - now) < 1e-11 * now {
        return Joint(
          effects: step.effects, logits: logits, deviance: now + factored.logDeterminant)
      }
      before = now
    }
    return nil
  }

  private func jointStep(
    _ working: Working, _ factored: CrossedLevels.Factored, _ inner: Double, _ outer: Double
  ) -> (effects: [Double], values: CrossedLevels.Vector)? {
    let columns = (0..<effectCount).map { effect in
      (0..<trialCount).map { working.weights[$0] * design[$0 * effectCount + effect] }
    }
    let sums = columns.map { levelSums($0, inner, outer) }
    let solved = sums.map { factored.solution(of: $0) }
    let responses = levelSums(working.responses, inner, outer)
    var matrix = SymmetricMatrix(count: effectCount)
    var vector = [Double](repeating: 0, count: effectCount)
    for row in 0..<effectCount {
      for trial in 0..<trialCount {
        vector[row] += design[trial * effectCount + row] * working.responses[trial]
      }
      vector[row] -= dot(solved[row], responses)
      for column in 0...row {
        var sum = 0.0
        for trial in 0..<trialCount {
          sum += columns[row][trial] * design[trial * effectCount + column]
        }
        matrix[row, column] = sum - dot(solved[row], sums[column])
        matrix[column, row] = matrix[row, column]
      }
    }
    guard let factor = matrix.factor else { return nil }
    let effects = factor.solution(of: vector)
    var rest = responses
    for (effect, sum) in zip(effects, sums) {
      for level in rest.inner.indices { rest.inner[level] -= effect * sum.inner[level] }
      for level in rest.outer.indices { rest.outer[level] -= effect * sum.outer[level] }
    }
    return (effects, factored.solution(of: rest))
  }

  private func dot(_ one: CrossedLevels.Vector, _ other: CrossedLevels.Vector) -> Double {
    zip(one.inner, other.inner).reduce(0) { $0 + $1.0 * $1.1 }
      + zip(one.outer, other.outer).reduce(0) { $0 + $1.0 * $1.1 }
  }
}
