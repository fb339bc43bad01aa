import Examiner
package import Shell

/// The mode that places the numerals and counts down.
package final class StartController: ModeHandler {
  private let game: GameController
  /// How many seconds are counted down; 0 where time is virtual.
  private let secondCount: Int

  /// Makes the controller of the mode.
  package init(game: GameController, secondCount: Int) {
    self.game = game
    self.secondCount = secondCount
    game.startBoard.take = { [unowned game] in if game.takesMove(&$0) { $0.consume() } }
  }

  package func didEnter(_ mode: EventMode, by change: ModeChange) {
    guard !change.isAtOnce else { return }
    do throws(RoundFault) {
      guard game.credits.isEnough || game.continuesTest else { throw .noCredit }
      let examiner = try game.game(of: game.plan)
      game.model.perform(.place(examiner, test: game.series?.nextTrial))
      game.startBoard.renew()
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
    if event.isTouch(onObjectOf: game.startBoard) { return }
    if game.takesMove(&event) { event.consume() }
  }
}

/// The mode in which the numerals are pressed.
package final class PlayController: ModeHandler {
  private let game: GameController
  private let model: GameModel
  private let hold = EventTimer("timer", after: Metronome.tick)
  private var isHoldNew = false

  /// Makes the controller of the mode.
  package init(game: GameController) {
    self.game = game
    model = game.model
    hold.isEnabled = false
    game.board.take = { [unowned self] in take(&$0) }
  }

  /// Whether a hold has begun whose numerals were not to be seen until now.
  func takeNewHold() -> Bool {
    defer { isHoldNew = false }
    return isHoldNew
  }

  /// Makes what runs while the numerals are to be seen, where the rule says for how long.
  func makeHold() -> EventContainer {
    EventContainer("hold", handler: HoldController(self), children: [hold])
  }

  package func didEnter(_ mode: EventMode, by change: ModeChange) {
    defer {
      game.board.renew()
      game.startBoard.renew()
    }
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
      hold.restart(after: milliseconds)
      isHoldNew = true
    }
  }

  package func mayLeave(_ mode: EventMode, by change: ModeChange) -> Bool {
    // A round that begins at once has left the one before already.
    change.isAtOnce || model.perform(.leave)
  }

  package func willLeave(_ mode: EventMode, by change: ModeChange) {
    if change.next != ModeName.start.rawValue && !change.isAtOnce { game.series = nil }
    hold.isEnabled = false
  }

  package func handleEvent(_ event: inout Event) {
    if !event.isTouch(onObjectOf: game.board) { take(&event) }
  }

  /// Makes the move that an event asks for, if it asks for one.
  private func take(_ event: inout Event) {
    let isOver = model.round.finish != nil
    guard game.takesMove(&event) else { return }
    event.consume()
    finishMove(wasOver: isOver)
  }

  /// The hold has run out.
  fileprivate func endHold() {
    let isOver = model.round.finish != nil
    if !model.round.isMasked && !isOver { model.perform(.move(.holdEnds)) }
    finishMove(wasOver: isOver)
  }

  private func finishMove(wasOver: Bool) {
    let isOver = model.round.finish != nil
    if hold.isEnabled, model.round.isMasked || isOver { hold.isEnabled = false }
    if wasOver != isOver { game.finishRound() }
  }

  /// Whether a timer is the one that ends the hold.
  fileprivate func isHold(_ object: EventObject) -> Bool { object === hold }
}

/// Ends the hold when its own timer says so, and ignores the timer events of others.
private final class HoldController: EventHandler {
  private unowned let play: PlayController

  init(_ play: PlayController) {
    self.play = play
  }

  func handleEvent(_ event: inout Event) {
    if case .timer = event.message, play.isHold(event.sender) { play.endHold() }
  }
}

extension Event {
  /// Whether the event is a touch for which a cell of the board has an object of its own.
  fileprivate func isTouch(onObjectOf board: BoardController) -> Bool {
    guard board.hasCells, case .touch(let h, let v) = message else { return false }
    return board.hasObject(for: Cell(h: h, v: v))
  }
}

extension GameController {
  /// Makes the move that an event asks for; false where it asks for something else.
  func takesMove(_ event: inout Event) -> Bool {
    switch event.message {
    case .touch(let h, let v): model.perform(.move(.press(Cell(h: h, v: v))))
    case .action:
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
