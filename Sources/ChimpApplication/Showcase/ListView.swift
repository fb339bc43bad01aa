import Shell

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
  private let speaker: Speaker

  /// Makes a view that speaks.
  package init(_ speaker: Speaker) { self.speaker = speaker }

  /// The user selects a row.
  package func select(row: Int) { delegate?.listView(self, didSelectRow: row) }

  /// The user taps a button.
  package func tap(_ button: Button) { delegate?.listView(self, tappedButton: button) }

  /// Shows the label.
  package func showLabel() {
    if let dataSource { showLabel(dataSource.labelText) }
  }

  private func showLabel(_ text: String) { speaker.say { $0.label(text) } }

  /// Shows all rows.
  package func showRows() {
    guard let dataSource else { return }
    showRows(0..<dataSource.rowCount, of: dataSource) { $0 }
  }

  /// Says what happened, and shows the rows around the one that it happened to.
  func show(_ event: ListEvent, around row: Int) {
    guard let dataSource else { return }
    speaker.say { $0.words(for: event) }
    let count = dataSource.rowCount
    let start = max(0, min(row - Self.windowSize / 2, count - Self.windowSize))
    let end = min(count, start + Self.windowSize)
    showLabel(shown(dataSource.labelText))
    if start > 0 { speaker.say { _ in "  ..." } }
    showRows(start..<end, of: dataSource, shown)
    if end < count { speaker.say { _ in "  ..." } }
  }

  /// Says why a command can't be done.
  package func refuse(_ fault: ListFault) { speaker.refuse { $0.words(for: fault) } }

  private func showRows(
    _ rows: Range<Int>, of dataSource: any ListViewDataSource, _ shown: (String) -> String
  ) {
    let width = max(3, String(dataSource.rowCount).utf8.count)
    for row in rows {
      let number = String(row)
      let gap = String(repeating: " ", count: width - number.utf8.count)
      speaker.say { _ in gap + number + "  " + shown(dataSource.text(ofRow: row)) }
    }
  }

  private func shown(_ text: String) -> String { speaker.language.words(for: ShortenedText(text)) }
}

/// The beginning of a text, as it is shown around a change: long texts are not written anew for
/// each
/// change.
package struct ShortenedText: Equatable, Sendable {
  package let beginning: String
  /// How many bytes the whole text has; nil where this is all of it.
  package let byteCount: Int?

  /// Shortens a text, if it is long.
  package init(_ text: String) {
    let count = text.utf8.count
    guard count > ListView.shownLength else {
      (beginning, byteCount) = (text, nil)
      return
    }
    var end = text.utf8.index(text.startIndex, offsetBy: ListView.shownLength)
    // A character is shown whole or not at all.
    while end.samePosition(in: text.unicodeScalars) == nil { end = text.utf8.index(before: end) }
    (beginning, byteCount) = (String(text[..<end]), count)
  }
}

/// What has happened to the list.
enum ListEvent {
  case inserted(row: Int, String)
  case removed(row: Int, String)
  case replaced(row: Int, String, old: String)
  case moved(row: Int, to: Int, String)
  case set(count: Int, old: Int)
}
