import Events
import Examiner
import Game
import Shell

/// The `attract` mode, which shows the demonstration until a player comes.
///
///     let attract = AttractController(game: game, demonstration: demonstration)
///     let mode = EventMode("attract", handler: attract, children: [demonstration.makeSequence()])
package final class AttractController: ModeHandler {
  private let game: GameController
  private let demonstration: DemonstrationController

  /// Creates the handler of the `attract` mode.
  package init(game: GameController, demonstration: DemonstrationController) {
    self.game = game
    self.demonstration = demonstration
  }

  /// Shows the result of the last round, then lets the demonstration begin after a pause.
  func didEnter(_ mode: EventMode, by change: ModeChange) {
    if change.from == ModeName.play.index, !change.isAtOnce,
      game.model.session.finish != nil
    {
      game.model.notify(.concluded)
    }
    demonstration.rest()
  }

  /// Stops the demonstration.
  func willLeave(_ mode: EventMode, by change: ModeChange) { demonstration.stop() }

  /// Changes to the `credit` mode after a press on the demonstration; the session rejects other
  /// moves.
  func handleEvent(_ event: inout Event, of object: EventObject) {
    // The presses of the demonstration are delivered here, too, and are passed on to it.
    if let sequence = demonstration.sequence, event.isSent(by: sequence) { return }
    if event.isPress, demonstration.isShowing {
      if game.request(.credit) {
        game.speaker.say {
          $0.mode(
            ModeName.attract.rawValue, next: ModeName.credit.rawValue, by: game.nextUpdate)
        }
      }
    } else if game.handleMove(of: event) == nil {
      return
    }
    event.consume()
  }
}
