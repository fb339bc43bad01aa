package import Events
import Examiner
import Game
import Models

/// The cells of a board as objects of the event tree: each handles the touches on its cell.
///
/// A 99x99 board has 9,801 of them, so they are created only when the tree is drawn or searched;
/// until then the mode handles all touches, with the same result.
package final class BoardController: EventHandler {
  /// The handler of one cell.
  private final class CellController: EventHandler {
    private let cell: Cell
    private unowned let board: BoardController

    init(_ cell: Cell, of board: BoardController) {
      self.cell = cell
      self.board = board
    }

    var drawnState: String? { board.sign(of: cell) }

    func handleEvent(_ event: inout Event) {
      if case .touch(let h, let v) = event.message, Cell(h: h, v: v) == cell {
        board.handleTouch(&event)
      }
    }
  }

  /// Returns the state of the round whose board is shown; `nil` if none is shown.
  private let examiner: () -> ChimpanzeeExaminer?

  /// `true` if the numerals may be seen in the tree.
  private let isShown: Bool
  /// Returns whether a stage shows the numerals, so that they must not appear in the tree.
  package var isHidden: () -> Bool = { false }
  /// Handles a touch on a cell.
  var handleTouch: (inout Event) -> Void = { _ in }
  // Unowned, because the tree holds this object as its handler.
  private unowned var container: EventContainer?
  /// `true` if the cells were created for the current board.
  private var hasCells = false
  /// The cells that were created, with their objects.
  private var cells: [(cell: Cell, object: EventObject)] = []
  /// The cells that were disabled by name; they stay so on every later board.
  private var disabledCells: Set<Cell> = []

  /// Creates the controller of a board that `examiner` returns.
  init(isShown: Bool, _ examiner: @escaping () -> ChimpanzeeExaminer?) {
    self.isShown = isShown
    self.examiner = examiner
  }

  package var receivesActionsOnly: Bool { true }

  /// Creates the object of the board, whose children are the cells.
  package func makeContainer() -> EventContainer {
    let container = EventContainer("board", handler: self)
    self.container = container
    container.replaceChildren { [unowned self] in makeCells() }
    return container
  }

  /// Discards the cells, because the board may be another one; does nothing if there are none.
  package func renew() {
    guard hasCells else { return }
    updateDisabledCells()
    hasCells = false
    cells = []
    container?.replaceChildren { [unowned self] in makeCells() }
  }

  /// Enables the board and all its cells.
  func enableAll() {
    disabledCells = []
    container?.mayBeEnabled = true
    container?.isEnabled = true
    for (_, object) in cells {
      object.mayBeEnabled = true
      object.isEnabled = true
    }
  }

  /// Returns whether the mode leaves an event to the cells: a touch that a cell handles itself, or
  /// a press on a cell that is disabled.
  ///
  /// The presses of one line are judged in order, like single touches, so a disabled cell that the
  /// line doesn't reach has no effect.
  func claims(_ event: borrowing Event, in model: GameModel) -> Bool {
    let isAnyDisabled = !disabledCells.isEmpty || container?.isEnabled == false
    guard hasCells || isAnyDisabled else { return false }
    if case .touch(let h, let v) = event.message {
      let cell = Cell(h: h, v: v)
      return isOnBoard(cell) && (hasCells || isDisabled(cell))
    }
    guard case .play(.press(let cells))? = event.action(of: RoundAction.self) else { return false }
    updateDisabledCells()
    guard let index = cells.firstIndex(where: isDisabled) else { return false }
    return Self.reaches(index, of: cells, in: model.session)
  }

  /// Returns whether a line reaches one of its presses: the session accepts all presses up to it.
  ///
  /// The line is played on a copy of the session, which is a value.
  private static func reaches(_ index: Int, of cells: [Cell], in session: GameSession) -> Bool {
    if index == 0 { return true }
    var played = session
    guard (try? played.handle(.press(Array(cells[..<index])), at: 0)) != nil else { return false }
    played = session
    let facts = try? played.handle(.press(Array(cells[...index])), at: 0)
    return facts.map { $0.moveCount == index + 1 } ?? true
  }

  /// Returns whether a cell is on the current board.
  private func isOnBoard(_ cell: Cell) -> Bool { examiner()?.board.size.contains(cell) == true }

  /// Returns whether a cell of the current board is disabled.
  private func isDisabled(_ cell: Cell) -> Bool {
    (container?.isEnabled == false || disabledCells.contains(cell)) && isOnBoard(cell)
  }

  /// Updates the set of disabled cells from the objects of the tree.
  private func updateDisabledCells() {
    for (cell, object) in cells {
      if object.isEnabled { disabledCells.remove(cell) } else { disabledCells.insert(cell) }
    }
  }

  /// Creates an object for each cell of the current board.
  private func makeCells() -> [EventObject] {
    hasCells = true
    guard let size = examiner()?.board.size else { return [] }
    cells = (1...size.v).flatMap { v in (1...size.h).map { h in makeObject(Cell(h: h, v: v)) } }
    return cells.map(\.object)
  }

  /// Creates the object of a cell, disabled if the cell was.
  private func makeObject(_ cell: Cell) -> (cell: Cell, object: EventObject) {
    let handler = CellController(cell, of: self)
    let object = EventObject("cell-\(cell.h)-\(cell.v)", handler: handler)
    object.mayBeEnabled = !disabledCells.contains(cell)
    object.isEnabled = object.mayBeEnabled
    return (cell, object)
  }

  /// Returns the state of a cell as the tree draws it: a numeral, `#` if masked, `.` if empty, `?`
  /// if secret.
  private func sign(of cell: Cell) -> String {
    guard isShown, !isHidden() else { return "?" }
    guard let examiner = examiner(), let numeralIndex = examiner.board.index(at: cell) else {
      return "."
    }
    let isSolved = examiner.finish != nil && examiner.finish != .passed
    if !isSolved && numeralIndex < examiner.pressedCount { return "." }
    return !isSolved && examiner.isMasked ? "#" : "\(examiner.board.numeral(atIndex: numeralIndex))"
  }
}
