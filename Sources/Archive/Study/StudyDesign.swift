import Game
public import Studies

/// The conditions and the groups that the text of a study declares, and its primary outcome.
///
/// A condition that mixes several holds counts as one condition for each of them.
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
      conditions: plan.conditions.flatMap(\.cells).map(\.name), groups: plan.groups,
      primary: plan.primary)
  }
}

extension Trial {
  /// The cell of the study's design to which the trial belongs; `nil` outside of studies.
  ///
  ///     if trial.studyCell == StudyCell("glance", hold: 200) { print("a short look") }
  public var studyCell: StudyCell? {
    studyCondition.map { StudyCell($0, hold: mixesHolds ? requestedHold : nil) }
  }

  /// `true` if the test of the trial mixes several holds.
  public var mixesHolds: Bool {
    guard study != nil, let testSettings else { return false }
    return TestSettings.mixesHolds(testSettings)
  }
}
