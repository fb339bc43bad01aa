package import Events
import Examiner
import Game

/// Adds the cells of a board to the event tree, as objects that handle touches.
///
/// A 99x99 board has 9,801 cells, so the objects are created only when a command draws or searches
/// the tree. Until then the mode handles all touches, with the same result.
package final class BoardController: EventHandler {
  /// The handler of the object of one cell.
  private final class CellController: EventHandler {
    private let cell: Cell
    private unowned let board: BoardController

    init(_ cell: Cell, of board: BoardController) {
      self.cell = cell
      self.board = board
    }

    var drawnState: String? { board.sign(of: cell) }

    func handleEvent(_ event: inout Event, of object: EventObject) {
      if case .touch(let h, let v) = event.message, Cell(h: h, v: v) == cell {
        board.handleTouch(&event)
      }
    }
  }

  /// Returns the state of the round on the board; `nil` if there is none.
  private let examiner: () -> ChimpanzeeExaminer?

  /// `true` if drawings of the tree may show the numerals.
  private let isShown: Bool
  /// Returns whether a terminal's live picture shows the numerals, which the tree must then hide.
  package var isHidden: () -> Bool = { false }
  /// Called with each touch that a cell handles.
  var handleTouch: (inout Event) -> Void = { _ in }
  // Unowned, because the tree holds this object as its handler.
  private unowned var container: EventContainer?
  /// `true` once cells were created; before that none can be disabled, so that `claims` returns at
  /// once.
  private var hasMadeCells = false
  /// `true` if the objects of the current board's cells exist.
  private var hasCells = false
  /// The cells with their objects, if these exist.
  private var cells: [(cell: Cell, object: EventObject)] = []
  /// The cells that a user has disabled by name, on this and every later board.
  private var disabledCells: Set<Cell> = []

  /// Creates the controller of the board of a round.
  init(isShown: Bool, _ examiner: @escaping () -> ChimpanzeeExaminer?) {
    self.isShown = isShown
    self.examiner = examiner
  }

  package var receivesActionsOnly: Bool { true }

  /// Creates the container object of the board, whose children are the cells.
  package func makeContainer() -> EventContainer {
    let container = EventContainer("board", handler: self)
    self.container = container
    container.replaceChildren { [unowned self] in makeCells() }
    return container
  }

  /// Discards the cell objects, because the board has changed.
  package func renew() {
    guard hasCells else { return }
    updateDisabledCells()
    hasCells = false
    cells = []
    container?.replaceChildren { [unowned self] in makeCells() }
  }

  /// Enables the board and all cells that were disabled by name.
  func enableAll() {
    disabledCells = []
    container?.mayBeEnabled = true
    container?.isEnabled = true
    for (_, object) in cells {
      object.mayBeEnabled = true
      object.isEnabled = true
    }
  }

  /// Returns whether the cells must handle an event instead of the mode.
  ///
  /// They must handle a touch if their objects exist, and a press on a disabled cell. A line of
  /// presses may end the round before it reaches a disabled cell; then that cell has no effect.
  func claims(_ event: borrowing Event, in model: GameModel) -> Bool {
    guard hasMadeCells else { return false }
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

  /// Returns whether all presses of a line before an index are accepted, so that the press at the
  /// index is made.
  ///
  /// This is tried on a copy of the session.
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

  /// Updates the set of disabled cells from the objects in the tree.
  private func updateDisabledCells() {
    for (cell, object) in cells {
      if object.isEnabled { disabledCells.remove(cell) } else { disabledCells.insert(cell) }
    }
  }

  /// Creates an object for each cell of the current board.
  private func makeCells() -> [EventObject] {
    hasMadeCells = true
    hasCells = true
    guard let size = examiner()?.board.size else { return [] }
    cells = (1...size.v).flatMap { v in (1...size.h).map { h in makeObject(Cell(h: h, v: v)) } }
    return cells.map(\.object)
  }

  /// Creates the object of a cell, which is disabled if the cell is.
  private func makeObject(_ cell: Cell) -> (cell: Cell, object: EventObject) {
    let handler = CellController(cell, of: self)
    let object = EventObject("cell-\(cell.h)-\(cell.v)", handler: handler)
    object.mayBeEnabled = !disabledCells.contains(cell)
    object.isEnabled = object.mayBeEnabled
    return (cell, object)
  }

  /// Returns the character that a drawing of the tree shows for a cell.
  ///
  /// It is the numeral, `#` if masked, `.` if empty, `?` if secret.
  private func sign(of cell: Cell) -> String {
    guard isShown, !isHidden() else { return "?" }
    guard let examiner = examiner(), let numeralIndex = examiner.board.index(at: cell) else {
      return "."
    }
    let isRevealed = examiner.finish != nil && examiner.finish != .passed
    if !isRevealed && numeralIndex < examiner.pressedCount { return "." }
    return !isRevealed && examiner.isMasked
      ? "#" : "\(examiner.board.numeral(atIndex: numeralIndex))"
  }
}
