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

  package func didEnter(_ mode: EventMode, by change: ModeChange) {
    guard !change.isAtOnce else { return }
    do throws(RoundFault) {
      guard game.credits.isEnough || game.continuesTest else { throw .noCredit }
      let examiner = try game.game(of: game.plan)
      game.model.perform(.place(examiner, test: game.series?.nextTrial))
      game.view.showReady(game.plan)
      if game.credits.isCounting && !game.continuesTest { game.credits.take() }
    } catch {
      game.view.showNoStart(error)
      game.request(.credit)
    }
  }

  package func willLeave(_ mode: EventMode, by change: ModeChange) {
    guard change.next != ModeName.play.rawValue, !change.isAtOnce else { return }
    game.credits.giveBack()
    game.model.perform(.unplace)
    game.series = nil
  }

  package func handleSequence(_ number: Int, of sequence: EventSequence) -> Bool {
    guard game.model.round.game.placed != nil else { return true }
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
    if game.takesMove(&event) { event.consume() }
  }
}

/// The mode in which the numerals are pressed.
package final class PlayController: ModeHandler {
  private let game: GameController
  private let model: GameModel
  // NB: the tree holds this object as its handler.
  private weak var hold: EventTimer?

  /// Makes the controller of the mode.
  package init(game: GameController) {
    self.game = game
    model = game.model
  }

  /// Makes what runs while the numerals are to be seen, where the rule says for how long.
  func makeHold() -> EventContainer {
    let timer = EventTimer("timer", after: Metronome.tick)
    timer.isEnabled = false
    hold = timer
    return EventContainer("hold", handler: self, children: [timer])
  }

  package func didEnter(_ mode: EventMode, by change: ModeChange) {
    if !change.isAtOnce {
      guard model.perform(.begin) else {
        game.credits.giveBack()
        game.request(.attract)
        return
      }
      game.credits.settle()
    }
    if let milliseconds = model.round.rule.hold, model.round.finish == nil,
      !model.round.isMasked
    {
      mode.bindLaterChildren()
      hold?.restart(after: milliseconds)
    }
  }

  package func mayLeave(_ mode: EventMode, by change: ModeChange) -> Bool {
    // NB: where a round begins at once, the one before has been left already.
    change.isAtOnce || model.perform(.leave)
  }

  package func willLeave(_ mode: EventMode, by change: ModeChange) {
    if change.next != ModeName.start.rawValue && !change.isAtOnce { game.series = nil }
    hold?.isEnabled = false
  }

  package func handleEvent(_ event: inout Event) {
    let isOver = model.round.finish != nil
    if case .timer = event.message {
      if !model.round.isMasked && !isOver { model.perform(.move(.holdEnds)) }
    } else if !game.takesMove(&event) {
      return
    }
    event.consume()
    let isOverNow = model.round.finish != nil
    if let hold, hold.isEnabled, model.round.isMasked || isOverNow { hold.isEnabled = false }
    if isOver != isOverNow { game.finishRound() }
  }
}

extension GameController {
  /// Makes the move that an event asks for; false where it asks for something else.
  func takesMove(_ event: inout Event) -> Bool {
    switch event.message {
    case .touch(let h, let v): model.perform(.move(.press(Cell(h: h, v: v))))
    case .asked:
      switch event.action(of: RoundAction.self) {
      case .press(let cells): model.perform(.press(cells))
      case .hide: model.perform(.move(.hide))
      case .giveUp: model.perform(.move(.giveUp))
      case .draw, .start, .test, .show, .report, .identify, .again, .resume, nil: return false
      }
    case .none, .update, .timer, .swipe, .accelerate: return false
    }
    return true
  }
}
