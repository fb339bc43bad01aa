import Console
import Events
package import Examiner
package import Game
import Models
import Observing

/// An action of a command about the round, other than a press on one cell.
///
///     _ = try root.send(.action(RoundAction.play(.press([Cell(h: 2, v: 3), Cell(h: 1, v: 1)]))))
package enum RoundAction: Action, Equatable {
  // Large cases are indirect, so that the others are copied quickly.
  indirect case draw(RoundPlan, seed: Seed?)
  indirect case start(BoardIdentifier, rule: Rule)
  indirect case test(String, TestSettings)
  /// Several presses, or another move.
  case play(GameInput)
  case show, report, identify, again, resume
  /// The waiting round begins.
  case begin
  /// The test ends before its last trial.
  case stop
}

extension Event {
  /// `true` if the event is a press: a touch, or the touches of one line.
  var isPress: Bool {
    if case .touch = message { return true }
    return action(of: RoundAction.self)?.isPress ?? false
  }
}

extension RoundAction {
  /// `true` if the action is the touches of one line.
  package var isPress: Bool { if case .play(.press) = self { true } else { false } }
}

extension GameController {
  /// Performs the move of an event and returns its facts; none if the move is rejected.
  ///
  /// Returns `nil` if the event requests no move.
  func handleMove(of event: borrowing Event) -> GameFacts? {
    if case .touch(let h, let v) = event.message {
      return model.perform(.move(.press(Cell(h: h, v: v)))) ?? []
    }
    guard case .play(let input)? = event.action(of: RoundAction.self) else { return nil }
    return model.perform(input) ?? []
  }
}
