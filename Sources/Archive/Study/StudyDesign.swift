package import Studies

/// The conditions and the groups that the text of a study declares.
///
///     let design = StudyDesign(plan)
///     design.conditions  // ["210", "430", "650"]
package struct StudyDesign: Equatable, Sendable {
  package let conditions: [String]
  package let groups: [String]

  package init(conditions: [String], groups: [String]) {
    self.conditions = conditions
    self.groups = groups
  }

  package init(_ plan: StudyPlan) {
    self.init(conditions: plan.conditions.map(\.name), groups: plan.groups)
  }
}
