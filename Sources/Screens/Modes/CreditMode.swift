import Events
import Examiner
import Game

/// The `credit` mode, in which the player chooses the next round by swipes.
///
///     let credit = CreditMode(game)
final class CreditMode: GameMode {
  init(_ game: GameController) {
    super.init(.credit, game)
    bind(game.idleTimer)
  }

  private var session: GameSession { model.session }

  override func didEnter(by change: ModeChange) {
    game.idleTimer.restart()
    game.view.showTurn(
      of: game.model.credits.participant, session.credits, session.plan,
      mixesHolds: game.mixesHolds, for: game.application.tableReader)
  }

  /// Handles swipes, touches, and the idle timer, which changes to `attract`.
  override func handle(_ event: inout Event, from sender: EventObject) {
    switch event.message {
    case .timer: game.request(.attract)
    case .swipe(let direction):
      game.idleTimer.restart()
      swipe(direction)
    case .touch: super.handle(&event, from: sender)
    case .none, .update, .accelerate: return
    }
    event.isHandled = true
  }

  override func play(_ input: GameInput) {
    if !input.isPress { game.idleTimer.restart() }
    super.play(input)
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
    game.view.showChoice(plan)
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
