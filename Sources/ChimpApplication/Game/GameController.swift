package import Examiner
import Observing
package import Shell

/// What the commands about the round ask for, where it is no press on one cell.
package enum RoundAction: Action, Equatable {
  case draw(RoundPlan, seed: Seed?)
  case start(BoardIdentifier, rule: Rule)
  case test(String)
  case press([Cell])
  case show
  case report
  case hide
  case identify
  case again
  case resume
  case giveUp
}

/// What the commands about the modes ask for.
package enum GameAction: Action, Equatable {
  case insertCoin
  case showMode
  case showMenu
  case changeMode(String)
  /// Somebody is at the keyboard.
  case noticePerson
}

/// Does what a command may ask for in every mode, before the mode that is enabled gets the event.
package final class GameController: EventHandler {
  let model: GameModel
  let credits: CreditModel
  let view: GameView
  /// What the boards of a session are drawn from where a command names no seed.
  package var sessionSeed: SessionSeed
  /// The test of which the round is a part, if it is one.
  var series: TestSeries? {
    didSet { model.noteTest(series) }
  }
  /// Finds the round that a killed program left behind.
  var findLeftBehind: () throws(RoundFault) -> KeptRound? = { () throws(RoundFault) in nil }
  /// Finds how the rounds of its test ended that came before a round.
  var findResults: (KeptRound) throws(RoundFault) -> [Bool]? = { (_) throws(RoundFault) in nil }
  /// Shows the tests where they can be chosen by a key; false where they can't.
  var showMenu: () -> Bool = { false }
  /// What was chosen for the next round; nil where it is to be like the last one.
  var chosenPlan: RoundPlan?
  /// How large a board may be, where it must not scroll away.
  private let surface: () -> TerminalSize?
  private let observation: Observation
  /// The board whose numerals are pressed.
  let board: BoardController
  /// The board whose numerals are placed for the next round.
  let startBoard: BoardController
  // Weak, because the tree and every mode hold this object as their handler.
  private weak var heldSwitcher: ModeSwitcher?
  private weak var patience: EventTimer?

  /// Makes a controller of the rounds and the credits, whose views follow them from now on.
  package init(
    model: GameModel, roundView: RoundView, credits: CreditModel, view: GameView,
    sessionSeed: SessionSeed, surface: @escaping () -> TerminalSize?
  ) {
    self.model = model
    self.credits = credits
    self.view = view
    self.sessionSeed = sessionSeed
    self.surface = surface
    board = BoardController(isShown: true) { [round = model.round] in
      round.isStarted ? round.game.examiner : nil
    }
    startBoard = BoardController(isShown: false) { [round = model.round] in
      round.game.placed?.newGame
    }
    observation = model.$notice.observe([.new]) { [roundView] change in
      if case .setting(let notice?, _) = change { roundView.show(notice) }
    }
  }

  /// The switcher of the modes.
  var switcher: ModeSwitcher? {
    get { heldSwitcher }
    set { heldSwitcher = newValue }
  }

  /// Makes what runs down in credit, where somebody may have gone away.
  func makePatience() -> EventTimer {
    let timer = EventTimer("patience", after: 30_000)
    patience = timer
    return timer
  }

  /// Starts the patience anew: after that time without a sign the mode changes to attract.
  func restartPatience() {
    patience?.restart()
  }

  /// The plan of the next round where none is given.
  var plan: RoundPlan {
    get {
      let round = model.round
      return chosenPlan
        ?? (round.isStarted ? RoundPlan(like: round.board, rule: round.rule) : .first)
    }
    set { chosenPlan = newValue }
  }

  /// Whether the next round is another one of a test.
  var continuesTest: Bool { (series?.trialCount ?? 0) > 0 }

  /// What can be observed of the rounds.
  var history: RoundHistory {
    let history = model.history
    history.take(series)
    return history
  }

  package var takesActionsOnly: Bool { true }

  package func handleEvent(_ event: inout Event) {
    if let action = event.action(of: RoundAction.self) {
      if perform(action) { event.consume() }
    } else if let action = event.action(of: GameAction.self) {
      if perform(action) { event.consume() }
    }
  }

  /// Asks for another mode, which the next Update brings.
  @discardableResult
  func request(_ mode: ModeName) -> Bool {
    do throws(ModeFault) {
      try switcher?.requestChange(toPlace: mode.place)
      return true
    } catch {
      view.refuse(error)
      return false
    }
  }

  private func perform(_ action: RoundAction) -> Bool {
    do throws(RoundFault) {
      switch action {
      case .draw(let plan, let seed): try start(try game(of: plan, seed: seed))
      case .start(let identifier, let rule):
        try start(try fitting(.startGame(identifier, rule: rule)))
      case .test(let name): try start(TestPreset.named(name))
      case .resume: try resume()
      case .again: try start(try sameGame())
      case .show: model.tell(.shown)
      case .report: model.tell(.reported)
      case .identify: model.tell(.identified)
      case .press, .hide, .giveUp: return false
      }
    } catch {
      model.refuse(error)
    }
    return true
  }

  private func perform(_ action: GameAction) -> Bool {
    switch action {
    case .insertCoin:
      credits.insert()
      view.show(credits)
      restartPatience()
      if switcher?.current.name == ModeName.attract.rawValue { request(.credit) }
    case .showMode: showMode()
    case .showMenu: if !showMenu() { view.showMenu() }
    case .changeMode(let name):
      do throws(ModeFault) { try switcher?.requestChange(to: name) } catch {
        view.refuse(error)
        return true
      }
      showMode()
    case .noticePerson: return false
    }
    return true
  }

  private func showMode() {
    guard let switcher else { return }
    view.showMode(switcher.current.name, next: switcher.requestedMode?.name)
  }

  /// The round is over.
  ///
  /// Next comes the mode that was asked for, or the next round of the test, or attract.
  func finishRound() {
    if var series {
      series.take(hasPassed: model.round.finish == .passed)
      view.show(series)
      model.noteTest(series)
      self.series = series.isOver ? nil : series
      if !series.isOver { plan = series.plan }
    }
    if switcher?.requestedMode == nil { request(series == nil ? .attract : .start) }
  }

  /// Tells the result of the last round, because no further Update will.
  func tellResultAtEnd() {
    guard switcher?.requestedMode?.name == ModeName.attract.rawValue,
      switcher?.current.name == ModeName.play.rawValue, model.round.finish != nil
    else { return }
    model.tell(.concluded)
  }
}

