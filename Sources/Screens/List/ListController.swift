import Archive
import Events
import Observing
package import Shell

/// An action of the list screen, such as adding a row.
///
///     try root.send(.action(ListAction.insert(row: 0, "No1")))
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

  /// Returns the number of rows after the action; 0 if it adds none.
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
///     list.perform(.add("No7"))
package final class ListController {
  /// The observable label and rows.
  package let model: ListModel
  /// The view that writes the list.
  private let view: ListView
  /// The maximum number of rows; `nil` for no limit.
  private let countLimit: Int?
  /// Loads and stores the contents of the list; `nil` without a store.
  private let kept: KeptScreens?
  /// The observations through which the view follows the model.
  private var observations: [Observation] = []

  /// Creates the controller, and connects view and model.
  package init(model: ListModel, view: ListView, countLimit: Int?, kept: KeptScreens?) {
    self.model = model
    self.view = view
    self.countLimit = countLimit
    self.kept = kept
    view.dataSource = model
    view.delegate = self
    observations = [
      model.observe(\.topLabelText, []) { [unowned view] _ in view.showLabel() },
      model.observe(\.cellTextArray, [.new, .old]) { [unowned view] in view.show($0) },
    ]
  }

  /// Performs an action, or writes its error message.
  package func perform(_ action: ListAction) {
    switch action {
    case .show:
      if view.showInPlace() { return }
      // The initial notifications of the model lay out the view.
      model.observe(\.topLabelText, [.initial]) { [view] _ in view.showLabel() }.end()
      model.observe(\.cellTextArray, [.initial]) { [view] _ in view.showRows() }.end()
    case .showLabel: view.showLabel()
    case .select(let row): view.select(row: row)
    case .add(let text): view.tap(.add(text))
    case .set, .insert, .replace, .remove, .move, .setLabel: change(by: action)
    }
  }

  /// Stores a change, then makes it in the model.
  ///
  /// The change is first made to a copy, so that the view never shows a change that can't be
  /// stored.
  private func change(by action: ListAction) {
    if let countLimit, action.rowCount(after: model.rowCount) > countLimit {
      return view.refuse(.tooManyRows(limit: countLimit))
    }
    do throws(ListError) {
      if let kept, case .add(let text) = action {
        do throws(ModelError) { try kept.append(text, to: model) } catch {
          return view.refuse(error)
        }
      } else if let kept {
        let draft = ListModel(label: model.topLabelText, rows: model.cellTextArray)
        try draft.change(by: action)
        do throws(ModelError) { try kept.keep(draft, after: model) } catch {
          return view.refuse(error)
        }
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
  package func listView(_ view: ListView, didSelectRow row: Int) { change(by: .select(row: row)) }

  package func listView(_ view: ListView, tappedButton button: ListView.Button) {
    switch button {
    case .add(let text): change(by: .add(text))
    }
  }
}

extension ListModel {
  /// Makes the change of an action in the model; does nothing for actions that only show something.
  ///
  /// - Throws: `ListError` if a row doesn't exist.
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
  /// Returns the commands of the list screen.
  package static func commands(in language: Language) -> [Command] {
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

  /// Returns a command with one form.
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
