import Examiner
package import Shell

/// The mode in which the game shows itself until somebody wants to play.
package final class AttractController: ModeHandler {
  private let game: GameController
  private let demonstration: DemonstrationController

  /// Makes the controller of the mode.
  package init(game: GameController, demonstration: DemonstrationController) {
    self.game = game
    self.demonstration = demonstration
  }

  package func didEnter(_ mode: EventMode, from previous: String) {
    if previous == ModeName.play.rawValue { game.rounds.model.conclude() }
    rest(mode)
  }

  /// Lets the demonstration, which may have to be made first, wait until nobody is there.
  private func rest(_ mode: EventMode?) {
    mode?.bindLaterChildren()
    demonstration.rest()
  }

  package func willLeave(_ mode: EventMode, for next: String) {
    demonstration.stop()
  }

  package func handleEvent(_ event: inout Event) {
    switch event.message {
    case .touch(let h, let v):
      // NB: the demonstration's own presses come this way, too, and go on to it.
      guard event.origin !== demonstration.sequence else { return }
      if !demonstration.isShowing {
        game.rounds.model.apply(.press(Cell(h: h, v: v)))
      } else if game.request(.credit) {
        game.view.showMode(ModeName.attract.rawValue, next: ModeName.credit.rawValue)
      }
    case .asked:
      if let action = event.action(of: RoundAction.self) {
        guard perform(action, on: game.rounds.model) else { return }
      } else if case .noticePerson? = event.action(of: GameAction.self) {
        rest(game.switcher?.current)
      } else {
        return
      }
    case .none, .update, .timer, .swipe, .accelerate: return
    }
    event.consume()
  }
}
