import Examiner

extension RoundPlan {
  /// What is played where nobody says it.
  package static var first: RoundPlan {
    RoundPlan(count: 5, size: .standard, range: nil, rule: .standard)
  }

  /// The tests of the literature: the masking task with 5 and with 9 numerals, then the
  /// limited-hold task, 5 numerals out of 1..9 that are masked after 650, 430 or 210 milliseconds.
  package static var wellKnown: [RoundPlan] {
    var plans = [first, first]
    plans[1].count = 9
    for milliseconds in [650, 430, 210] {
      guard let range = try? NumeralRange(low: 1, high: 9), let rule = try? Rule(hold: milliseconds)
      else { continue }
      plans.append(RoundPlan(count: 5, size: .standard, range: range, rule: rule))
    }
    return plans
  }
}
