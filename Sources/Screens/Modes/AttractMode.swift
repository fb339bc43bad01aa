import Events
import Examiner
import Game

/// The `attract` mode, which shows the demonstration until a player comes.
///
///     let attract = AttractMode(game, demonstration)
final class AttractMode: GameMode {
  private let demonstration: DemonstrationController

  init(_ game: GameController, _ demonstration: DemonstrationController) {
    self.demonstration = demonstration
    super.init(.attract, game)
    bind(demonstration)
  }

  /// Shows the result of the last round, then lets the demonstration begin after a pause.
  override func didEnter(by change: ModeChange) {
    if change.from == ModeName.play.rawValue, model.session.finish != nil {
      game.showResult()
    }
    demonstration.rest()
  }

  /// Stops the demonstration.
  override func willLeave(by change: ModeChange) { demonstration.stop() }

  /// Changes to the `credit` mode after a press on the demonstration; the session rejects other
  /// inputs.
  override func play(_ input: GameInput) {
    guard input.isPress, demonstration.isShowing else { return super.play(input) }
    if game.request(.credit) {
      game.view.showMode(
        ModeName.attract.rawValue, next: ModeName.credit.rawValue, by: game.nextUpdate)
    }
  }
}
