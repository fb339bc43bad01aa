import Observing
import Shell

/// What the commands about the list ask for.
package enum ListAction: Action, Equatable {
  case show
  case add(String)
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
  /// How many rows there may be; nil where nobody minds.
  private let countLimit: Int?
  private var observations: [Observation] = []

  /// Makes a controller whose view shows the model from now on.
  package init(model: ListModel, view: ListView, countLimit: Int? = nil) {
    self.model = model
    self.view = view
    self.countLimit = countLimit
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
    if action.addsRow, let countLimit, model.rowCount >= countLimit {
      return view.refuse(.tooManyRows(limit: countLimit))
    }
    do throws(ListError) {
      switch action {
      case .show: view.showAll()
      case .add(let text): model.$cellTextArray.append(text)
      case .insert(let row, let text): try model.$cellTextArray.insert(text, at: row)
      case .replace(let row, let text): try model.$cellTextArray.replace(at: row, with: text)
      case .remove(let row): try model.$cellTextArray.remove(at: row)
      case .move(let row, let destination):
        try model.$cellTextArray.move(from: row, to: destination)
      case .select(let row): select(row)
      case .showLabel: view.showLabel()
      case .setLabel(let text): model.topLabelText = text
      }
    } catch {
      refuse(error, isInsertion: action.isInsertion)
    }
  }

  private func select(_ row: Int) {
    guard row < model.rowCount else {
      return refuse(.indexOutOfRange(index: row, count: model.rowCount), isInsertion: false)
    }
    view.select(row: row)
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
      view.show("inserted row \(rows[0]): \(texts[0])", around: rows[0])
    case .removal(let rows, let texts?):
      view.show("removed row \(rows[0]): \(texts[0])", around: rows[0])
    case .replacement(let rows, let texts?, let old?):
      view.show("replaced row \(rows[0]): \(texts[0]) was \(old[0])", around: rows[0])
    case .move(let from, let to, let text?):
      view.show("moved row \(from) to \(to): \(text)", around: to)
    default: view.showAll()
    }
  }
}

extension ListController: ListViewDelegate {
  package func listView(_ view: ListView, didSelectRow row: Int) {
    model.topLabelText = model.text(ofRow: row)
  }
}

extension ListAction {
  fileprivate var addsRow: Bool {
    if case .add = self { true } else { isInsertion }
  }

  fileprivate var isInsertion: Bool {
    if case .insert = self { true } else { false }
  }
}
