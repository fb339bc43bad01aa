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
  func listView(_ view: ListView, tappedButton button: ListView.Button)
}

/// Shows the label and the rows.
package final class ListView {
  /// How many rows are shown around a change; `list` shows all.
  package static let windowSize = 20

  /// How many bytes of a text are shown around a change; the changed text is told whole.
  package static let shownLength = 1_000

  /// What can be tapped besides the rows.
  package enum Button: Equatable, Sendable {
    /// Adds a row with this text.
    case add(String)
  }

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

  /// The user taps a button.
  package func tap(_ button: Button) {
    delegate?.listView(self, tappedButton: button)
  }

  /// Shows the label.
  package func showLabel() {
    if let dataSource { showLabel(dataSource.labelText) }
  }

  private func showLabel(_ text: String) {
    output.write("label: ")
    output.write(text: escaped(text))
    output.endLine()
  }

  /// Shows all rows.
  package func showRows() {
    guard let dataSource else { return }
    showRows(0..<dataSource.rowCount, of: dataSource) { $0 }
  }

  /// Says what happened, and shows the rows around the one that it happened to.
  package func show(_ event: String, around row: Int) {
    guard let dataSource else { return }
    output.write(text: escaped(event))
    output.endLine()
    let count = dataSource.rowCount
    let start = max(0, min(row - Self.windowSize / 2, count - Self.windowSize))
    let end = min(count, start + Self.windowSize)
    showLabel(shortened(dataSource.labelText))
    if start > 0 { output.write("  ...\n") }
    showRows(start..<end, of: dataSource, shortened)
    if end < count { output.write("  ...\n") }
  }

  /// Says why a command can't be done.
  package func refuse(_ fault: ListFault) {
    output.refuse(fault.description)
  }

  private func showRows(
    _ rows: Range<Int>, of dataSource: any ListViewDataSource, _ shown: (String) -> String
  ) {
    let width = max(3, String(dataSource.rowCount).utf8.count)
    for row in rows {
      let number = String(row)
      output.write(text: String(repeating: " ", count: width - number.utf8.count) + number + "  ")
      output.write(text: escaped(shown(dataSource.text(ofRow: row))))
      output.endLine()
    }
  }
}

/// The beginning of a text, as it is shown around a change: long texts are not written anew for
/// each change.
func shortened(_ text: String) -> String {
  guard text.utf8.count > ListView.shownLength else { return text }
  var end = text.utf8.index(text.startIndex, offsetBy: ListView.shownLength)
  // A character is shown whole or not at all.
  while end.samePosition(in: text.unicodeScalars) == nil { end = text.utf8.index(before: end) }
  return text[..<end] + "... (\(text.utf8.count) bytes)"
}
