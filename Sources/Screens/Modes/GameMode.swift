import Events
import Examiner
import Game

/// A mode of the game, whose board and inputs differ from those of the others.
///
///     let mode = game.switcher?.current as? GameMode
///     mode?.play(.move(.giveUp))
class GameMode: EventMode {
  private let modeName: ModeName
  let game: GameController
  let model: GameModel
  /// The board of the mode in the tree; `nil` if it has none.
  let board: BoardObject?

  init(_ name: ModeName, _ game: GameController, board: BoardObject? = nil) {
    modeName = name
    self.game = game
    model = game.model
    self.board = board
    super.init(name.rawValue)
    if let board { bind(board) }
  }

  override func mayChange(to next: EventMode) -> Bool {
    guard let next = next as? GameMode else { return false }
    return modeName.mayChange(to: next.modeName)
  }

  /// The round on the board; `nil` if there is none that may be seen.
  var examiner: ChimpanzeeExaminer? { nil }

  /// `true` if drawings of the tree may show the numerals on the board.
  var showsNumerals: Bool { false }

  /// Performs a touch in a mode without a board, which the session may reject.
  override func handle(_ event: inout Event, from sender: EventObject) {
    guard case .touch(let h, let v) = event.message, board == nil else { return }
    event.isHandled = true
    play(.move(.press(Cell(h: h, v: v))))
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
