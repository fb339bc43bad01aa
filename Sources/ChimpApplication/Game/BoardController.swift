import Examiner
import Shell

/// The cells of a board as objects of the event tree: each answers the touches on its cell.
///
/// They are made when the tree is drawn or searched; until then the mode takes all touches.
final class BoardController: EventHandler {
  private final class CellController: EventHandler {
    private let cell: Cell
    private unowned let board: BoardController

    init(_ cell: Cell, of board: BoardController) { (self.cell, self.board) = (cell, board) }

    var drawnState: String? { board.sign(of: cell) }

    func handleEvent(_ event: inout Event) {
      if case .touch(let h, let v) = event.message, Cell(h: h, v: v) == cell { board.take(&event) }
    }
  }

  /// The numerals on their cells, as far as they have been pressed; nil where there are none.
  private let examiner: () -> ChimpanzeeExaminer?
  /// Whether the numerals may be seen in the tree.
  private let isShown: Bool
  /// Does what a touch on a cell asks for.
  var take: (inout Event) -> Void = { _ in }
  // Unowned, because the tree holds this object as its handler.
  private unowned var container: EventContainer?
  /// Whether somebody has looked, so that the cells were made, if there is a board.
  private(set) var hasCells = false

  init(isShown: Bool, _ examiner: @escaping () -> ChimpanzeeExaminer?) {
    (self.isShown, self.examiner) = (isShown, examiner)
  }

  var takesActionsOnly: Bool { true }

  func makeContainer() -> EventContainer {
    let container = EventContainer("board", handler: self)
    self.container = container
    container.replaceChildren { [unowned self] in makeCells() }
    return container
  }

  /// Has the cells made anew, because the board may be another one.
  func renew() {
    guard hasCells else { return }
    hasCells = false
    container?.replaceChildren { [unowned self] in makeCells() }
  }

  func hasObject(for cell: Cell) -> Bool {
    hasCells && examiner()?.board.size.contains(cell) == true
  }

  private func makeCells() -> [EventObject] {
    hasCells = true
    guard let size = examiner()?.board.size else { return [] }
    return (1...size.v).flatMap { v in
      (1...size.h).map { h in
        EventObject("cell-\(h)-\(v)", handler: CellController(Cell(h: h, v: v), of: self))
      }
    }
  }

  /// What a cell shows: a numeral, `#` for a masked one, `.` for none, `?` before the round.
  private func sign(of cell: Cell) -> String {
    guard isShown else { return "?" }
    guard let examiner = examiner(), let place = examiner.board.place(at: cell) else { return "." }
    let isSolved = examiner.finish != nil && examiner.finish != .passed
    if !isSolved && place < examiner.pressedCount { return "." }
    return !isSolved && examiner.isMasked ? "#" : "\(examiner.board.numeral(atPlace: place))"
  }
}
