import Examiner
package import Shell

/// The mode in which is said who plays, and what.
package final class CreditController: ModeHandler {
  private let game: GameController

  /// Makes the controller of the mode.
  package init(game: GameController) {
    self.game = game
  }

  package func didEnter(_ mode: EventMode, from previous: String) {
    guard !game.isPassing else { return }
    game.restartPatience()
    game.view.showCredit(game.credits, game.plan)
  }

  package func handleEvent(_ event: inout Event) {
    switch event.message {
    case .touch(let h, let v): game.rounds.model.apply(.press(Cell(h: h, v: v)))
    case .timer:
      game.request(.attract)
    case .swipe(let direction):
      game.restartPatience()
      swipe(direction)
    case .asked:
      game.restartPatience()
      guard let action = event.action(of: RoundAction.self),
        perform(action, on: game.rounds.model)
      else { return }
    case .none, .update, .accelerate: return
    }
    event.consume()
  }

  /// Up and down for one numeral more or less, right and left for the next and the last test.
  private func swipe(_ direction: Direction) {
    var plan = game.plan
    switch direction {
    case .up: plan.count = min(plan.count + 1, plan.range?.count ?? plan.size.cellCount)
    case .down: plan.count = max(plan.count - 1, 1)
    case .right: plan = Self.plan(after: plan, by: 1)
    case .left: plan = Self.plan(after: plan, by: -1)
    }
    game.plan = plan
    game.view.showPlan(plan)
  }

  private static func plan(after plan: RoundPlan, by step: Int) -> RoundPlan {
    let plans = RoundPlan.wellKnown
    guard let place = plans.firstIndex(of: plan) else {
      return plans[step > 0 ? 0 : plans.count - 1]
    }
    return plans[(place + step + plans.count) % plans.count]
  }
}
