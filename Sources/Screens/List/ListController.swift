import Archive
import Events
import Observing
import Shell

/// A change of the list, as a command or a tap asks for it.
///
///     list.change(.insert(row: 0, "No1"))
enum RowEdit: Equatable {
  case add(String)
  case set([String])
  case insert(row: Int, String)
  case replace(row: Int, String)
  case remove(row: Int)
  case move(row: Int, to: Int)
  case select(row: Int)
  case setLabel(String)

  /// Returns the number of rows after the change; 0 if it adds none.
  fileprivate func rowCount(after count: Int) -> Int {
    switch self {
    case .add, .insert: count + 1
    case .set(let texts): texts.count
    default: 0
    }
  }
}

/// Performs the commands of the list screen, an example of a screen with a list.
///
/// Model, view and controller are connected by observation, data source and delegate only.
///
///     let model = ListModel(label: "Cells")
///     let list = ListController(model: model, view: ListView(speaker), countLimit: nil, kept: nil)
///     list.change(.add("No7"))
final class ListController {
  /// The observable label and rows.
  let model: ListModel
  /// The view that writes the list.
  let view: ListView
  /// The maximum number of rows; `nil` for no limit.
  private let countLimit: Int?
  /// Loads and stores the contents of the list; `nil` without a store.
  private let kept: KeptScreens?
  /// The observations through which the view follows the model.
  private var observations: [ObservationToken] = []

  /// Creates the controller, and connects view and model.
  init(model: ListModel, view: ListView, countLimit: Int?, kept: KeptScreens?) {
    self.model = model
    self.view = view
    self.countLimit = countLimit
    self.kept = kept
    view.dataSource = model
    view.delegate = self
  }

  /// Lets the view follow the model from now on, if it does not yet.
  ///
  /// With `initial`, the first notifications draw the whole screen.
  func follow(_ options: ObservationOptions = []) {
    guard observations.isEmpty else { return }
    observations = [
      model.observe(\.topLabelText, options) { [unowned view] _ in view.showLabel() },
      model.observe(\.cellTextArray, options.union([.new, .old])) { [unowned view] in
        view.show($0)
      },
    ]
  }

  /// Shows the list; on a terminal in place.
  func show() {
    if view.showInPlace() { return }
    if observations.isEmpty { return follow(.initial) }
    view.showLabel()
    view.showRows()
  }

  /// Stores a change, then makes it in the model.
  ///
  /// The change is first made to a copy, so that the view never shows a change that can't be
  /// stored.
  func change(_ edit: RowEdit) throws {
    follow()
    if let countLimit, edit.rowCount(after: model.rowCount) > countLimit {
      throw Refusal(
        "too-many-rows", "a restricted session has at most \(countLimit) rows",
        "制限されたセッションでは行は\(countLimit)行までです")
    }
    do {
      try keep(edit)
      try model.change(edit)
    } catch ListError.indexOutOfRange(let row, let count) {
      let last = if case .insert = edit { count } else { count - 1 }
      throw noRow(row, last: last)
    }
  }

  /// Stores the list as it is after a change.
  private func keep(_ edit: RowEdit) throws {
    guard let kept else { return }
    let draft = ListModel(label: model.topLabelText, rows: model.cellTextArray)
    try draft.change(edit)
    try kept.keep(draft, after: model)
  }

  /// Returns the refusal for a row behind the last one, which is below 0 in an empty list.
  private func noRow(_ row: Int, last: Int) -> Refusal {
    guard last >= 0 else {
      return Refusal(
        "no-row", "row \(row) is not in the list, which is empty", "行\(row)はありません。リストは空です")
    }
    return Refusal(
      "no-row", "row \(row) is not in the list (rows 0 to \(last))",
      "行\(row)はリストにありません（行は0から\(last)まで）")
  }
}

extension ListController: ListViewDelegate {
  func listView(_ view: ListView, didSelectRow row: Int) throws {
    try change(.select(row: row))
  }

  func listView(_ view: ListView, tappedButton button: ListView.Button) throws {
    switch button {
    case .add(let text): try change(.add(text ?? "AddCell"))
    }
  }
}

