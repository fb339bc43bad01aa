import Science
import Testing

/// Tests of fits with each set of priors against scipy, and of parameters that the trials do not
/// identify.
struct MemoryPriorTests {
  /// Returns 60 or 240 trials that follow a fixed rule, so that a script could create the same
  /// trials and fit them with scipy.
  private func ruledTrials(_ kind: Int) throws -> ObservedTrials {
    var trials = ObservedTrials()
    for trial in 0..<[60, 240][kind] {
      let count = kind == 0 ? 5 + trial % 4 : 2 + trial % 8
      let hold: Double? =
        kind == 0 ? [210, 650, nil][trial % 3] : [100, 210, 430, nil, 800][trial % 5]
      let rightCount = rightCount(kind, trial, count: count)
      let step = [0.6, 1.1][kind]
      let presses = (1...min(count, rightCount + 1)).map { position in
        let isSeen = hold == nil && position == 1
        let seconds = step * Double(hold == nil ? position - 1 : position)
        return ObservedPress(seconds: isSeen ? nil : seconds, isRight: position <= rightCount)
      }
      try trials.add(count: count, hold: hold, presses: presses)
    }
    return trials
  }

  /// Returns the number of right presses in a trial, by the fixed rule.
  private func rightCount(_ kind: Int, _ trial: Int, count: Int) -> Int {
    if kind == 0 { return [count, count, 2, count, 4, count, 3][trial % 7] }
    let reach = [2, 3, 4, 6, 5][trial % 5] + [0, 1, -1, 0, 2, 0, -2][trial % 7]
    return count <= reach ? count : max(0, reach)
  }

  @Test func `Fits, curvatures and profiles are those of scipy, with both priors`() {
    let differences = CaseFile("memory-fit", count: 5).differences { numbers in
      let trials = try ruledTrials(numbers.whole())
      let priors: MemoryPriors = numbers.whole() == 0 ? .standard : .people
      let fit = try MemoryFit(trials, fitsSpread: numbers.whole() == 1, priors: priors)
      var comparisons: [Comparison] = []
      for parameter in fit.parameters {
        comparisons.append(
          Comparison("\(parameter)", fit.model[parameter], numbers.number(), relative: 1e-3))
      }
      comparisons.append(
        Comparison("likelihood", fit.logLikelihood, numbers.number(), relative: 1e-5))
      let found = try fit.identifications(of: trials)
      for number in found {
        comparisons.append(
          Comparison("share", number.posteriorShare, numbers.number(), relative: 1e-3))
      }
      for number in found {
        // If the other bound is open, this one depends a little on the end of the search.
        let isOpen = number.profile.lower == nil || number.profile.upper == nil
        let relative = isOpen ? 2e-2 : 1e-3
        comparisons += [
          Comparison("lower", number.profile.lower ?? -1, numbers.number(), relative: relative),
          Comparison("upper", number.profile.upper ?? -1, numbers.number(), relative: relative),
        ]
      }
      return comparisons
    }
    #expect(differences == [])
  }

  @Test func `The people's priors have both populations within two deviations`() {
    let priors = MemoryPriors.people
    for population in Population.Name.allCases.map(\.population) {
      for parameter in [MemoryParameter.capacity, .timeConstant, .decay, .slip] {
        #expect(abs(priors.score(of: parameter, value: population.median[parameter])) < 2)
      }
    }
    #expect(abs(priors.middle.capacity - 4.5) < 1e-12)
    #expect(abs(priors.middle.timeConstant - 320) < 1e-9)
    #expect(abs(priors.middle.spread - 0.8) < 1e-12)
    let value = priors.value(of: .slip, score: 1.5)
    #expect(priors.score(of: .slip, value: value).rounded(9) == "1.500000000")
  }

  @Test func `Masked boards identify a capacity, and no time constant`() throws {
    var trials = ObservedTrials()
    for trial in 0..<80 {
      let count = 4 + trial % 5
      let rightCount = min(count, 6 - trial % 2)
      let presses = (1...min(count, rightCount + 1)).map { position in
        ObservedPress(
          seconds: position == 1 ? nil : 0.6 * Double(position - 1),
          isRight: position <= rightCount)
      }
      try trials.add(count: count, hold: nil, presses: presses)
    }
    let found = try MemoryFit(trials, priors: .people).identifications(of: trials)
    #expect(found.map(\.parameter) == [.capacity, .timeConstant, .decay, .slip])
    #expect(found.map(\.isIdentified) == [true, false, false, false])
    #expect(found[1].posteriorShare.rounded(6) == "1.000000")
    #expect(found[1].profile.lower == nil && found[1].profile.upper == nil)
  }

  @Test func `A number is identified by two bounds and half of the prior's variance`() {
    func identification(_ lower: Double?, _ upper: Double?, _ share: Double) -> Bool {
      Identification(
        parameter: .decay,
        profile: MemoryFit.Profile(parameter: .decay, lower: lower, upper: upper),
        posteriorShare: share
      ).isIdentified
    }
    #expect(identification(1, 2, 0.7))
    #expect(!identification(1, 2, 0.71))
    #expect(!identification(nil, 2, 0.7))
    #expect(!identification(1, nil, 0.7))
  }
}
