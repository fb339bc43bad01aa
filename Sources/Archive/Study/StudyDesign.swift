public import Studies

/// The conditions and the groups that the text of a study declares.
///
///     let design = StudyDesign(plan)
///     design.conditions  // ["210", "430", "650"]
public struct StudyDesign: Equatable, Sendable {
  public let conditions: [String]
  public let groups: [String]

  public init(conditions: [String], groups: [String]) {
    self.conditions = conditions
    self.groups = groups
  }

  public init(_ plan: StudyPlan) {
    self.init(conditions: plan.conditions.map(\.name), groups: plan.groups)
  }
}
