import Events
import Examiner
import Game

/// The board of a mode in the event tree, whose objects are its cells.
///
/// Only a cell presses its square. A 99x99 board has 9,801 cells, so they are created when the tree
/// is searched or drawn; until then the board answers for them.
final class BoardObject: EventContainer {
  /// A cell of the board.
  private final class CellObject: EventObject {
    let cell: Cell

    init(_ cell: Cell, binding board: BoardObject) {
      self.cell = cell
      super.init("cell-\(cell.h)-\(cell.v)", binding: board)
    }

    private var board: BoardObject? { container as? BoardObject }

    override var drawnState: String? { board.map { ": \($0.sign(of: cell))" } }

    override func handle(_ event: inout Event, from sender: EventObject) {
      guard case .touch(let h, let v) = event.message, Cell(h: h, v: v) == cell,
        let board, board.isOnBoard(cell)
      else { return }
      event.isHandled = true
      board.mode?.play(.move(.press(cell)))
    }
  }

  /// The cells that a user has disabled by name, on this and every later board.
  private var disabledCells: Set<Cell> = []

  init() { super.init("board") }

  private var mode: GameMode? { container as? GameMode }

  private var cells: [CellObject] { objects.compactMap { $0 as? CellObject } }

  /// Discards the cells, because the board has changed.
  func renew() {
    guard !objects.isEmpty else { return }
    noteDisabledCells()
    for object in objects { unbind(object) }
  }

  /// Enables the board and all cells that were disabled by name.
  func enableAll() {
    disabledCells = []
    for object in [self] + objects {
      object.mayBeEnabled = true
      object.isEnabled = true
    }
  }

  override func prepareObjects() {
    guard objects.isEmpty, let size = mode?.examiner?.board.size else { return }
    for v in 1...size.v {
      for h in 1...size.h {
        let object = CellObject(Cell(h: h, v: v), binding: self)
        object.mayBeEnabled = !disabledCells.contains(object.cell)
        object.isEnabled = object.mayBeEnabled
      }
    }
  }

  /// Performs a touch off the squares; one on a square as long as its cell is not made.
  override func handle(_ event: inout Event, from sender: EventObject) {
    guard case .touch(let h, let v) = event.message else { return }
    let cell = Cell(h: h, v: v)
    let isOfCell = !objects.isEmpty || disabledCells.contains(cell)
    if isOfCell && isOnBoard(cell) { return }
    event.isHandled = true
    mode?.play(.move(.press(cell)))
  }

  /// Returns whether a line of presses reaches a disabled cell.
  ///
  /// It may end the round before that; then the cell has no effect. This is tried on a copy of the
  /// session.
  func blocks(_ cells: [Cell]) -> Bool {
    guard let session = mode?.model.session else { return false }
    noteDisabledCells()
    guard let index = cells.firstIndex(where: isDisabled) else { return false }
    if index == 0 { return true }
    var played = session
    guard (try? played.handle(.press(Array(cells[..<index])), at: 0)) != nil else { return false }
    played = session
    let facts = try? played.handle(.press(Array(cells[...index])), at: 0)
    return facts.map { $0.moveCount == index + 1 } ?? true
  }

  /// Returns whether a cell is on the current board.
  func isOnBoard(_ cell: Cell) -> Bool {
    mode?.examiner?.board.size.contains(cell) == true
  }

  /// Returns whether a cell of the current board is disabled.
  private func isDisabled(_ cell: Cell) -> Bool {
    (!isEnabled || disabledCells.contains(cell)) && isOnBoard(cell)
  }

  /// Updates the set of disabled cells from the objects.
  private func noteDisabledCells() {
    for object in cells {
      if object.isEnabled {
        disabledCells.remove(object.cell)
      } else {
        disabledCells.insert(object.cell)
      }
    }
  }

  /// Returns the character that a drawing of the tree shows for a cell.
  ///
  /// It is the numeral, `#` if masked, `.` if empty, `?` if secret.
  private func sign(of cell: Cell) -> String {
    guard let mode, mode.showsNumerals, !mode.game.isShowingInPicture else { return "?" }
    guard let examiner = mode.examiner, let numeralIndex = examiner.board.index(at: cell) else {
      return "."
    }
    let isRevealed = examiner.finish != nil && examiner.finish != .passed
    if !isRevealed && numeralIndex < examiner.pressedCount { return "." }
    return !isRevealed && examiner.isMasked
      ? "#" : "\(examiner.board.numerals[numeralIndex])"
  }
}
