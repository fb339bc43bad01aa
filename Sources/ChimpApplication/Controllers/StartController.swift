import Examiner
package import Shell

/// The mode in which the numerals are placed, and somebody counts down.
package final class StartController: ModeHandler {
  private let game: GameController
  /// How many seconds are counted down; where time is virtual, one tick has to do.
  private let secondCount: Int

  /// Makes the controller of the mode.
  package init(game: GameController, secondCount: Int) {
    self.game = game
    self.secondCount = secondCount
  }

  package func didEnter(_ mode: EventMode, from previous: String) {
    do throws(RoundFault) {
      guard game.isPassing || game.credits.isEnough || isPaid else { throw .noCredit }
      // NB: who says what is to be played in a command has had the numerals placed already.
      if game.plannedRound == nil {
        game.plannedRound = try game.rounds.plan(game.plan, seed: nil)
        game.view.showReady(game.plan)
      }
      if game.credits.isCounting && !isPaid { game.credits.take() }
    } catch {
      game.view.showNoStart(error)
      game.request(.credit)
    }
  }

  /// Whether nobody has to pay: a round goes on, or a test does.
  private var isPaid: Bool { game.continuesTest || game.isResuming }

  package func willLeave(_ mode: EventMode, for next: String) {
    guard next != ModeName.play.rawValue else { return }
    game.credits.giveBack()
    guard !game.isPassing else { return }
    game.plannedRound = nil
    game.series = nil
  }

  package func handleSequence(_ number: Int, of sequence: EventSequence) -> Bool {
    guard game.plannedRound != nil else { return true }
    guard number < secondCount else {
      game.request(.play)
      return true
    }
    game.view.showCountdown(secondCount - number)
    sequence.goToNextSequence(after: 1000)
    return true
  }

  package func needsUpdates(inStep number: Int) -> Bool { true }

  package func handleEvent(_ event: inout Event) {
    switch event.message {
    case .touch(let h, let v): game.rounds.model.apply(.press(Cell(h: h, v: v)))
    case .asked:
      guard let action = event.action(of: RoundAction.self),
        perform(action, on: game.rounds.model)
      else { return }
    case .none, .update, .timer, .swipe, .accelerate: return
    }
    event.consume()
  }
}
