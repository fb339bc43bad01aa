import Console
import Events
import Examiner
import Game
import Models
import Words

/// The mode in which the numerals are placed, and the round waits for its beginning.
final class StartController: ModeHandler {
  private let game: GameController
  /// How many seconds are counted down; 0 where time is virtual.
  private let secondCount: Int
  private var model: GameModel { game.model }

  /// The step of the sequence in which the fixation mark has been seen for long enough.
  private static var fixationEnd: Int { 1_000 }
  /// How long it is to be seen; the next Update brings the numerals.
  private static var fixationTime: Int { 500 - Metronome.tick }

  init(game: GameController, secondCount: Int) {
    (self.game, self.secondCount) = (game, secondCount)
    game.startBoard.take = { [unowned game] in if game.takesMove(&$0) { $0.consume() } }
  }

  func didEnter(_ mode: EventMode, by change: ModeChange) {
    guard !change.isAtOnce else {
      // On the way to play nothing is placed any more.
      if model.round.game.hasPlaced { wait(game.plan) }
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
      game.speaker.say { $0.noStart(error) }
      game.request(.credit)
    }
  }

  private func wait(_ plan: RoundPlan) {
    game.startBoard.renew()
    if let board = model.round.game.placed?.board { game.tellSeed(of: board) }
    if begin == .key { model.preparation = .waiting }
    game.speaker.say { begin == .key ? $0.waiting(plan) : $0.ready(plan) }
  }

  /// How the round begins that was placed; nil where it is no part of a test.
  private var begin: TestSettings.Begin? { model.round.game.test?.settings.begin }

  func willLeave(_ mode: EventMode, by change: ModeChange) {
    model.preparation = nil
    guard !change.isAtOnce, change.next.name != ModeName.play.rawValue else { return }
    game.credits.giveBack()
    model.perform(.stop)
    model.noteTest(nil)
  }

  func handleSequence(_ number: Int, of sequence: EventSequence) -> Bool {
    guard model.round.game.hasPlaced, model.preparation != .waiting else { return true }
    let secondCount = begin == .now ? 0 : begin == .countdown ? 3 : secondCount
    if number < secondCount {
      model.preparation = .counting(secondCount - number)
      game.speaker.say { _ in "\(secondCount - number)" }
      sequence.goToNextSequence(after: 1000)
    } else if begin == .countdown && number != Self.fixationEnd {
      fixate(sequence)
    } else {
      game.request(.play)
    }
    return true
  }

  private func fixate(_ sequence: EventSequence) {
    guard let size = model.round.game.placed?.board.size else { return }
    model.preparation = .fixation
    let image = BoardImage(markedAtCentre: size)
    image.write(to: game.speaker.output)
    game.speaker.output.notePicture(byteCount: image.byteCount)
    sequence.goToNextSequence(Self.fixationEnd, after: Self.fixationTime)
  }

  func needsUpdates(inStep number: Int) -> Bool { model.preparation != .waiting }

  func handleEvent(_ event: inout Event) {
    if game.startBoard.claims(event, in: model.round.game) { return }
    if case .begin? = event.action(of: RoundAction.self) {
      if let mode = event.receiver as? EventSequence { fixate(mode) }
      event.consume()
    } else if game.takesMove(&event) {
      event.consume()
    }
  }
}

final class PlayController: ModeHandler {
  private let game: GameController
  private let model: GameModel
  private let hold = TimeController()
  /// Writes what has been shown so far to the terminal, before anything else is done.
  var writeNow: () -> Void = {}
  /// Called when a hold has ended and its mask is written.
  var didMask: () -> Void = {}
  /// What runs while an answer may be given; made when it is needed first.
  private var limit: TimeController?
  private var isHoldNew = false

  init(game: GameController) {
    self.game = game
    model = game.model
    game.board.take = { [unowned self] in take(&$0) }
    hold.end = { [unowned self] in endHold() }
  }

  /// Whether a hold has begun whose numerals were not to be seen until now.
  func takeNewHold() -> Bool {
    defer { isHoldNew = false }
    return isHoldNew
  }

  /// Makes what runs while the numerals are to be seen, where the rule says for how long.
  func makeHold() -> EventContainer { hold.makeContainer("hold") }

  func didEnter(_ mode: EventMode, by change: ModeChange) {
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
    // In a test time runs out, whatever was disabled before; on a real clock a hold always does.
    if model.round.kept.test != nil {
      hold.allow()
      limit?.allow()
    } else if game.isRealTime {
      hold.allow()
    }
    if let milliseconds = model.round.rule.hold, model.round.finish == nil,
      !model.round.isMasked
    {
      hold.timer.restart(after: milliseconds)
      isHoldNew = true
    }
    if model.round.rule.limit != nil { beginLimit(in: mode) }
  }

