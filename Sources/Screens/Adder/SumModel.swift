import Archive
package import Observing
import Shell

/// The observable adder screen: the sum of two values, which are stored.
///
///     let model = SumModel()
///     try model.set(2, 3)
///     model.total  // 5
package final class SumModel: Observable {
  /// The sum; `nil` until values are entered.
  @Observed package private(set) var sum: Int?
  package let observation = ObservationTable()
  /// The values on the screen before any were entered.
  package static let firstValues = (100, 200)

  private let kept: KeptScreens?
  /// The values that an earlier session stored; `nil` if there are none.
  package let keptValues: (first: Int, second: Int)?

  package init(kept: KeptScreens? = nil) {
    self.kept = kept
    if let (first, second) = kept?.addends(), !first.addingReportingOverflow(second).overflow {
      keptValues = (first, second)
      sum = first + second
    } else {
      keptValues = nil
    }
  }

  /// Stores two values and updates their sum.
  ///
  /// Throws if the sum is out of range, or can't be stored.
  package func set(_ first: Int, _ second: Int) throws {
    guard !first.addingReportingOverflow(second).overflow else {
      throw Refusal(
        "overflow",
        "the sum of \(first) and \(second) is too \(first < 0 ? "small" : "large")",
        "\(first) と \(second) の和は\(first < 0 ? "小さ" : "大き")すぎます")
    }
    // The initial values need not be stored, because the next session begins with them, too.
    if sum != nil || (first, second) != Self.firstValues {
      try kept?.keep(first, second)
    }
    sum = first + second
  }

  /// The sum to display: that of the entered values, or of the initial ones.
  package var total: Int { sum ?? Self.firstValues.0 + Self.firstValues.1 }
}
