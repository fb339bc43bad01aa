public import Game

/// A cell of a study's design, by which its figures are grouped: a condition or, if the condition
/// mixes several holds, one of them.
///
///     StudyCell("glance", hold: 200).name  // "glance 200"
///     StudyCell("still").name  // "still"
public struct StudyCell: Hashable, Sendable {
  public let condition: String
  /// The requested hold in milliseconds; `nil` if the condition has one hold or none.
  public let hold: Int?

  public init(_ condition: String, hold: Int? = nil) {
    self.condition = condition
    self.hold = hold
  }

  /// The name, as replies and `by=condition` have it.
  public var name: String { hold.map { "\(condition) \($0)" } ?? condition }
}

extension StudyPlan.Condition {
  /// The cells of the condition, in the order of the study file.
  public var cells: [StudyCell] {
    settings.holds?.map { StudyCell(name, hold: $0) } ?? [StudyCell(name)]
  }

  /// Returns the settings of a test that has only the trials of one cell.
  public func settings(of cell: StudyCell) -> TestSettings {
    guard let hold = cell.hold, let trialCount else { return settings }
    var own = settings
    own.holds = nil
    own.hold = hold
    own.trials = trialCount / cells.count
    return own
  }
}

extension StudyPlan {
  /// The number of trials of a participant in each cell of the design; no cell whose condition has
  /// no fixed number.
  public var cellSizes: [(name: String, trialCount: Int)] {
    conditions.flatMap { condition in
      let cells = condition.cells
      let count = condition.trialCount.map { $0 / cells.count * sessionCount }
      return cells.compactMap { cell in count.map { (cell.name, $0) } }
    }
  }
}
