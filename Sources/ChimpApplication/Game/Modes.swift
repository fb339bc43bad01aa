import Examiner
package import Observing
import Shell

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

  package func mayChange(to other: ModeName) -> Bool {
    switch self {
    case .attract: other == .credit
    case .credit: other == .attract || other == .start
    case .start: other != .start
    case .play: other != .play
    }
  }

  package var place: Int { Self.allCases.firstIndex(of: self) ?? 0 }

  /// The places of the modes that lead to play, play included.
  package static let wayToPlay = [1, 2, 3]

  static let wayToStart = [1, 2]

  package static var names: [String] { allCases.map(\.rawValue) }
}

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
    if case .touch = event.message, demonstration.isShowing {
      if game.request(.credit) {
        game.speaker.say { $0.mode(ModeName.attract.rawValue, next: ModeName.credit.rawValue) }
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

/// The credits, and the participant who plays for them.
package final class CreditModel: Observable {
  struct Purse {
    fileprivate var count = 0
    fileprivate var isCounting = false
    /// Whether a credit is taken for a round that has not begun.
    fileprivate var isTaken = false
  }

  var purse = Purse() { didSet { if purse.count != count { count = purse.count } } }
  @Observed package private(set) var count = 0
  /// Whether a credit was ever put in; until then play is free.
  package var isCounting: Bool { purse.isCounting }
  @Observed package var participant = "guest"
  package let observation = ObservationTable()

  package init() {}

  var isEnough: Bool { !isCounting || count > 0 || purse.isTaken }

  /// Puts a coin in.
  package func insert() {
    purse.isCounting = true
    purse.count += 1
  }

  /// Takes a credit for a game.
  package func take() {
    guard count > 0 else { return }
    purse.count -= 1
    purse.isTaken = true
  }

  /// The round has begun.
  package func settle() { if purse.isTaken { purse.isTaken = false } }

  /// Gives back what was taken for a round that did not begin.
  package func giveBack() {
    guard purse.isTaken else { return }
    purse.count += 1
    purse.isTaken = false
  }
}
