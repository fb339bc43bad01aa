import Archive
import Observing
import Shell

/// The observable adder: keeps two values, and adds them on request.
///
///     let model = SumModel()
///     try model.set(2, 3)
///     model.total  // 5
final class SumModel: Observable {
  /// Two values and their sum, which is in range.
  struct Addends: Equatable, Sendable {
    let first: Int
    let second: Int

    /// Creates the values; `nil` if their sum is out of range.
    init?(_ first: Int, _ second: Int) {
      if first.addingReportingOverflow(second).overflow { return nil }
      self.first = first
      self.second = second
    }
  }

  /// The two values; `nil` until they are handed over.
  @Observed private(set) var addends: Addends?
  let observation = ObservationTable()
  private let kept: KeptScreens?
  /// The values that the store has; `nil` if it has none.
  private var keptAddends: Addends?

  /// Creates the model with the values of an earlier session, if there are any.
  init(kept: KeptScreens? = nil) {
    self.kept = kept
    keptAddends = kept?.addends().flatMap { Addends($0, $1) }
    addends = keptAddends
  }

  static func declareDependentKeys(in keys: inout DependentKeys) {
    keys.declare(\SumModel.total, dependsOn: \.addends)
  }

  /// The sum of the two values; `nil` before they are handed over.
  var total: Int? { addends.map { $0.first + $0.second } }

  /// Keeps two values, in the store, too, if a user has entered them.
  ///
  /// Throws if their sum is out of range, or if they can't be stored.
  func set(_ first: Int, _ second: Int, isEntered: Bool = true) throws {
    guard let new = Addends(first, second) else {
      throw Refusal(
        "overflow",
        "the sum of \(first) and \(second) is too \(first < 0 ? "small" : "large")",
        "\(first) と \(second) の和は\(first < 0 ? "小さ" : "大き")すぎます")
    }
    if isEntered, new != keptAddends {
      try kept?.keep(first, second)
      keptAddends = new
    }
    if new != addends { addends = new }
  }
}
