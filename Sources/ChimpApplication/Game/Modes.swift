import Console
import Events
import Examiner
import Game
import Models
import Words

/// The mode in which the game shows itself until somebody wants to play.
final class AttractController: ModeHandler {
  private let game: GameController
  private let demonstration: DemonstrationController

  init(game: GameController, demonstration: DemonstrationController) {
    (self.game, self.demonstration) = (game, demonstration)
  }

  func didEnter(_ mode: EventMode, by change: ModeChange) {
    if change.previous.name == ModeName.play.rawValue, !change.isAtOnce,
      game.model.round.finish != nil
    {
      game.model.tell(.concluded)
    }
    demonstration.rest()
  }

  func willLeave(_ mode: EventMode, by change: ModeChange) { demonstration.stop() }

  func handleEvent(_ event: inout Event) {
    // The presses of the demonstration come this way, too, and go on to it.
    if let sequence = demonstration.sequence, event.origin === sequence { return }
    if event.isPress, demonstration.isShowing {
      if game.request(.credit) {
        game.speaker.say {
          $0.mode(
            ModeName.attract.rawValue, next: ModeName.credit.rawValue, by: game.nextUpdate)
        }
      }
    } else if case .noticePerson? = event.action(of: GameAction.self) {
      demonstration.rest()
    } else if !game.takesMove(&event) {
      return
    }
    event.consume()
  }
}

final class CreditController: ModeHandler {
  private let game: GameController

  init(game: GameController) { self.game = game }

  func didEnter(_ mode: EventMode, by change: ModeChange) {
    guard !change.isAtOnce else { return }
    game.restartPatience()
    game.speaker.say { $0.credit(game.credits, game.plan) }
  }

  func handleEvent(_ event: inout Event) {
    switch event.message {
    case .timer: game.request(.attract)
    case .swipe(let direction):
      game.restartPatience()
      swipe(direction)
    case .action, .touch:
      if !event.isPress { game.restartPatience() }
      guard game.takesMove(&event) else { return }
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
    game.speaker.say { $0.nextPlan(plan) }
  }

  private static func plan(after plan: RoundPlan, by step: Int) -> RoundPlan {
    let plans = RoundPlan.wellKnown
    guard let place = plans.firstIndex(of: plan) else {
      return plans[step > 0 ? 0 : plans.count - 1]
    }
    return plans[(place + step + plans.count) % plans.count]
  }
}
