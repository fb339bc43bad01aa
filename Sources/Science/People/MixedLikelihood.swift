import Glibc

/// The likelihood of a mixed logistic regression, by the Laplace approximation.
///
/// A point consists of the spreads of the factors, then the fixed effects. The effects of the
/// levels are spreads times standard normal values; the most likely ones are found by penalised
/// iteratively reweighted least squares. The spread of intercepts is a standard deviation, which
/// may be negative and means its amount; that of intercepts with slopes is the Cholesky factor of
/// their covariances.
struct MixedLikelihood {
  /// A random factor of the model: participants or boards.
  enum Group { case participants, boards }

  /// The factors in the order of the spreads.
  let groups: [Group]
  /// The index of the predictor whose slope differs between participants; `nil` for none.
  let slope: Int?
  let effectCount: Int
  let trialCount: Int
  private let design: [Double]
  private let outcomes: [Double]
  private let levels: CrossedLevels
  /// `true` if the participants are the factor that is eliminated.
  private let isParticipantInner: Bool

  /// The spreads with which the search begins.
  var firstSpreads: [Double] { (slope == nil ? [1] : [1, 0, 1]) + (groups.count > 1 ? [1] : []) }
  /// The index of the boards' standard deviation; `nil` if boards are no factor.
  var boardSpread: Int? { groups.count > 1 ? firstSpreads.count - 1 : nil }

  /// Prepares the trials.
  ///
  /// Boards are no factor of the model if there is only one, or a different one in each trial.
  init(_ trials: MixedTrials, scale: PredictorScale, slope: Int? = nil) {
    trialCount = trials.count
    effectCount = trials.predictorCount + 1
    design = (0..<trials.count).flatMap { scale.row(trials.predictors(of: $0)) }
    outcomes = trials.outcomes.map { $0 ? 1 : 0 }
    self.slope = slope
    let participants = CrossedLevels.Factor(
      levels: trials.participants.ofTrials, count: trials.participantCount,
      width: slope == nil ? 1 : 2)
    let hasBoards = trials.boardCount > 1 && trials.boardCount < trials.count
    let boards = CrossedLevels.Factor(
      levels: hasBoards ? trials.boards.ofTrials : [], count: hasBoards ? trials.boardCount : 0,
      width: 1)
    groups = hasBoards ? [.participants, .boards] : [.participants]
    isParticipantInner = participants.size > boards.size
    levels =
      isParticipantInner
      ? CrossedLevels(inner: participants, outer: boards)
      : CrossedLevels(inner: boards, outer: participants)
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

  /// Returns what each trial's logit has of the standard normal values.
  private func loadings(_ point: ArraySlice<Double>) -> CrossedLevels.Loadings {
    let spreads = Array(point)
    var participants = [Double](repeating: spreads[0], count: trialCount)
    if let slope {
      participants = []
      participants.reserveCapacity(2 * trialCount)
      for trial in 0..<trialCount {
        let predictor = design[trial * effectCount + 1 + slope]
        participants.append(spreads[0] + spreads[1] * predictor)
        participants.append(spreads[2] * predictor)
      }
    }
    let boards = boardSpread.map { [Double](repeating: spreads[$0], count: trialCount) } ?? []
    return isParticipantInner
      ? CrossedLevels.Loadings(inner: participants, outer: boards)
      : CrossedLevels.Loadings(inner: boards, outer: participants)
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

  /// Returns the sums of the loadings of each effect, multiplied by the values of the trials.
  private func levelSums(
    _ values: [Double], _ loadings: CrossedLevels.Loadings
  ) -> CrossedLevels.Vector {
    CrossedLevels.Vector(
      inner: Self.sums(values, levels.inner, loadings.inner),
      outer: Self.sums(values, levels.outer, loadings.outer))
  }

  private static func sums(
    _ values: [Double], _ factor: CrossedLevels.Factor, _ loadings: [Double]
  ) -> [Double] {
    var sums = [Double](repeating: 0, count: factor.size)
    let width = factor.width
    let levels = factor.levels
    for trial in levels.indices {
      for effect in 0..<width {
        sums[levels[trial] * width + effect] += loadings[trial * width + effect] * values[trial]
      }
    }
    return sums
  }

  private func logits(
    _ fixed: [Double], _ values: CrossedLevels.Vector, _ loadings: CrossedLevels.Loadings
  ) -> [Double] {
    var logits = fixed
    Self.add(values.inner, levels.inner, loadings.inner, to: &logits)
    Self.add(values.outer, levels.outer, loadings.outer, to: &logits)
    return logits
  }

  private static func add(
    _ values: [Double], _ factor: CrossedLevels.Factor, _ loadings: [Double],
    to logits: inout [Double]
  ) {
    let width = factor.width
    let levels = factor.levels
    for trial in levels.indices {
      for effect in 0..<width {
        logits[trial] += loadings[trial * width + effect] * values[levels[trial] * width + effect]
      }
    }
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
    let spreadCount = firstSpreads.count
    let loadings = loadings(point[..<spreadCount])
    let fixed = fixedLogits(point[spreadCount...])
    var logits = iteration.start
    var before = Double.infinity
    for _ in 0..<100 {
      let working = working(logits, offset: fixed)
      guard let factored = levels.factored(weights: working.weights, loadings) else {
        return .infinity
      }
      let values = factored.solution(of: levelSums(working.responses, loadings))
      logits = self.logits(fixed, values, loadings)
      let now = penalisedDeviance(logits, values)
      guard now.isFinite else { return .infinity }
      if abs(before - now) < iteration.tolerance * now { return now + factored.logDeterminant }
      before = now
    }
    return .infinity
  }

  /// The most likely fixed and random effects for given spreads.
  struct Joint {
    let effects: [Double]
    let logits: [Double]
    let deviance: Double
  }

  /// Estimates the effects for given spreads, as a start for the search.
  ///
  /// This is what lme4 does with `nAGQ = 0`. Returns `nil` if an effect grows without limit.
  func joint(spreads point: [Double], start: [Double]) -> Joint? {
    let loadings = loadings(point[...])
    var logits = start
    var before = Double.infinity
    for _ in 0..<60 {
      let working = working(logits, offset: nil)
      guard let factored = levels.factored(weights: working.weights, loadings),
        let step = jointStep(working, factored, loadings)
      else { return nil }
      logits = self.logits(fixedLogits(step.effects[...]), step.values, loadings)
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
    _ working: Working, _ factored: CrossedLevels.Factored, _ loadings: CrossedLevels.Loadings
  ) -> (effects: [Double], values: CrossedLevels.Vector)? {
    let (weights, values) = (working.weights, working.responses)
    let columns = (0..<effectCount).map { effect in
      (0..<trialCount).map { weights[$0] * design[$0 * effectCount + effect] }
    }
    let sums = columns.map { levelSums($0, loadings) }
    let solved = sums.map { factored.solution(of: $0) }
    let responses = levelSums(values, loadings)
    var matrix = SymmetricMatrix(count: effectCount)
    var vector = [Double](repeating: 0, count: effectCount)
    for row in 0..<effectCount {
      for trial in 0..<trialCount {
        vector[row] += design[trial * effectCount + row] * values[trial]
      }
      let weighted = columns[row]
      vector[row] -= dot(solved[row], responses)
      for column in 0...row {
        var sum = 0.0
        for trial in 0..<trialCount {
          sum += weighted[trial] * design[trial * effectCount + column]
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
