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

  /// The round on the board of the mode; `nil` if there is none.
  var examiner: ChimpanzeeExaminer? { nil }

  /// `true` if drawings of the tree may show the numerals on the board.
  var showsNumerals: Bool { false }

  /// Performs an input of the round, which the session may reject.
  ///
  /// Returns `false` if it concerns a disabled cell, so that nothing is performed.
  @discardableResult
  func play(_ input: GameInput) -> Bool {
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
