public import Studies

/// The conditions and the groups that the text of a study declares, and its primary outcome.
///
///     let design = StudyDesign(plan)
///     design.conditions  // ["210", "430", "650"]
public struct StudyDesign: Equatable, Sendable {
  public let conditions: [String]
  public let groups: [String]
  /// The contrast that is tested without adjustment; `nil` for none.
  public let primary: StudyPrimary?

  public init(conditions: [String], groups: [String], primary: StudyPrimary? = nil) {
    self.conditions = conditions
    self.groups = groups
    self.primary = primary
  }

  public init(_ plan: StudyPlan) {
    self.init(
      conditions: plan.conditions.map(\.name), groups: plan.groups, primary: plan.primary)
  }
}
