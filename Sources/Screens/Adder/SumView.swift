package import Shell

/// Receives the values that are entered in an adder view, and computes their sum.
///
///     final class Adder: SumViewDelegate {
///       private var total = 0
///
///       func sumView(_ view: SumView, didEnter first: Int, _ second: Int) throws {
///         total = first + second
///       }
///
///       func total(for view: SumView) -> Int { total }
///     }
package protocol SumViewDelegate: AnyObject {
  /// Called with two entered values.
  ///
  /// Throws if their sum can't be represented; the view then shows the old values.
  func sumView(_ view: SumView, didEnter first: Int, _ second: Int) throws

  /// Returns the sum of the entered values.
  func total(for view: SumView) -> Int
}

/// The text view of the adder screen: two values, and the sum that its delegate computes.
///
///     let view = SumView(speaker)
///     view.delegate = adder
///     view.enter(100, 200)
///     view.showTotal()
package final class SumView {
  /// The receiver of entered values, which computes the sum.
  package weak var delegate: (any SumViewDelegate)?
  private let speaker: Speaker
  /// The values whose sum was shown last.
  private var values: (first: Int, second: Int) = SumModel.firstValues
  /// The entered values that were not passed to the delegate yet; `nil` if there are none.
  private var entered: (first: Int, second: Int)?

  package init(_ speaker: Speaker) {
    self.speaker = speaker
    entered = values
  }

  /// Sets stored values, whose sum the delegate already has.
  package func restore(_ first: Int, _ second: Int) {
    values = (first, second)
    entered = nil
  }

  /// Stores two entered values until the sum is shown.
  package func enter(_ first: Int, _ second: Int) { entered = (first, second) }

  /// Writes the two values.
  package func showValues() {
    let (first, second) = values
    speaker.say("values: \(first) and \(second)", "値: \(first) と \(second)")
  }

  /// Passes entered values to the delegate, and writes the sum.
  ///
  /// Throws if the delegate refuses the values; the next call shows the sum of the old ones.
  package func showTotal() throws {
    guard let delegate else { return }
    if let entered {
      self.entered = nil
      try delegate.sumView(self, didEnter: entered.first, entered.second)
      values = entered
    }
    let total = delegate.total(for: self)
    speaker.say("total: \(total)", "合計: \(total)")
  }
}
