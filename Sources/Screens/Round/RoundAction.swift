import Events
import Examiner
package import Game
import Observing
import Shell

/// An input of the round that is no touch, which the current mode handles.
///
///     _ = try root.send(.action(RoundAction.play(.press([Cell(h: 2, v: 3), Cell(h: 1, v: 1)]))))
package enum RoundAction: Action, Equatable {
  /// Several presses of one line, or a move such as giving up.
  case play(GameInput)
  /// Begins the placed round, which waits for the player.
  case begin
}

extension Event {
  /// `true` if the event is a press on one or several cells.
  var isPress: Bool {
    if case .touch = message { return true }
    return action(of: RoundAction.self)?.isPress ?? false
  }
}

extension RoundAction {
  /// `true` if the action is a line of presses.
  package var isPress: Bool { if case .play(.press) = self { true } else { false } }
}

extension GameController {
  /// Performs the move of an event and returns its facts, which are empty if the move was rejected.
  ///
  /// Returns `nil` if the event is not a move.
  func handleMove(of event: borrowing Event) -> GameFacts? {
    if case .touch(let h, let v) = event.message {
      return model.perform(.move(.press(Cell(h: h, v: v)))) ?? []
    }
    guard case .play(let input)? = event.action(of: RoundAction.self) else { return nil }
    return model.perform(input) ?? []
  }
}
