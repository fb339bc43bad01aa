import Observing
import Shell

protocol ListViewDataSource: AnyObject {
  var labelText: String { get }
  var rowCount: Int { get }
  func text(ofRow row: Int) -> String
}

protocol ListViewDelegate: AnyObject {
  func listView(_ view: ListView, didSelectRow row: Int)
  func listView(_ view: ListView, tappedButton button: ListView.Button)
}

final class ListView {
  enum Button: Equatable, Sendable { case add(String) }

  weak var dataSource: (any ListViewDataSource)?
  weak var delegate: (any ListViewDelegate)?
  private let speaker: Speaker

  init(_ speaker: Speaker) { self.speaker = speaker }

  func select(row: Int) { delegate?.listView(self, didSelectRow: row) }

  func tap(_ button: Button) { delegate?.listView(self, tappedButton: button) }

  func showLabel() { if let dataSource { speaker.say { $0.label(dataSource.labelText) } } }

  func showRows() {
    guard let dataSource else { return }
    showRows(0..<dataSource.rowCount, of: dataSource) { $0 }
  }

  /// Says what happened, and shows the rows around the one that it happened to.
  func show(_ change: ListChange<[String]>) {
    guard let dataSource, let (words, row) = speaker.language.words(for: change) else { return }
    speaker.say { _ in words }
    speaker.say { $0.label(shown(dataSource.labelText)) }
    speaker.showWindow(around: row, of: dataSource.rowCount) { showRows($0, of: dataSource, shown) }
  }

  func refuse(_ fault: ListFault) { speaker.refuse { $0.words(for: fault) } }

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

extension Speaker {
  /// Shows the rows around a change out of so many; what shows all of them needs no window.
  func showWindow(around row: Int, of count: Int, _ showRows: (Range<Int>) -> Void) {
    let size = 20
    let start = max(0, min(row - size / 2, count - size))
    let end = min(count, start + size)
    if start > 0 { say { _ in "  ..." } }
    showRows(start..<end)
    if end < count { say { _ in "  ..." } }
  }
}

/// The beginning of a text, as it is shown around a change, which does not write long texts anew.
struct ShortenedText: Equatable, Sendable {
  /// How many bytes are shown around a change; the changed text is told whole.
  private static let shownLength = 1_000

  let beginning: String
  /// How many bytes the whole text has; nil where this is all of it.
  let byteCount: Int?

  init(_ text: String) {
    let count = text.utf8.count
    guard count > Self.shownLength else {
      (beginning, byteCount) = (text, nil)
      return
    }
    var end = text.utf8.index(text.startIndex, offsetBy: Self.shownLength)
    // A character is shown whole or not at all.
    while end.samePosition(in: text.unicodeScalars) == nil { end = text.utf8.index(before: end) }
    (beginning, byteCount) = (String(text[..<end]), count)
  }
}
