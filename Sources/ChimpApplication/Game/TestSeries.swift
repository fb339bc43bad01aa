import Examiner

/// The rounds of a test, as far as they have come.
package struct TestSeries {
  package let preset: TestPreset
  /// What the next round is to be.
  package private(set) var plan: RoundPlan
  /// How many rounds are over.
  package private(set) var trialCount = 0
  package private(set) var passCount = 0
  package private(set) var failCount = 0
  /// The most numerals of a round that was passed.
  package private(set) var levelPassed = 0
  /// The most numerals of any round.
  package private(set) var levelReached = 0
  /// Whether the test is over.
  package private(set) var isOver = false
  /// How many rounds of the present length there were, and how many of them failed.
  private var lengthCount = 0
  private var lengthFailCount = 0

  /// Which round the next one is.
  package var nextTrial: TestTrial { TestTrial(name: preset.name, number: trialCount + 1) }

  /// Begins a test.
  package init(_ preset: TestPreset) {
    self.preset = preset
    plan = preset.plan
    levelReached = plan.count
  }

  /// Takes the end of a round, and decides what comes next.
  package mutating func take(hasPassed: Bool) {
    trialCount += 1
    if hasPassed {
      passCount += 1
      levelPassed = max(levelPassed, plan.count)
    } else {
      failCount += 1
    }
    switch preset.course {
    case .trials(let count): isOver = trialCount == count
    case .strikes(let limit):
      isOver = failCount == limit
      if hasPassed { goTo(plan.count + 1) }
    case .ladder(let limit):
      isOver = failCount == limit
      goTo(plan.count + (hasPassed ? 1 : -1))
    case .span(let count): takeLength(count, hasPassed)
    }
    if !isOver { levelReached = max(levelReached, plan.count) }
  }

  private mutating func takeLength(_ count: Int, _ hasPassed: Bool) {
    lengthCount += 1
    if !hasPassed { lengthFailCount += 1 }
    guard lengthCount == count else { return }
    isOver = lengthFailCount == count
    if !isOver { goTo(plan.count + 1) }
    (lengthCount, lengthFailCount) = (0, 0)
  }

  /// Another length, as far as the board has room; a full board that is passed ends the test.
  private mutating func goTo(_ count: Int) {
    if count > plan.size.cellCount { isOver = true }
    plan.count = min(max(count, 1), plan.size.cellCount)
  }
}

extension TestSeries: CustomStringConvertible {
  /// How the test stands, in words.
  package var description: String {
    let levels = "level passed \(levelPassed), level reached \(levelReached)"
    return switch preset.course {
    case .trials(let count): "\(trialCount) of \(count) rounds, \(passCount) passed"
    case .strikes(let limit): "\(levels), strikes \(failCount)/\(limit)"
    case .ladder(let limit): "\(levels), errors \(failCount)/\(limit)"
    case .span: "\(levels), span \(levelPassed)"
    }
  }
}