  /// Makes what runs while an answer may be given, and lets it run where it does already.
  private func beginLimit(in mode: EventMode) {
    if limit == nil {
      let made = TimeController()
      made.end = { [unowned self] in if mayTimeOut { makeTimed(.timeOut) } }
      guard (try? mode.bind(made.makeContainer("limit"))) != nil else { return }
      limit = made
    }
    if mayTimeOut { restartLimit() }
  }

  private var mayTimeOut: Bool {
    model.round.rule.limit != nil && (model.round.isMasked || !model.round.rule.masksAtFirstPress)
  }

  private func restartLimit() {
    guard let milliseconds = model.round.rule.limit, model.round.finish == nil else { return }
    limit?.timer.restart(after: milliseconds)
  }

  func mayLeave(_ mode: EventMode, by change: ModeChange) -> Bool {
    // A round that begins at once has left the one before already.
    change.isAtOnce || model.perform(change.next.name == ModeName.start.rawValue ? .leave : .stop)
  }

  func willLeave(_ mode: EventMode, by change: ModeChange) {
    model.noteTest(model.round.game.test)
    hold.timer.isEnabled = false
    limit?.timer.isEnabled = false
  }

  func handleEvent(_ event: inout Event) {
    if !game.board.claims(event, in: model.round.game) { take(&event) }
  }

  private func take(_ event: inout Event) {
    let (isOver, isMasked) = (model.round.finish != nil, model.round.isMasked)
    guard game.takesMove(&event) else { return }
    event.consume()
    finishMove(wasOver: isOver, wasMasked: isMasked)
  }

  /// Whether the numerals are to be seen until the hold ends.
  var isHolding: Bool {
    hold.timer.isEnabled && model.round.isStarted && model.round.finish == nil
      && !model.round.looksMasked && model.round.rule.hold != nil
  }

  /// Ends a hold before its time, because the player interrupts it.
  func interruptHold() {
    guard isHolding else { return }
    let isDue = model.timeSinceShown >= model.round.rule.hold ?? 0
    cover()
    makeTimed(isDue ? .holdEnds : .hide)
  }

  private func endHold() {
    guard model.round.rule.hold != nil, !model.round.isMasked else { return }
    cover()
    makeTimed(.holdEnds)
    didMask()
    guard model.round.kept.test != nil, let hold = model.round.game.holdAccuracy, !hold.isMet
    else { return }
    game.speaker.say { $0.missedHold(hold) }
  }

  /// Writes the mask before anything else: no disk may delay it.
  private func cover() {
    model.cover()
    writeNow()
  }

  private func makeTimed(_ move: Move) {
    let isMasked = model.round.isMasked
    guard model.round.finish == nil else { return }
    model.perform(.move(move))
    finishMove(wasOver: false, wasMasked: isMasked)
  }

  private func finishMove(wasOver: Bool, wasMasked: Bool) {
    let isOver = model.round.finish != nil
    let isMaskNew = wasMasked != model.round.isMasked
    if let limit {
      if isOver {
        limit.timer.isEnabled = false
      } else if isMaskNew {
        restartLimit()
      }
    }
    if isMaskNew || isOver { hold.timer.isEnabled = false }
    if wasOver != isOver { game.finishRound() }
  }
}

/// Does something when its own timer says so; a timer event that somebody else has sent is none.
private final class TimeController: EventHandler {
  let timer = EventTimer("timer", after: Metronome.tick)
  // Unowned, because the tree holds this object as its handler.
  private(set) unowned var container: EventContainer?
  var end: () -> Void = {}

  init() { timer.isEnabled = false }

  func allow() {
    timer.mayBeEnabled = true
    container?.mayBeEnabled = true
    container?.isEnabled = true
  }

  func makeContainer(_ name: String) -> EventContainer {
    let container = EventContainer(name, handler: self, children: [timer])
    self.container = container
    return container
  }

  func handleEvent(_ event: inout Event) {
    guard case .timer = event.message, event.sender === timer else { return }
    event.consume()
    end()
  }
}

extension Event {
  /// Whether the event is a press: a touch, or the touches of one line.
  var isPress: Bool {
    if case .touch = message { return true }
    return action(of: RoundAction.self)?.isPress ?? false
  }
}

extension RoundAction {
  /// Whether it is the touches of one line.
  var isPress: Bool { if case .play(.press) = self { true } else { false } }
}

extension GameController {
  /// Makes the move that an event asks for; false where it asks for something else.
  func takesMove(_ event: inout Event) -> Bool {
    if case .touch(let h, let v) = event.message {
      model.perform(.move(.press(Cell(h: h, v: v))))
    } else if case .play(let input)? = event.action(of: RoundAction.self) {
      model.perform(input)
    } else {
      return false
    }
    return true
  }
}

/// The cells of a board as objects of the event tree: each answers the touches on its cell.
///
/// They are made when the tree is drawn or searched; until then the mode takes all touches.
final class BoardController: EventHandler {
  private final class CellController: EventHandler {
    private let cell: Cell
    private unowned let board: BoardController

    init(_ cell: Cell, of board: BoardController) { (self.cell, self.board) = (cell, board) }

    var drawnState: String? { board.sign(of: cell) }

