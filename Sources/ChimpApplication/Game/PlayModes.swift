import Examiner
package import Shell

/// The mode in which the numerals are placed, and the round waits for its beginning.
package final class StartController: ModeHandler {
  private let game: GameController
  /// How many seconds are counted down; 0 where time is virtual.
  private let secondCount: Int
  private var model: GameModel { game.model }

  /// The step of the sequence in which the fixation mark has been seen for long enough.
  private static var fixationEnd: Int { 1_000 }
  /// How long it is to be seen; the next Update brings the numerals.
  private static var fixationTime: Int { 500 - Metronome.tick }

  /// Makes the controller of the mode.
  package init(game: GameController, secondCount: Int) {
    self.game = game
    self.secondCount = secondCount
    game.startBoard.take = { [unowned game] in if game.takesMove(&$0) { $0.consume() } }
  }

  package func didEnter(_ mode: EventMode, by change: ModeChange) {
    guard !change.isAtOnce else {
      // On the way to play nothing is placed any more.
      if model.round.game.placed != nil { wait(game.plan) }
      return
    }
    do throws(RoundFault) {
      guard game.credits.isEnough || game.continuesTest else { throw .noCredit }
      let test = model.round.game.test
      let plan = game.plan
      let examiner = if let test { try game.game(of: test) } else { try game.game(of: plan) }
      model.perform(.place(examiner))
      wait(plan)
      if game.credits.isCounting && !game.continuesTest { game.credits.take() }
    } catch {
      game.view.showNoStart(error)
      game.request(.credit)
    }
  }

  /// Says what the round waits for.
  private func wait(_ plan: RoundPlan) {
    game.startBoard.renew()
    if let board = model.round.game.placed?.board { game.tellSeed(of: board) }
    if begin == .key {
      model.preparation = .waiting
      game.view.showWaiting(plan)
    } else {
      game.view.showReady(plan)
    }
  }

  /// How the round begins that was placed; nil where it is no part of a test.
  private var begin: TestSettings.Begin? { model.round.game.test?.settings.begin }

  package func willLeave(_ mode: EventMode, by change: ModeChange) {
    model.preparation = nil
    guard !change.isAtOnce, change.next.name != ModeName.play.rawValue else { return }
    game.credits.giveBack()
    model.perform(.stop)
    model.noteTest(nil)
  }

  package func handleSequence(_ number: Int, of sequence: EventSequence) -> Bool {
    guard model.round.game.placed != nil, model.preparation != .waiting else { return true }
    let secondCount = begin == .now ? 0 : begin == .countdown ? 3 : secondCount
    if number < secondCount {
      model.preparation = .counting(secondCount - number)
      game.view.showCountdown(secondCount - number)
      sequence.goToNextSequence(after: 1000)
    } else if begin == .countdown && number != Self.fixationEnd {
      fixate(sequence)
    } else {
      game.request(.play)
    }
    return true
  }

  /// Shows where to look, for a while.
  private func fixate(_ sequence: EventSequence) {
    guard let size = model.round.game.placed?.board.size else { return }
    model.preparation = .fixation
    game.view.showFixation(on: size)
    sequence.goToNextSequence(Self.fixationEnd, after: Self.fixationTime)
  }

  package func needsUpdates(inStep number: Int) -> Bool { model.preparation != .waiting }

  package func handleEvent(_ event: inout Event) {
    if event.isTouch(onObjectOf: game.startBoard) { return }
    if case .begin? = event.action(of: RoundAction.self) {
      if let mode = event.receiver as? EventSequence { fixate(mode) }
      event.consume()
    } else if game.takesMove(&event) {
      event.consume()
    }
  }
}

/// The mode in which the numerals are pressed.
package final class PlayController: ModeHandler {
  private let game: GameController
  private let model: GameModel
  private let hold = EventTimer("timer", after: Metronome.tick)
  /// What runs while an answer may be given; made when it is needed first.
  private var limit: EventTimer?
  private var isHoldNew = false
  private weak var holdObject: EventObject?
  private weak var limitObject: EventObject?

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
    let container = container("hold", of: hold) { $0.endHold() }
    holdObject = container
    return container
  }

  private func container(
    _ name: String, of timer: EventTimer, _ end: @escaping (PlayController) -> Void
  ) -> EventContainer {
    let handler = TimerController(timer) { [unowned self] in end(self) }
    return EventContainer(name, handler: handler, children: [timer])
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
    if model.round.rule.limit != nil { beginLimit(in: mode) }
    // In a test time runs out, whatever was disabled before.
    if model.round.kept.test != nil {
      for object in [holdObject, limitObject] { object?.isEnabled = true }
    }
  }

  /// Makes what runs while an answer may be given, and lets it run where it does already.
  private func beginLimit(in mode: EventMode) {
    if limit == nil {
      let timer = EventTimer("timer", after: Metronome.tick)
      timer.isEnabled = false
      let container = container("limit", of: timer) { $0.endLimit() }
      guard (try? mode.bind(container)) != nil else { return }
      (limit, limitObject) = (timer, container)
    }
    if model.round.isMasked || !model.round.rule.masksAtFirstPress { restartLimit() }
  }

  private func restartLimit() {
    guard let milliseconds = model.round.rule.limit, model.round.finish == nil else { return }
    limit?.restart(after: milliseconds)
  }

  package func mayLeave(_ mode: EventMode, by change: ModeChange) -> Bool {
    // A round that begins at once has left the one before already.
    change.isAtOnce || model.perform(change.next.name == ModeName.start.rawValue ? .leave : .stop)
  }

  package func willLeave(_ mode: EventMode, by change: ModeChange) {
    model.noteTest(model.round.game.test)
    hold.isEnabled = false
    limit?.isEnabled = false
  }

  package func handleEvent(_ event: inout Event) {
    if !event.isTouch(onObjectOf: game.board) { take(&event) }
  }

  /// Makes the move that an event asks for, if it asks for one.
  private func take(_ event: inout Event) {
    let (isOver, isMasked) = (model.round.finish != nil, model.round.isMasked)
    guard game.takesMove(&event) else { return }
    event.consume()
    finishMove(wasOver: isOver, wasMasked: isMasked)
  }

  /// The hold has run out.
  private func endHold() {
    let isOver = model.round.finish != nil
    if !model.round.isMasked && !isOver { model.perform(.move(.holdEnds)) }
    finishMove(wasOver: isOver, wasMasked: false)
  }

  /// The limit has run out.
  private func endLimit() {
    let isOver = model.round.finish != nil
    if !isOver { model.perform(.move(.timeOut)) }
    finishMove(wasOver: isOver, wasMasked: true)
  }

  private func finishMove(wasOver: Bool, wasMasked: Bool) {
    let isOver = model.round.finish != nil
    if let limit {
      if isOver {
        limit.isEnabled = false
      } else if wasMasked != model.round.isMasked {
        restartLimit()
      }
    }
    if hold.isEnabled, model.round.isMasked || isOver { hold.isEnabled = false }
    if wasOver != isOver { game.finishRound() }
  }
}

/// Does something when its own timer says so; a timer event that somebody else has sent is none.
private final class TimerController: EventHandler {
  private weak var timer: EventTimer?
  private let end: () -> Void

  init(_ timer: EventTimer, _ end: @escaping () -> Void) {
    self.timer = timer
    self.end = end
  }

  func handleEvent(_ event: inout Event) {
    if case .timer = event.message, event.sender === timer { end() }
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
      case .draw, .start, .test, .show, .report, .identify, .again, .resume, .begin, .stop, nil:
        return false
      }
    case .none, .update, .timer, .swipe, .accelerate: return false
    }
    return true
  }
}
