package import Console
package import Models
import Words

/// Takes the values of the adder's view, and tells it the total.
package protocol SumViewDelegate: AnyObject {
  func sumView(_ view: SumView, didEnter first: Int, _ second: Int) throws(SumFault)
  func total(for view: SumView) -> Int
}

/// Holds two values, and shows the sum that its delegate returns.
package final class SumView {
  package weak var delegate: (any SumViewDelegate)?
  private let speaker: Speaker
  /// The values whose total is shown.
  private var values: (first: Int, second: Int) = SumModel.firstValues
  /// Values that were entered and not passed on yet; at first those of the screen.
  private var entered: (first: Int, second: Int)?

  package init(_ speaker: Speaker) {
    self.speaker = speaker
    entered = values
  }

  /// Shows values whose total the delegate has already.
  package func restore(_ first: Int, _ second: Int) {
    values = (first, second)
    entered = nil
  }

  package func enter(_ first: Int, _ second: Int) { entered = (first, second) }

  package func showValues() { speaker.say { $0.addends(values.first, values.second) } }

  /// The user wants to see the sum: passes on what was entered, and shows the total.
  package func showTotal() {
    guard let delegate else { return }
    do throws(SumFault) {
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