    func handleEvent(_ event: inout Event) {
      if case .touch(let h, let v) = event.message, Cell(h: h, v: v) == cell { board.take(&event) }
    }
  }

  /// The numerals on their cells, as far as they have been pressed; nil where there are none.
  private let examiner: () -> ChimpanzeeExaminer?
  /// Whether the numerals may be seen in the tree.
  private let isShown: Bool
  /// Whether the numerals stand on a stage now, and may be seen nowhere else.
  var isHidden: () -> Bool = { false }
  /// Does what a touch on a cell asks for.
  var take: (inout Event) -> Void = { _ in }
  // Unowned, because the tree holds this object as its handler.
  private unowned var container: EventContainer?
  /// Whether the cells were created, which happens when the tree is drawn or searched.
  private var hasCells = false
  private var cells: [(cell: Cell, object: EventObject)] = []
  /// The cells that were disabled by their names; they stay so on every later board.
  private var disabledCells: Set<Cell> = []

  init(isShown: Bool, _ examiner: @escaping () -> ChimpanzeeExaminer?) {
    (self.isShown, self.examiner) = (isShown, examiner)
  }

  var takesActionsOnly: Bool { true }

  func makeContainer() -> EventContainer {
    let container = EventContainer("board", handler: self)
    self.container = container
    container.replaceChildren { [unowned self] in makeCells() }
    return container
  }

  /// Has the cells made anew, because the board may be another one.
  func renew() {
    guard hasCells else { return }
    updateDisabledCells()
    (hasCells, cells) = (false, [])
    container?.replaceChildren { [unowned self] in makeCells() }
  }

  /// Enables the board and all its cells.
  func enableAll() {
    disabledCells = []
    container?.mayBeEnabled = true
    container?.isEnabled = true
    for (_, object) in cells {
      object.mayBeEnabled = true
      object.isEnabled = true
    }
  }

  /// Whether the mode leaves an event to the cells: a touch that a cell answers itself, or a press
  /// on a cell that gets no events.
  ///
  /// The presses of one line are judged in their order, as single touches would be: one that the
  /// line does not come to keeps nothing back.
  func claims(_ event: borrowing Event, in game: Game) -> Bool {
    let isAnyDisabled = !disabledCells.isEmpty || container?.isEnabled == false
    guard hasCells || isAnyDisabled else { return false }
    if case .touch(let h, let v) = event.message {
      let cell = Cell(h: h, v: v)
      return isOnBoard(cell) && (hasCells || isDisabled(cell))
    }
    guard case .play(.press(let cells))? = event.action(of: RoundAction.self) else { return false }
    updateDisabledCells()
    guard let index = cells.firstIndex(where: isDisabled) else { return false }
    return Self.comes(to: index, of: cells, in: game)
  }

  /// Whether a line comes to one of its presses: those before are made, and it would be made.
  private static func comes(to index: Int, of cells: [Cell], in game: Game) -> Bool {
    if index == 0 { return true }
    var played = game
    guard (try? played.handle(.press(Array(cells[..<index])), at: 0)) != nil else { return false }
    played = game
    let facts = try? played.handle(.press(Array(cells[...index])), at: 0)
    return facts.map { $0.moveCount == index + 1 } ?? true
  }

  private func isOnBoard(_ cell: Cell) -> Bool { examiner()?.board.size.contains(cell) == true }

  private func isDisabled(_ cell: Cell) -> Bool {
    (container?.isEnabled == false || disabledCells.contains(cell)) && isOnBoard(cell)
  }

  /// Brings the cells that are disabled up to what the tree says of the present board.
  private func updateDisabledCells() {
    for (cell, object) in cells {
      if object.isEnabled { disabledCells.remove(cell) } else { disabledCells.insert(cell) }
    }
  }

  private func makeCells() -> [EventObject] {
    hasCells = true
    guard let size = examiner()?.board.size else { return [] }
    cells = (1...size.v).flatMap { v in (1...size.h).map { h in makeObject(Cell(h: h, v: v)) } }
    return cells.map(\.object)
  }

  private func makeObject(_ cell: Cell) -> (cell: Cell, object: EventObject) {
    let handler = CellController(cell, of: self)
    let object = EventObject("cell-\(cell.h)-\(cell.v)", handler: handler)
    object.mayBeEnabled = !disabledCells.contains(cell)
    object.isEnabled = object.mayBeEnabled
    return (cell, object)
  }

  /// What a cell shows: a numeral, `#` for a masked one, `.` for none, `?` if it may not be seen.
  private func sign(of cell: Cell) -> String {
    guard isShown, !isHidden() else { return "?" }
    guard let examiner = examiner(), let place = examiner.board.index(at: cell) else { return "." }
    let isSolved = examiner.finish != nil && examiner.finish != .passed
    if !isSolved && place < examiner.pressedCount { return "." }
    return !isSolved && examiner.isMasked ? "#" : "\(examiner.board.numeral(atIndex: place))"
  }
}
