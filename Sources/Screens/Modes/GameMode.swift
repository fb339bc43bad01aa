package import Events
import Examiner
import Game

/// A mode of the game, whose board and inputs differ from those of the others.
///
///     let mode = game.switcher?.current as? GameMode
///     mode?.play(.move(.giveUp))
package class GameMode: EventMode {
  private let modeName: ModeName
  let game: GameController
  let model: GameModel

  init(_ name: ModeName, _ game: GameController) {
    modeName = name
    self.game = game
    model = game.model
    super.init(name.rawValue)
  }

  package override func mayChange(to next: EventMode) -> Bool {
    guard let next = next as? GameMode else { return false }
    return modeName.mayChange(to: next.modeName)
  }

  /// The board of the mode in the tree; `nil` if it has none.
  var board: BoardObject? { nil }

  /// The round on the board; `nil` if there is none that may be seen.
  var examiner: ChimpanzeeExaminer? { nil }

  /// The size of the board of that round.
  var boardSize: BoardSize? { nil }

  /// `true` if drawings of the tree may show the numerals on the board.
  var showsNumerals: Bool { false }

  /// Presses a cell off the squares of the board, or any cell where no board may be seen.
  ///
  /// The squares of a board are pressed by its cells.
  package override func handle(_ event: inout Event, from sender: EventObject) {
    guard case .touch(let h, let v) = event.message else { return }
    let cell = Cell(h: h, v: v)
    if board?.isOnBoard(cell) == true { return }
    event.isHandled = true
    play(.move(.press(cell)))
  }

  /// Performs an input of the round, which the session may reject.
  func play(_ input: GameInput) {
    if let facts = model.perform(input) { didPlay(facts) }
  }

  /// Called with the facts of an input that was performed.
  func didPlay(_ facts: [GameFact]) {}
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
