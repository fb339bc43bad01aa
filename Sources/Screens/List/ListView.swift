import Archive
import ChimpSystem
import Observing
import Shell

/// Receives the user's actions on a list view.
///
///     final class RowPrinter: ListViewDelegate {
///       func listView(_ view: ListView, didSelectRow row: Int) { print(row) }
///
///       func listView(_ view: ListView, tappedButton button: ListView.Button) {}
///     }
protocol ListViewDelegate: AnyObject {
  /// Called when the user selects a row.
  func listView(_ view: ListView, didSelectRow row: Int) throws
  /// Called when the user taps the Add button, with the text to add, if there is one.
  func listView(_ view: ListView, tappedButton button: ListView.Button) throws
}

/// The text view of the list screen: writes the label, the rows and their changes.
///
///     let model = ListModel(label: "Cells", rows: ["No0"])
///     let view = ListView(speaker)
///     view.dataSource = model
///     view.delegate = delegate
///     view.tap(.add("No1"))
final class ListView {
  /// The Add button, with the text of the new row if the user has written one.
  ///
  ///     view.tap(.add("No1"))  // calls `listView(_:tappedButton:)` of the delegate
  enum Button: Equatable, Sendable { case add(String?) }

  /// The list to write; `nil` to write nothing.
  weak var dataSource: ListModel?
  /// The receiver of the user's actions.
  weak var delegate: (any ListViewDelegate)?
  private let speaker: Speaker
  /// Returns the live picture, which can show the list in place; `nil` without one.
  private let stage: () -> LiveStage?

  /// Creates a view that has no list yet.
  init(_ speaker: Speaker, stage: @escaping () -> LiveStage? = { nil }) {
    self.speaker = speaker
    self.stage = stage
  }

  /// Notifies the delegate that the user selects a row.
  func select(row: Int) throws { try delegate?.listView(self, didSelectRow: row) }

  /// Notifies the delegate that the user taps the button.
  func tap(_ button: Button) throws { try delegate?.listView(self, tappedButton: button) }

  /// Taps what a touch meets: the button in row 1, the first row of the list in row 2.
  func touch(row: Int) throws {
    if row == 1 { try tap(.add(nil)) } else { try select(row: row - 2) }
  }

  /// Shows the list as an interactive screen; returns `false` without a terminal that can.
  func showInPlace() -> Bool {
    guard let dataSource, let stage = stage() else { return false }
    return stage.showList(dataSource)
  }

  /// Writes the label of the list.
  func showLabel() {
    guard let label = dataSource?.topLabelText else { return }
    speaker.say("label: \(label)", "ラベル: \(label)")
  }

  /// Writes all rows, numbered.
  func showRows() {
    if let dataSource { showRows(0..<dataSource.rowCount, of: dataSource) { $0 } }
  }

  /// Writes a change of the rows and those around it; all rows at the first notification.
  func show(_ change: ListChange<[String]>) {
    if case .setting(_, nil) = change { return showRows() }
    guard let dataSource, let row = say(change) else { return }
    if stage()?.showListRow(row) == true { return }
    speaker.showWindow(around: row, of: dataSource.rowCount) { showRows($0, of: dataSource, shown) }
  }

  /// Writes the sentence about a change; returns the row to show.
  private func say(_ change: ListChange<[String]>) -> Int? {
    switch change {
    case .insertion(let rows, let new?):
      speaker.say("inserted row \(rows[0]): \(new[0])", "行\(rows[0])を挿入: \(new[0])")
      return rows[0]
    case .removal(let rows, let old?):
      speaker.say("removed row \(rows[0]): \(old[0])", "行\(rows[0])を削除: \(old[0])")
      return rows[0]
    case .replacement(let rows, let new?, let old?):
      speaker.say(
        "replaced row \(rows[0]): \(new[0]) was \(old[0])",
        "行\(rows[0])を変更: \(new[0])、前は \(old[0])")
      return rows[0]
    case .move(let row, let target, let text?):
      speaker.say("moved row \(row) to \(target): \(text)", "行\(row)を\(target)へ移動: \(text)")
      return target
    case .setting(let new?, let old?):
      speaker.say(
        "set all rows: \(new.count) now, \(old.count) before",
        "すべての行を設定: 今\(new.count)行、前\(old.count)行")
      return 0
    default: return nil
    }
  }

  private func showRows(
    _ rows: Range<Int>, of dataSource: ListModel, _ shown: (String) -> String
  ) {
    let width = max(3, String(dataSource.rowCount).utf8.count)
    for row in rows {
      let number = String(row).rightAligned(to: width)
      speaker.say(line: number + "  " + shown(dataSource.text(ofRow: row)))
    }
  }

  /// Returns the text of a row, shortened to one line.
  private func shown(_ text: String) -> String { ShortenedText(text).words(in: speaker.language) }
}

extension Speaker {
  /// Calls `showRows` with at most 20 rows around a change; writes `...` for omitted rows.
  func showWindow(around row: Int, of count: Int, _ showRows: (Range<Int>) -> Void) {
    let size = 20
    let start = max(0, min(row - size / 2, count - size))
    let end = min(count, start + size)
    if start > 0 { say(line: "  ...") }
    showRows(start..<end)
    if end < count { say(line: "  ...") }
  }
}

extension ShortenedText {
  /// Returns the beginning of a long text, followed by the number of bytes of the whole text.
  func words(in language: Language) -> String {
    guard let count = byteCount else { return beginning }
    return beginning + language.pick("... (\(count) bytes)", "…（\(count)バイト）")
  }
}
