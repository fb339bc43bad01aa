import Archive
package import Console
package import Models
package import Observing
import Words

/// The receiver of the user's actions on a list view.
///
///     final class RowPrinter: ListViewDelegate {
///       func listView(_ view: ListView, didSelectRow row: Int) { print(row) }
///
///       func listView(_ view: ListView, tappedButton button: ListView.Button) {}
///     }
package protocol ListViewDelegate: AnyObject {
  /// Notifies the delegate that a row was selected.
  func listView(_ view: ListView, didSelectRow row: Int)
  /// Notifies the delegate that the Add button was tapped, with the text to add.
  func listView(_ view: ListView, tappedButton button: ListView.Button)
}

/// The view of the list screen: it writes the label and the rows, and their changes.
///
///     let model = ListModel(label: "Cells", rows: ["No0"])
///     let view = ListView(speaker)
///     view.dataSource = model
///     view.delegate = delegate
///     view.tap(.add("No1"))
package final class ListView {
  /// The Add button, with the text of the new row: `view.tap(.add("No1"))`.
  package enum Button: Equatable, Sendable { case add(String) }

  /// The list to show; nothing is shown without one.
  package weak var dataSource: ListModel?
  /// The receiver of selections and taps.
  package weak var delegate: (any ListViewDelegate)?
  /// Shows the list as an interactive screen; returns `false` if that is not possible.
  package var showInPlace: () -> Bool = { false }
  /// Shows a row in the interactive screen; returns `false` if there is none.
  package var showRowInPlace: (Int) -> Bool = { _ in false }
  private let speaker: Speaker

  /// Creates a view without a list.
  package init(_ speaker: Speaker) { self.speaker = speaker }

  /// Passes the selection of a row to the delegate.
  package func select(row: Int) { delegate?.listView(self, didSelectRow: row) }

  /// Passes a tap on the button to the delegate.
  package func tap(_ button: Button) { delegate?.listView(self, tappedButton: button) }

  /// Writes the label.
  package func showLabel() { if let dataSource { speaker.say { $0.label(dataSource.labelText) } } }

  /// Writes all rows, with their numbers.
  package func showRows() {
    if let dataSource { showRows(0..<dataSource.rowCount, of: dataSource) { $0 } }
  }

  /// Writes a change, and shows the rows around it.
  package func show(_ change: ListChange<[String]>) {
    guard let dataSource, let (words, row) = speaker.language.words(for: change) else { return }
    speaker.say { _ in words }
    if showRowInPlace(row) { return }
    speaker.say { $0.label(shown(dataSource.labelText)) }
    speaker.showWindow(around: row, of: dataSource.rowCount) { showRows($0, of: dataSource, shown) }
  }

  /// Writes the error message for a change.
  package func refuse(_ fault: ShowcaseFault) { speaker.refuse { $0.words(for: fault) } }

  private func showRows(
    _ rows: Range<Int>, of dataSource: ListModel, _ shown: (String) -> String
  ) {
    let width = max(3, String(dataSource.rowCount).utf8.count)
    for row in rows {
      let number = String(row)
      let gap = String(repeating: " ", count: width - number.utf8.count)
      speaker.say { _ in gap + number + "  " + shown(dataSource.text(ofRow: row)) }
    }
  }

  /// Returns the text of a row, shortened if it is long.
  private func shown(_ text: String) -> String { speaker.language.words(for: ShortenedText(text)) }
}

extension Speaker {
  /// Shows at most 20 rows around a change, with `...` for those before and after them.
  func showWindow(around row: Int, of count: Int, _ showRows: (Range<Int>) -> Void) {
    let size = 20
    let start = max(0, min(row - size / 2, count - size))
    let end = min(count, start + size)
    if start > 0 { say { _ in "  ..." } }
    showRows(start..<end)
    if end < count { say { _ in "  ..." } }
  }
}
