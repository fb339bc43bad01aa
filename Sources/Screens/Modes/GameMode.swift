package import Events
import Examiner
import Game

/// A mode of the game, whose board and inputs differ from those of the others.
///
///     let mode = game.switcher?.current as? GameMode
///     mode?.play(.move(.giveUp))
package class GameMode: EventMode {
  let game: GameController
  var model: GameModel { game.model }

  init(_ name: ModeName, _ game: GameController) {
    self.game = game
    super.init(name.rawValue)
  }

  /// The board of the mode in the tree; `nil` if it has none.
  var board: BoardObject? { nil }

  /// The round on the board; `nil` if there is none.
  var examiner: ChimpanzeeExaminer? { nil }

  /// `true` if drawings of the tree may show the numerals on the board.
  var showsNumerals: Bool { false }

  /// Presses a cell off the squares of the board, or any cell where no board may be seen.
  ///
  /// The squares of a board are pressed by its cells.
  package override func handle(_ event: inout Event, from sender: EventObject) {
    guard case .touch(let h, let v) = event.message, let board, !board.isOnBoard(Cell(h: h, v: v))
    else { return }
    event.isHandled = play(.move(.press(Cell(h: h, v: v))))
  }

  /// Performs an input of the round, which the session may reject.
  ///
  /// Returns `false` if a line of presses reaches a disabled cell, so that nothing is performed.
  @discardableResult
  func play(_ input: GameInput) -> Bool {
    if let board, board.blocks(input) { return false }
    model.perform(input)
    return true
  }
}

extension GameInput {
  /// `true` for one or several presses.
  var isPress: Bool {
    switch self {
    case .press, .move(.press): true
    default: false
    }
  }
}