/// How rounds begin.
extension GameController {
  /// Draws the board of a round.
  func game(of plan: RoundPlan, seed: Seed? = nil) throws(RoundFault) -> ChimpanzeeExaminer {
    let seed = seed ?? sessionSeed.seed(forRound: model.startedCount + 1)
    let identifier: BoardIdentifier
    do throws(BoardFault) { identifier = try plan.identifier(seed) } catch { throw .board(error) }
    return try fitting(.startGame(identifier, rule: plan.rule))
  }

  /// Whether a board can be seen as a whole.
  func fits(_ board: Board) -> Bool {
    surface().flatMap { missingRoom(for: board, on: $0) } == nil
  }

  private func sameGame() throws(RoundFault) -> ChimpanzeeExaminer {
    let round = model.round
    guard round.isStarted else { throw .noRound }
    return try fitting(.startGame(on: round.board, rule: round.rule))
  }

  private func fitting(_ game: ChimpanzeeExaminer) throws(RoundFault) -> ChimpanzeeExaminer {
    if let size = surface(), let fault = missingRoom(for: game.board, on: size) { throw fault }
    return game
  }

  private func missingRoom(for board: Board, on size: TerminalSize) -> RoundFault? {
    let needed = BoardImage.terminalSize(for: board)
    guard size.columns < needed.columns || size.rows < needed.rows else { return nil }
    return .terminalTooSmall(size, needed: needed)
  }

  private func start(_ preset: TestPreset?) throws(RoundFault) {
    guard let preset else { return }
    let series = TestSeries(preset)
    try start(try game(of: series.plan), of: series)
  }

  private func start(
    _ game: ChimpanzeeExaminer, of series: TestSeries? = nil
  ) throws(RoundFault) {
    try begin(.start(game, test: series?.nextTrial), of: series, isPaid: false)
  }

  private func resume() throws(RoundFault) {
    guard let kept = try findLeftBehind() else { throw .nothingLeftBehind }
    _ = try fitting(.startGame(on: kept.board, rule: kept.rule))
    try begin(.resume(kept), of: try series(of: kept), isPaid: true)
  }

  /// The test of which a round was left behind, as far as it had come.
  private func series(of kept: KeptRound) throws(RoundFault) -> TestSeries? {
    guard let trial = kept.test, let preset = TestPreset.named(trial.name),
      let results = try findResults(kept)
    else { return nil }
    var series = TestSeries(preset)
    for hasPassed in results where !series.isOver { series.take(hasPassed: hasPassed) }
    return series.isOver || series.nextTrial != trial ? nil : series
  }

  /// Begins a round at once, whatever the mode is: it is kept, the modes follow, it is shown.
  private func begin(
    _ input: GameInput, of series: TestSeries?, isPaid: Bool
  ) throws(RoundFault) {
    let facts = try model.accept(input)
    do throws(ModeFault) { try switcher?.change(through: ModeName.wayToPlay) } catch {
      view.refuse(error)
    }
    credits.giveBack()
    if credits.isCounting && !isPaid { credits.take() }
    credits.settle()
    self.series = series
    chosenPlan = nil
    model.show(facts)
  }
}
