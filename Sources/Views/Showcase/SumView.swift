package import Console
package import Models
import Words

/// The controller of an adder view: it receives the entered values and returns their total.
///
///     final class Adder: SumViewDelegate {
///       private var total = 0
///
///       func sumView(_ view: SumView, didEnter first: Int, _ second: Int) throws(ShowcaseFault) {
///         total = first + second
///       }
///
///       func total(for view: SumView) -> Int { total }
///     }
package protocol SumViewDelegate: AnyObject {
  /// Passes two entered values to the delegate.
  ///
  /// Throws if their sum can't be represented; the view then keeps the old values.
  func sumView(_ view: SumView, didEnter first: Int, _ second: Int) throws(ShowcaseFault)

  /// Returns the sum to show.
  func total(for view: SumView) -> Int
}

/// The view of the adder: it holds two values, and shows the total that its delegate returns.
///
///     let view = SumView(speaker)
///     view.delegate = adder
///     view.enter(100, 200)
///     view.showTotal()
package final class SumView {
  /// The receiver of the values, which computes the sum.
  package weak var delegate: (any SumViewDelegate)?
  private let speaker: Speaker
  /// The values of the delegate, or the initial ones.
  private var values: (first: Int, second: Int) = SumModel.firstValues
  /// The entered values that were not passed to the delegate yet; initially those of the screen.
  private var entered: (first: Int, second: Int)?

  package init(_ speaker: Speaker) {
    self.speaker = speaker
    entered = values
  }

  /// Sets values whose total the delegate already has.
  package func restore(_ first: Int, _ second: Int) {
    values = (first, second)
    entered = nil
  }

  /// Keeps entered values until the total is shown.
  package func enter(_ first: Int, _ second: Int) { entered = (first, second) }

  /// Writes the values whose total is shown.
  package func showValues() { speaker.say { $0.addends(values.first, values.second) } }

  /// Passes entered values to the delegate, and shows the total, or the error message.
  package func showTotal() {
    guard let delegate else { return }
    do throws(ShowcaseFault) {
      if let entered {
        self.entered = nil
        try delegate.sumView(self, didEnter: entered.first, entered.second)
        values = entered
      }
      let total = delegate.total(for: self)
      speaker.say { $0.total(total) }
    } catch { speaker.refuse { $0.words(for: error) } }
  }
}
