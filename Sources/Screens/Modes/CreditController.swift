import Events
import Examiner
import Game
import Shell

/// The `credit` mode, in which the player chooses the next round by swipes.
///
///     let credit = CreditController(game: game)
///     let mode = EventMode("credit", handler: credit, children: [game.makeIdleTimer()])
package final class CreditController: ModeHandler {
  private let game: GameController

  /// Creates the handler of the `credit` mode.
  package init(game: GameController) { self.game = game }

  /// The state of the game.
  private var session: GameSession { game.model.session }

  func didEnter(_ mode: EventMode, by change: ModeChange) {
    guard !change.isAtOnce else { return }
    game.restartIdleTimer()
    let reader = game.reader()
    game.speaker.say {
      $0.credit(session.credits, of: game.model.credits.participant, session.plan, for: reader)
    }
  }

  /// Handles swipes, moves, and the idle timer, which changes to `attract`.
  func handleEvent(_ event: inout Event, of object: EventObject) {
    switch event.message {
    case .timer: game.request(.attract)
    case .swipe(let direction):
      game.restartIdleTimer()
      swipe(direction)
    case .action, .touch:
      if !event.isPress { game.restartIdleTimer() }
      guard game.handleMove(of: event) != nil else { return }
    case .none, .update, .accelerate: return
    }
    event.consume()
  }

  /// Changes the plan of the next round by a swipe.
  ///
  /// Up and down add or remove a numeral; right and left choose the next or previous plan of the
  /// literature.
  private func swipe(_ direction: Direction) {
    var plan = session.plan
    switch direction {
    case .up: plan.count = min(plan.count + 1, plan.range?.count ?? plan.size.cellCount)
    case .down: plan.count = max(plan.count - 1, 1)
    case .right: plan = Self.plan(after: plan, by: 1)
    case .left: plan = Self.plan(after: plan, by: -1)
    }
    game.model.perform(.choose(plan))
    game.speaker.say { $0.nextPlan(plan) }
  }

  /// Returns the next or previous plan of the literature, cyclically.
  ///
  /// If the plan is none of them, it is the first or the last one.
  private static func plan(after plan: RoundPlan, by step: Int) -> RoundPlan {
    let plans = RoundPlan.wellKnown
    guard let index = plans.firstIndex(of: plan) else {
      return plans[step > 0 ? 0 : plans.count - 1]
    }
    return plans[(index + step + plans.count) % plans.count]
  }
}
