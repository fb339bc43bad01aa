package import Shell

/// What the view of the adder hands on, and whom it asks for the total.
package protocol SumViewDelegate: AnyObject {
  func sumView(_ view: SumView, didEnter first: Int, _ second: Int) throws(SumFault)
  func total(for view: SumView) throws(SumFault) -> Int
}

/// Holds two values, and shows their sum, which somebody else knows.
package final class SumView {
  package weak var delegate: (any SumViewDelegate)?
  private let output: OutputWriter
  private var values: (first: Int, second: Int)?

  /// Makes a view that writes to the output.
  package init(output: OutputWriter) {
    self.output = output
  }

  /// The user enters two values.
  package func enter(_ first: Int, _ second: Int) {
    values = (first, second)
  }

  /// The user wants to see the sum: the values are handed on, the total is fetched and shown.
  package func showTotal() {
    guard let delegate else { return }
    do throws(SumFault) {
      if let values { try delegate.sumView(self, didEnter: values.first, values.second) }
      values = nil
      let total = try delegate.total(for: self)
      output.write("total: ")
      output.write(total)
      output.endLine()
    } catch {
      values = nil
      output.refuse(error.description)
    }
  }
}
