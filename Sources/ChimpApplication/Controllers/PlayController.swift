import Examiner
package import Shell

/// The mode in which the numerals are pressed.
package final class PlayController: ModeHandler {
  private let game: GameController
  private let model: RoundModel
  // NB: the tree holds this object as its handler.
  private unowned(unsafe) var hold: EventTimer?

  /// Makes the controller of the mode.
  package init(game: GameController) {
    self.game = game
    model = game.rounds.model
  }

  /// Makes what runs while the numerals are to be seen, where the rule says for how long.
  func makeHold() -> EventContainer {
    let timer = EventTimer("timer", after: Metronome.tick)
    timer.isEnabled = false
    hold = timer
    return EventContainer("hold", handler: self, children: [timer])
  }

  package func didEnter(_ mode: EventMode, from previous: String) {
    guard let planned = game.plannedRound else { return }
    game.plannedRound = nil
    guard begin(planned) else {
      game.credits.giveBack()
      game.request(.attract)
      return
    }
    game.credits.settle()
    if let milliseconds = planned.rule.hold, !model.round.isMasked {
      mode.bindLaterChildren()
      hold?.restart(after: milliseconds)
    }
  }

  private func begin(_ planned: PlannedRound) -> Bool {
    if game.isResuming, let kept = game.leftBehind { return model.resume(kept) }
    return model.start(planned.board, rule: planned.rule, test: game.series?.nextTrial)
  }

  package func mayLeave(_ mode: EventMode, for next: String) -> Bool { model.abandon() }

  package func willLeave(_ mode: EventMode, for next: String) {
    if next != ModeName.start.rawValue && !game.isPassing { game.series = nil }
    hold?.isEnabled = false
  }

  package func handleEvent(_ event: inout Event) {
    let isOver = model.round.finish != nil
    switch event.message {
    case .touch(let h, let v): model.apply(.press(Cell(h: h, v: v)))
    case .timer where model.round.isMasked || model.round.finish != nil: break
    case .timer: model.apply(.holdEnds)
    case .asked:
      guard let action = event.action(of: RoundAction.self), perform(action, on: model) else {
        return
      }
    case .none, .update, .swipe, .accelerate: return
    }
    event.consume()
    if let hold, hold.isEnabled, model.round.isMasked || model.round.finish != nil {
      hold.isEnabled = false
    }
    if isOver != (model.round.finish != nil) { game.finishRound() }
  }
}

/// Does what asks for moves of a round; false where the action asks for something else.
func perform(_ action: RoundAction, on model: RoundModel) -> Bool {
  switch action {
  case .press(let cells): model.press(cells)
  case .hide: model.apply(.hide)
  case .giveUp: model.apply(.giveUp)
  case .draw, .start, .test, .show, .report, .identify, .again, .resume: return false
  }
  return true
}