extension ListModel {
  /// Makes a change in the model.
  ///
  /// - Throws: `ListError` if a row doesn't exist.
  fileprivate func change(_ edit: RowEdit) throws(ListError) {
    switch edit {
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
    }
  }
}

extension ListController {
  /// The commands of the list screen.
  static var commands: [Command<Application>] {
    [list, add, insert, replace, remove, move, select, label]
  }

  private static var list: Command<Application> {
    Command(
      "list",
      Text(
        "show the label and all rows (from 0), or replace all rows",
        "ラベルとすべての行（0から）を表示します。set と clear で行を書き直します"), in: .articles, of: "list", isSafe: true,
      CommandForm { program, _ in program.list.show() },
      CommandForm([.literal("set")], tail: text) { program, line in
        try program.list.change(.set((1..<line.argumentCount).map { line.text($0) }))
      },
      CommandForm([.literal("clear")]) { program, _ in try program.list.change(.set([])) },
      examples: ["list", "list set apple \"two words\"", "list clear"])
  }

  private static var add: Command<Application> {
    Command(
      "add", Text("add a row at the end", "最後に行を加えます"), in: .articles, of: "list", isSafe: true,
      CommandForm([optionalText]) { program, line in
        try program.list.view.tap(.add(line.textIfGiven(0)))
      }, examples: ["add", "add banana", "add \"two words\""])
  }

  private static var insert: Command<Application> {
    Command(
      "insert", Text("insert a row before another", "ROW の前に行を入れます"), in: .articles, of: "list",
      isSafe: true,
      CommandForm([row, text]) { program, line in
        try program.list.change(.insert(row: line.number(0), line.text(1)))
      }, examples: ["insert 0 first"])
  }

  private static var replace: Command<Application> {
    Command(
      "replace", Text("change the text of a row", "行の文字列を変えます"), in: .articles, of: "list",
      isSafe: true,
      CommandForm([row, text]) { program, line in
        try program.list.change(.replace(row: line.number(0), line.text(1)))
      }, examples: ["replace 2 cherry"])
  }

  private static var remove: Command<Application> {
    Command(
      "remove", Text("remove a row", "行を消します"), in: .articles, of: "list", isSafe: true,
      CommandForm([row]) { program, line in try program.list.change(.remove(row: line.number(0)))
      },
      examples: ["remove 2"])
  }

  private static var move: Command<Application> {
    Command(
      "move", Text("move a row to another place", "行を別の場所へ移します"), in: .articles, of: "list",
      isSafe: true,
      CommandForm([row, row]) { program, line in
        try program.list.change(.move(row: line.number(0), to: line.number(1)))
      }, examples: ["move 6 0"])
  }

  private static var select: Command<Application> {
    Command(
      "select", Text("show the text of a row in the label", "行の文字列をラベルに表示します"), in: .articles,
      of: "list", isSafe: true,
      CommandForm([row]) { program, line in try program.list.view.select(row: line.number(0)) },
      examples: ["select 3"])
  }

  private static var label: Command<Application> {
    Command(
      "label",
      Text(
        "show the label, or change its text", "ラベルを表示します。文字列を書くと変わります"), in: .articles,
      of: "list",
      isSafe: true,
      CommandForm([optionalText]) { program, line in
        guard let text = line.textIfGiven(0) else { return program.list.view.showLabel() }
        try program.list.change(.setLabel(text))
      }, examples: ["label", "label \"two words\""])
  }

  private static var optionalText: Parameter { Parameter("TEXT", .text, .optional) }
  private static var row: Parameter { Parameter("ROW", .number(0...Int.max)) }
  private static var text: Parameter { Parameter("TEXT", .text) }
}

/// The list in the event tree: a touch that is sent to it taps its button, in row 1, or one of the
/// rows below that.
final class ListObject: EventObject {
  private unowned let application: Application

  /// Creates the object and binds it.
  init(_ application: Application, binding root: EventContainer) {
    self.application = application
    super.init("list", binding: root)
  }

  override func handle(_ event: inout Event, from sender: EventObject) {
    guard case .touch(_, let v) = event.message, sender === self,
      1...application.list.model.rowCount + 1 ~= v
    else { return }
    event.isHandled = true
    application.refusing { try application.list.view.touch(row: v) }
  }
}
