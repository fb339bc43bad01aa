import Examiner
package import Shell

/// The modes of the game, and to which others each one may change.
package enum ModeName: String, CaseIterable, Sendable {
  /// The demonstration, the best results and the news.
  case attract
  /// Who plays, and what.
  case credit
  /// The numerals are placed, and play is about to begin.
  case start
  /// The presses.
  case play

  /// Whether the mode may change to another.
  package func mayChange(to other: ModeName) -> Bool {
    switch self {
    case .attract: other == .credit
    case .credit: other == .attract || other == .start
    case .start: other != .start
    case .play: other != .play
    }
  }

  /// All modes, in the order of their places.
  package static func at(place: Int) -> ModeName {
    switch place {
    case 0: .attract
    case 1: .credit
    case 2: .start
    default: .play
    }
  }

  /// Where the mode is among all.
  package var place: Int {
    switch self {
    case .attract: 0
    case .credit: 1
    case .start: 2
    case .play: 3
    }
  }

  /// The places of the modes that lead to play, play included.
  package static var wayToPlay: Range<Int> { 1..<4 }

  /// The places of the modes that lead to start, start included.
  package static var wayToStart: Range<Int> { 1..<3 }

  /// All names, as they are typed.
  package static var names: [String] { ["attract", "credit", "start", "play"] }
}

/// The mode in which the game shows itself until somebody wants to play.
package final class AttractController: ModeHandler {
  private let game: GameController
  private let demonstration: DemonstrationController

  /// Makes the controller of the mode.
  package init(game: GameController, demonstration: DemonstrationController) {
    self.game = game
    self.demonstration = demonstration
  }

  package func didEnter(_ mode: EventMode, by change: ModeChange) {
    if change.previous.name == ModeName.play.rawValue, !change.isAtOnce,
      game.model.round.finish != nil
    {
      game.model.tell(.concluded)
    }
    demonstration.rest()
  }

  package func willLeave(_ mode: EventMode, by change: ModeChange) { demonstration.stop() }

  package func handleEvent(_ event: inout Event) {
    // The presses of the demonstration come this way, too, and go on to it.
    if let sequence = demonstration.sequence, event.origin === sequence { return }
    if case .touch = event.message, demonstration.isShowing {
      if game.request(.credit) {
        game.view.showMode(ModeName.attract.rawValue, next: ModeName.credit.rawValue)
      }
    } else if case .noticePerson? = event.action(of: GameAction.self) {
      demonstration.rest()
    } else if !game.takesMove(&event) {
      return
    }
    event.consume()
  }
}

/// The mode that shows who plays, and what.
package final class CreditController: ModeHandler {
  private let game: GameController

  /// Makes the controller of the mode.
  package init(game: GameController) { self.game = game }

  package func didEnter(_ mode: EventMode, by change: ModeChange) {
    guard !change.isAtOnce else { return }
    game.restartPatience()
    game.view.showCredit(game.credits, game.plan)
  }

  package func handleEvent(_ event: inout Event) {
    switch event.message {
    case .timer: game.request(.attract)
    case .swipe(let direction):
      game.restartPatience()
      swipe(direction)
    case .action, .touch:
      if case .action = event.message { game.restartPatience() }
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
