package import Shell

/// What the view shows: the model is asked for it, row by row.
package protocol ListViewDataSource: AnyObject {
  var labelText: String { get }
  var rowCount: Int { get }
  func text(ofRow row: Int) -> String
}

/// Who is told what the user does to the view.
package protocol ListViewDelegate: AnyObject {
  func listView(_ view: ListView, didSelectRow row: Int)
}

/// Shows the label and the rows.
package final class ListView {
  /// How many rows are shown around a change; `list` shows all.
  package static let windowSize = 20

  package weak var dataSource: (any ListViewDataSource)?
  package weak var delegate: (any ListViewDelegate)?
  private let output: OutputWriter

  /// Makes a view that writes to the output.
  package init(output: OutputWriter) {
    self.output = output
  }

  /// The user selects a row.
  package func select(row: Int) {
    delegate?.listView(self, didSelectRow: row)
  }

  /// Shows the label.
  package func showLabel() {
    guard let dataSource else { return }
    output.write("label: ")
    output.write(text: escaped(dataSource.labelText))
    output.endLine()
  }

  /// Shows everything.
  package func showAll() {
    guard let dataSource else { return }
    showLabel()
    showRows(0..<dataSource.rowCount, of: dataSource)
  }

  /// Says what happened, and shows the rows around the one that it happened to.
  package func show(_ event: String, around row: Int) {
    guard let dataSource else { return }
    output.write(text: escaped(event))
    output.endLine()
    let count = dataSource.rowCount
    let start = max(0, min(row - Self.windowSize / 2, count - Self.windowSize))
    let end = min(count, start + Self.windowSize)
    showLabel()
    if start > 0 { output.write("  ...\n") }
    showRows(start..<end, of: dataSource)
    if end < count { output.write("  ...\n") }
  }

  /// Says why a command can't be done.
  package func refuse(_ fault: ListFault) {
    output.refuse(fault.description)
  }

  private func showRows(_ rows: Range<Int>, of dataSource: any ListViewDataSource) {
    let width = max(3, String(dataSource.rowCount).utf8.count)
    for row in rows {
      let number = String(row)
      output.write(text: String(repeating: " ", count: width - number.utf8.count) + number + "  ")
      output.write(text: escaped(dataSource.text(ofRow: row)))
      output.endLine()
    }
  }
}
