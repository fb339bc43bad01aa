import Observing
import Records
package import Shell

/// What the commands about the list ask for.
package enum ListAction: Action, Equatable {
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
}

/// Changes the model for the commands, and lets the view follow what it is told by the model.
package final class ListController {
  /// What is added where no text is given.
  package static let addedText = "AddCell"

  package let model: ListModel
  private let view: ListView
  /// How many rows there may be; nil for no limit.
  private let countLimit: Int?
  /// Where the list is kept for the next session, if it is.
  private let kept: KeptScreens?
  private var observations: [Observation] = []

  /// Makes a controller whose view shows the model from now on.
  package init(model: ListModel, view: ListView, countLimit: Int? = nil, kept: KeptScreens? = nil) {
    self.model = model
    self.view = view
    self.countLimit = countLimit
    self.kept = kept
    view.dataSource = model
    view.delegate = self
    observations = [
      model.observe(\.topLabelText, []) { [unowned view] _ in view.showLabel() },
      model.observe(\.cellTextArray, [.new, .old]) { [unowned view] change in
        Self.show(change, in: view)
      },
    ]
  }

  /// Does what a command asks for.
  package func perform(_ action: ListAction) {
    switch action {
    case .show: layOut()
    case .showLabel: view.showLabel()
    case .select(let row): view.select(row: row)
    case .add(let text): view.tap(.add(text))
    case .set, .insert, .replace, .remove, .move, .setLabel: change(by: action)
    }
  }

  /// Has the view laid out by what the model tells of itself at first.
  private func layOut() {
    model.observe(\.topLabelText, [.initial]) { [view] _ in view.showLabel() }.end()
    model.observe(\.cellTextArray, [.initial]) { [view] _ in view.showRows() }.end()
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
      refuse(error, isInsertion: action.isInsertion)
    }
  }

  private func refuse(_ error: ListError, isInsertion: Bool) {
    guard case .indexOutOfRange(let row, let count) = error else { return }
    let last = isInsertion ? count : count - 1
    view.refuse(.noRow(row, rows: last < 0 ? nil : 0...last))
  }

  /// Lets the view follow one change.
  private static func show(_ change: ListChange<[String]>, in view: ListView) {
    switch change {
    case .insertion(let rows, let texts?):
      view.show(.inserted(row: rows[0], texts[0]), around: rows[0])
    case .removal(let rows, let texts?):
      view.show(.removed(row: rows[0], texts[0]), around: rows[0])
    case .replacement(let rows, let texts?, let old?):
      view.show(.replaced(row: rows[0], texts[0], old: old[0]), around: rows[0])
    case .move(let from, let to, let text?):
      view.show(.moved(row: from, to: to, text), around: to)
    case .setting(let texts?, let old?):
      view.show(.set(count: texts.count, old: old.count), around: 0)
    default: break
    }
  }
}

extension ListController: ListViewDelegate {
  package func listView(_ view: ListView, didSelectRow row: Int) {
    change(by: .select(row: row))
  }

  package func listView(_ view: ListView, tappedButton button: ListView.Button) {
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

extension ListAction {
  /// How many rows there are after the action, where it is not refused.
  fileprivate func rowCount(after count: Int) -> Int {
    switch self {
    case .add, .insert: count + 1
    case .set(let texts): texts.count
    default: 0
    }
  }

  fileprivate var isInsertion: Bool {
    if case .insert = self { true } else { false }
  }
}

extension ListController {
  /// The commands about the list.
  package static func commands(in language: Language) -> [Command] {
    [list(language)] + rowCommands(language) + [label(language)]
  }

  private static func list(_ language: Language) -> Command {
    Command(
      "list", language.help(.list), in: .more, isSafe: true,
      CommandForm { _ in .message(.action(ListAction.show)) },
      CommandForm([.literal("set")], tail: text) { invocation in
        let texts = (1..<invocation.argumentCount).map { invocation.text($0) }
        return .message(.action(ListAction.set(texts)))
      },
      CommandForm([.literal("clear")]) { _ in .message(.action(ListAction.set([]))) },
      examples: ["list", "list set apple \"two words\"", "list clear"])
  }

  private static func rowCommands(_ language: Language) -> [Command] {
    [
      Command(
        "add", language.help(.add), in: .more, isSafe: true,
        CommandForm([Parameter("TEXT", .text, .optional)]) { invocation in
          .message(.action(ListAction.add(invocation.textIfGiven(0) ?? addedText)))
        }, examples: ["add", "add banana", "add \"two words\""]),
      Command(
        "insert", language.help(.insert), in: .more, isSafe: true,
        CommandForm([row, text]) { invocation in
          .message(.action(ListAction.insert(row: invocation.number(0), invocation.text(1))))
        }, examples: ["insert 0 first"]),
      Command(
        "replace", language.help(.replace), in: .more, isSafe: true,
        CommandForm([row, text]) { invocation in
          .message(.action(ListAction.replace(row: invocation.number(0), invocation.text(1))))
        }, examples: ["replace 2 cherry"]),
      Command(
        "remove", language.help(.remove), in: .more, isSafe: true,
        CommandForm([row]) { .message(.action(ListAction.remove(row: $0.number(0)))) },
        examples: ["remove 2"]),
      Command(
        "move", language.help(.move), in: .more, isSafe: true,
        CommandForm([row, row]) {
          .message(.action(ListAction.move(row: $0.number(0), to: $0.number(1))))
        }, examples: ["move 6 0"]),
      Command(
        "select", language.help(.select), in: .more, isSafe: true,
        CommandForm([row]) { .message(.action(ListAction.select(row: $0.number(0)))) },
        examples: ["select 3"]),
    ]
  }

  private static func label(_ language: Language) -> Command {
    Command(
      "label", language.help(.label), in: .more, isSafe: true,
      CommandForm([Parameter("TEXT", .text, .optional)]) { invocation in
        let text = invocation.textIfGiven(0)
        return .message(.action(text.map(ListAction.setLabel) ?? .showLabel))
      }, examples: ["label", "label \"two words\""])
  }

  private static var row: Parameter { Parameter("ROW", .number(0...Int.max)) }
  private static var text: Parameter { Parameter("TEXT", .text) }
}
