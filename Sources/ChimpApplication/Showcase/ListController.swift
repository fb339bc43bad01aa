import Observing
import Records
import Shell

enum ListAction: Action, Equatable {
  case show
  case add(String)
  case set([String])
  case insert(row: Int, String)
  case replace(row: Int, String)
  case remove(row: Int)
  case move(row: Int, to: Int)
  case select(row: Int)
  case showLabel
  case setLabel(String)

  /// How many rows there are after the action, where it is not refused.
  fileprivate func rowCount(after count: Int) -> Int {
    switch self {
    case .add, .insert: count + 1
    case .set(let texts): texts.count
    default: 0
    }
  }
}

/// Changes the model for the commands, and lets the view follow what it is told by the model.
final class ListController {
  let model: ListModel
  private let view: ListView
  /// How many rows there may be; nil for no limit.
  private let countLimit: Int?
  private let kept: KeptScreens?
  private var observations: [Observation] = []

  init(model: ListModel, view: ListView, countLimit: Int?, kept: KeptScreens?) {
    (self.model, self.view) = (model, view)
    (self.countLimit, self.kept) = (countLimit, kept)
    view.dataSource = model
    view.delegate = self
    observations = [
      model.observe(\.topLabelText, []) { [unowned view] _ in view.showLabel() },
      model.observe(\.cellTextArray, [.new, .old]) { [unowned view] in view.show($0) },
    ]
  }

  func perform(_ action: ListAction) {
    switch action {
    case .show:
      // What the model tells of itself at first lays the view out.
      model.observe(\.topLabelText, [.initial]) { [view] _ in view.showLabel() }.end()
      model.observe(\.cellTextArray, [.initial]) { [view] _ in view.showRows() }.end()
    case .showLabel: view.showLabel()
    case .select(let row): view.select(row: row)
    case .add(let text): view.tap(.add(text))
    case .set, .insert, .replace, .remove, .move, .setLabel: change(by: action)
    }
  }

  /// Changes the model, once it is kept that it will be changed.
  private func change(by action: ListAction) {
    if let countLimit, action.rowCount(after: model.rowCount) > countLimit {
      return view.refuse(.tooManyRows(limit: countLimit))
    }
    do throws(ListError) {
      if let kept {
        let draft = ListModel(label: model.topLabelText, rows: model.cellTextArray)
        try draft.change(by: action)
        do throws(RecordError) {
          try kept.keep(draft, after: model)
        } catch { return view.refuse(.record(error)) }
      }
      try model.change(by: action)
    } catch {
      guard case .indexOutOfRange(let row, let count) = error else { return }
      let last = if case .insert = action { count } else { count - 1 }
      view.refuse(.noRow(row, rows: last < 0 ? nil : 0...last))
    }
  }
}

extension ListController: ListViewDelegate {
  func listView(_ view: ListView, didSelectRow row: Int) { change(by: .select(row: row)) }

  func listView(_ view: ListView, tappedButton button: ListView.Button) {
    switch button {
    case .add(let text): change(by: .add(text))
    }
  }
}

extension ListModel {
  /// Does what a command asks for, where it is a change.
  fileprivate func change(by action: ListAction) throws(ListError) {
    switch action {
    case .add(let text): $cellTextArray.append(text)
    case .set(let texts): cellTextArray = texts
    case .insert(let row, let text): try $cellTextArray.insert(text, at: row)
    case .replace(let row, let text): try $cellTextArray.replace(at: row, with: text)
    case .remove(let row): try $cellTextArray.remove(at: row)
    case .move(let row, let destination): try $cellTextArray.move(from: row, to: destination)
    case .select(let row):
      guard row < rowCount else { throw .indexOutOfRange(index: row, count: rowCount) }
      topLabelText = text(ofRow: row)
    case .setLabel(let text): topLabelText = text
    case .show, .showLabel: break
    }
  }
}

extension ListController {
  static func commands(in language: Language) -> [Command] {
    [
      Command(
        "list", language.help(.list), in: .more, isSafe: true, .asking(ListAction.show),
        .asking([.literal("set")], tail: text) { invocation in
          ListAction.set((1..<invocation.argumentCount).map { invocation.text($0) })
        }, .asking([.literal("clear")]) { _ in ListAction.set([]) },
        examples: ["list", "list set apple \"two words\"", "list clear"]),
      command(
        "add", language.help(.add), [optionalText], ["add", "add banana", "add \"two words\""]
      ) { .add($0.textIfGiven(0) ?? "AddCell") },
      command("insert", language.help(.insert), [row, text], ["insert 0 first"]) {
        .insert(row: $0.number(0), $0.text(1))
      },
      command("replace", language.help(.replace), [row, text], ["replace 2 cherry"]) {
        .replace(row: $0.number(0), $0.text(1))
      },
      command("remove", language.help(.remove), [row], ["remove 2"]) { .remove(row: $0.number(0)) },
      command("move", language.help(.move), [row, row], ["move 6 0"]) {
        .move(row: $0.number(0), to: $0.number(1))
      },
      command("select", language.help(.select), [row], ["select 3"]) { .select(row: $0.number(0)) },
      command("label", language.help(.label), [optionalText], ["label", "label \"two words\""]) {
        $0.textIfGiven(0).map(ListAction.setLabel) ?? .showLabel
      },
    ]
  }

  private static func command(
    _ name: StaticString, _ summary: String, _ parameters: [Parameter], _ examples: [String],
    _ action: @escaping @Sendable (Invocation) -> ListAction
  ) -> Command {
    Command(
      name, summary, in: .more, isSafe: true, .asking(parameters) { action($0) },
      examples: examples)
  }

  private static var optionalText: Parameter { Parameter("TEXT", .text, .optional) }
  private static var row: Parameter { Parameter("ROW", .number(0...Int.max)) }
  private static var text: Parameter { Parameter("TEXT", .text) }
}

/// A label and the texts of some cells: the model of the list screen, and its view's data source.
final class ListModel: Observable {
  @Observed var topLabelText: String
  @ObservedList var cellTextArray = ["No0", "No1", "No2", "No3", "No4", "No5", "No6"]
  let observation = ObservationTable()

  init(in language: Language = .english, label: String? = nil, rows: [String]? = nil) {
    topLabelText = label ?? language.firstLabel
    if let rows { cellTextArray = rows }
  }
}

extension ListModel: ListViewDataSource {
  var labelText: String { topLabelText }
  var rowCount: Int { cellTextArray.count }
  func text(ofRow row: Int) -> String { cellTextArray[row] }
}

enum ListFault: Error, Equatable, Sendable {
  /// A row that there is not; the rows that would be right, if there are any.
  case noRow(Int, rows: ClosedRange<Int>?)
  /// There are as many rows as a restricted session may have.
  case tooManyRows(limit: Int)
  case notObserved(String)
  case optionTwice(String)
  case record(RecordError)
}

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

  func showRows() { if let dataSource { showRows(0..<dataSource.rowCount, of: dataSource) { $0 } } }

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
