import Examiner
import Game

extension StudyPlan {
  /// The names of the conditions, grouped by the boards that can come again in each other.
  ///
  /// The same seed draws different boards for other numbers, ranges or sizes. All conditions are in
  /// one group if the trials of one of them are not all alike.
  public var conditionsByBoards: [[String]] {
    var groups: [(plan: RoundPlan, names: [String])] = []
    for condition in conditions {
      guard case .trials = condition.preset.course else { return [conditions.map(\.name)] }
      let plan = condition.boardPlan
      if let index = groups.firstIndex(where: { $0.plan == plan }) {
        groups[index].names.append(condition.name)
      } else {
        groups.append((plan, [condition.name]))
      }
    }
    return groups.map(\.names)
  }
}

extension StudyPlan.Condition {
  /// The plan of a trial, of which only what draws the board differs between conditions.
  fileprivate var boardPlan: RoundPlan {
    var plan = TestSeries(preset, settings).plan
    plan.range = plan.range ?? (try? NumeralRange(low: 1, high: plan.count))
    plan.rule = .standard
    return plan
  }
}
