import Archive
package import Characters
package import Console
package import Events
import Examiner
package import Game
package import Models
import Observing
package import Views
import Words

/// What the commands about the round ask for, where it is no press on one cell.
enum RoundAction: Action, Equatable {
  // Behind a pointer, as all that is large, so that the others are copied at once.
  indirect case draw(RoundPlan, seed: Seed?)
  indirect case start(BoardIdentifier, rule: Rule)
  indirect case test(String, TestSettings)
  /// Presses, or another move.
  case play(GameInput)
  case show, report, identify, again, resume
  /// The round begins that waits for it.
  case begin
  /// The test ends before its end.
  case stop
}

package enum GameAction: Action, Equatable {
  case insertCoin, showMode, showMenu
  case changeMode(String)
  case noticePerson
}

/// Does what a command may ask for in every mode, before the mode that is enabled gets the event.
package final class GameController: EventHandler {
  let model: GameModel
  let speaker: Speaker
  /// What the boards of a session are drawn from where a command names no seed.
  package var sessionSeed: SessionSeed { didSet { findSeed = nil } }
  private(set) var firstSeed: SessionSeed
  /// Finds what the boards are drawn from when that is first asked for; nil where it is known.
  var findSeed: (() -> SessionSeed)?
  /// Whether the boards are drawn from something that nobody has been told yet.
  private var isSeedUnannounced = false
  /// What a round of a test waits for where its start does not say it.
  var usualBegin: TestSettings.Begin
  /// Asks the user whether something is to be done; nil where nobody can be asked.
  private let confirm: ((String) -> Bool)?
  /// Where the rounds of other sessions are kept, too, if they are.
  weak var storedRounds: StoredRounds?
  /// Shows the tests where they can be chosen by a key; false where they can't.
  var showMenu: () -> Bool = { false }
  var bests = BestScores()
  /// What brings the next Update, and with it a change of the mode.
  var nextUpdate = NextUpdate.wait
  let surface: () -> TerminalSize?
  /// Whether time passes by itself.
  let isRealTime: Bool
  /// Whether what has been shown can be hidden again.
  var canHide = true
  /// Whether boards are told in words, which take longer than a hold and need no room.
  var isSpoken = false
  private let observation: Observation
  let board: BoardController
  let startBoard: BoardController
  // Unowned, because the tree and every mode hold this object as their handler.
  unowned var switcher: ModeSwitcher?
  private unowned var idleTimer: EventTimer?

  /// Makes a controller of the rounds and the credits, whose views follow them from now on.
  package init(
    model: GameModel, roundView: RoundView, speaker: Speaker,
    sessionSeed: SessionSeed, usualBegin: TestSettings.Begin = .now,
    isRealTime: Bool = false,
    surface: @escaping () -> TerminalSize?, confirm: ((String) -> Bool)? = nil
  ) {
    self.isRealTime = isRealTime
    self.model = model
    self.speaker = speaker
    self.sessionSeed = sessionSeed
    firstSeed = sessionSeed
    self.usualBegin = usualBegin
    self.surface = surface
    self.confirm = confirm
    board = BoardController(isShown: true) {
      let mayBeSeen = model.session.finish == nil || model.session.laterFeedback == .full
      return model.session.isStarted && mayBeSeen ? model.session.examiner : nil
    }
    startBoard = BoardController(isShown: false) { model.session.placed?.newGame }
    observation = model.notices.observe([]) { [roundView, notices = model.notices] _ in
      roundView.show(notices.value)
    }
  }

  /// Creates the timer that leads from credit back to attract when the player has gone away.
  func makeIdleTimer() -> EventTimer {
    let timer = EventTimer("patience", after: 30_000)
    idleTimer = timer
    return timer
  }

  /// Restarts the idle timer, because the player has given a sign.
  func restartIdleTimer() { idleTimer?.restart() }

  var session: GameSession { model.session }

  /// The test in progress; `nil` if there is none.
  var series: TestSeries? { model.session.test }

  /// Whether a round is over whose solution stays hidden until its test is over.
  private var isHidden: Bool { model.session.finish != nil && model.session.laterFeedback != .full }

  /// The observed history of the rounds.
  var history: RoundHistory {
    let history = model.history
    history.follow(model.session.test)
    return history
  }

  package var receivesActionsOnly: Bool { true }

  package func handleEvent(_ event: inout Event) {
    let isDone =
      if let action = event.action(of: RoundAction.self) { perform(action) } else {
        event.action(of: GameAction.self).map(perform) ?? false
      }
    if isDone { event.consume() }
  }

  /// Asks for another mode, which the next Update brings.
  @discardableResult
  func request(_ mode: ModeName) -> Bool {
    do throws(ModeFault) {
      try switcher?.requestChange(toIndex: mode.index)
      return true
    } catch {
      speaker.refuse { $0.words(for: error) }
      return false
    }
  }

  private func perform(_ action: RoundAction) -> Bool {
    do throws(RoundFault) {
      switch action {
      case .draw(let plan, let seed): try start(try examiner(for: plan, seed: seed))
      case .start(let identifier, let rule):
        try start(try checked(.startGame(identifier, rule: rule)))
      case .test(let name, let settings): try start(TestPreset.named(name), settings)
      case .resume: try resume()
      case .again: try start(try sameGame())
      case .show: model.notify(.shown)
      case .report where isHidden: throw .testIsSilent
      case .report: model.notify(.reported)
      case .identify: model.notify(.identified)
      case .stop: try stop()
      case .begin:
        guard model.session.preparation != .waiting else { return false }
        throw .nothingWaits
      case .play: return false
      }
    } catch { model.refuse(error) }
    return true
  }

  private func perform(_ action: GameAction) -> Bool {
    switch action {
    case .insertCoin:
      model.perform(.insertCoin)
      speaker.say { $0.credits(model.session.credits) }
      restartIdleTimer()
      if switcher?.current.name == ModeName.attract.rawValue { request(.credit) }
    case .showMode: showMode()
    case .changeMode(let name): changeMode(to: name)
    case .showMenu: if !showMenu() { listTests() }
    case .noticePerson: return false
    }
    return true
  }

  private func changeMode(to name: String) {
    do throws(RoundFault) {
      guard try mayLeaveTest() else { return }
      try endTest()
    } catch { return model.refuse(error) }
    do throws(ModeFault) { try switcher?.requestChange(to: name) } catch {
      return speaker.refuse { $0.words(for: error) }
    }
    showMode()
  }

  private func showMode() {
    guard let switcher else { return }
    speaker.say {
      $0.mode(switcher.current.name, next: switcher.requestedMode?.name, by: nextUpdate)
    }
  }

  private func listTests() {
    for item in LiveScene.menuItems(in: speaker.language) {
      speaker.say { _ in "\(item.line): \(item.summary)" }
    }
  }

  /// The round is over.
  ///
  /// Next comes the mode that was asked for, or the next round of the test, or attract.
  func finishRound() {
    if let series = model.session.lastTest {
      speaker.sayBesideStage { $0.standing(series, best: bests.before) }
      if series.cannotKeepTime {
        speaker.say { $0.stoppedByMissedHolds }
      } else if series.isOver {
        bests.record(series, by: model.credits.participant)
        let details = speaker.language.details(of: series)
        if !details.isEmpty { speaker.say { _ in details } }
      }
      model.noteTest(model.session.test)
      writeSeed(of: model.session.board)
    }
    if switcher?.requestedMode == nil { request(model.session.modeAfterRound) }
  }

  /// Tells the result of the last round, because no further Update will.
  func writeResultAtEnd() {
    guard switcher?.requestedMode?.name == ModeName.attract.rawValue,
      switcher?.current.name == ModeName.play.rawValue, model.session.finish != nil
    else { return }
    model.notify(.concluded)
  }

  /// Returns the examiner of the next round of a test, or throws if its board has no room.
  func examiner(for series: TestSeries) throws(RoundFault) -> ChimpanzeeExaminer {
    let seed = series.settings.seed?.seed(forRound: series.nextTrial.number)
    return try examiner(for: series.plan, seed: seed ?? nextSeed)
  }

  /// What the next board is drawn from where nobody says it.
  private var nextSeed: Seed {
    resolveSeed()
    return sessionSeed.seed(forRound: model.session.statistics.startedCount + 1)
  }

  /// Resolves the seed of the session.
  ///
  /// Does nothing if it is known.
  func resolveSeed() {
    guard let findSeed else { return }
    sessionSeed = findSeed()
    firstSeed = sessionSeed
    isSeedUnannounced = true
  }

  /// Tells what a board was drawn from, unless that is known, or a test goes on.
  func writeSeed(of board: Board) {
    guard isSeedUnannounced, series == nil, let text = board.origin?.seed.text,
      text.hasPrefix(sessionSeed.seed.text + ".")
    else { return }
    isSeedUnannounced = false
    speaker.say { $0.drawn(from: sessionSeed) }
  }

  /// Returns the examiner of a round, or throws if there is no such board, or no room for it.
  func examiner(
    for plan: RoundPlan, seed: Seed? = nil
  ) throws(RoundFault) -> ChimpanzeeExaminer {
    let seed = seed ?? nextSeed
    let identifier: BoardIdentifier
    do throws(BoardError) { identifier = try plan.identifier(seed) } catch { throw .board(error) }
    return try checked(.startGame(identifier, rule: plan.rule))
  }

  /// Whether a board can be seen as a whole.
  func fits(_ board: Board) -> Bool { missingRoom(for: board) == nil }

  private func sameGame() throws(RoundFault) -> ChimpanzeeExaminer {
    guard model.session.isStarted else { throw .noRound }
    return try checked(.startGame(on: model.session.board, rule: model.session.rule))
  }

  /// Returns an examiner, or throws if the terminal can't show its board as its rule wants.
  private func checked(
    _ examiner: consuming ChimpanzeeExaminer
  ) throws(RoundFault) -> ChimpanzeeExaminer {
    if let fault = missingRoom(for: examiner.board) { throw fault }
    if isSpoken, examiner.rule.hold != nil { throw .cannotSpeakHold }
    if isRealTime, !canHide, examiner.rule.hold != nil { throw .cannotHide }
    return examiner
  }

  private func missingRoom(for board: Board) -> RoundFault? {
    if isSpoken { return nil }
    let needed = BoardImage.terminalSize(for: board)
    guard let size = surface(), size.columns < needed.columns || size.rows < needed.rows else {
      return nil
    }
    return .terminalTooSmall(size, needed: needed)
  }

  func start(_ preset: TestPreset?, _ settings: TestSettings) throws(RoundFault) {
    guard let preset else { return }
    var settings = settings
    settings.begin = settings.begin ?? usualBegin
    let series = TestSeries(preset, settings)
    try start(try examiner(for: series), of: series)
  }

  private func start(_ game: consuming ChimpanzeeExaminer) throws(RoundFault) {
    guard try mayLeaveTest() else { return }
    try begin(.start(game), through: ModeName.wayToPlay)
  }

  private func start(
    _ game: ChimpanzeeExaminer, of series: TestSeries, isPaid: Bool = false
  ) throws(RoundFault) {
    guard try mayLeaveTest() else { return }
    enableAll()
    bests.begin(series, by: model.credits.participant)
    guard series.settings.begin != .now else {
      return try begin(.start(game, of: series, isPaid: isPaid), through: ModeName.wayToPlay)
    }
    try begin(.prepare(game, of: series, isPaid: isPaid), through: ModeName.wayToStart)
  }

  /// Enables whatever was disabled by its name, because a test is the same for everybody.
  ///
  /// The demonstration is the exception: it is no part of a test.
  private func enableAll() {
    (switcher?.root as? EventContainer)?.enableDisabledObjects(except: "demonstration")
    // A board also remembers cells that its present size does not have.
    board.enableAll()
    startBoard.enableAll()
  }

  func resume() throws(RoundFault) {
    guard let kept = try storedRounds?.leftBehind() else { throw .nothingLeftBehind }
    let series = try series(of: kept)
    if kept.outcome != nil {
      guard let series, !series.isOver else { throw .nothingLeftBehind }
      let game = try examiner(for: series)
      guard try mayLeaveTest() else { return }
      try storedRounds?.resume(kept)
      bests.begin(series, by: model.credits.participant)
      speaker.say { $0.resumed(series, best: bests.before) }
      return try start(game, of: series, isPaid: true)
    }
    _ = try checked(.startGame(on: kept.board, rule: kept.rule))
    guard try mayLeaveTest() else { return }
    if let series {
      enableAll()
      bests.begin(series, by: model.credits.participant)
    }
    try begin(.resume(kept, of: series), through: ModeName.wayToPlay)
  }

  /// The test of which a round was left behind, as far as it had come.
  private func series(of kept: KeptRound) throws(RoundFault) -> TestSeries? {
    guard let trial = kept.test, let preset = TestPreset.named(trial.name),
      let results = try storedRounds?.results(before: kept)
    else { return nil }
    var series = TestSeries(preset, trial.settings)
    for result in results where !series.isOver { series.count(result) }
    guard !series.isOver, series.nextTrial == trial else { return nil }
    if let outcome = kept.outcome {
      let accuracy = RoundReport(kept).measures.holdAccuracy(requested: kept.rule.hold)
      series.count(hasPassed: outcome == .passed, isHoldMet: accuracy?.isMet != false)
    }
    return series
  }

  /// Begins a round, or its preparation, in any mode: it is kept, the modes follow, it is shown.
  private func begin(
    _ input: GameInput, through modes: [Int]
  ) throws(RoundFault) {
    let facts = try model.accept(input)
    do throws(ModeFault) { try switcher?.change(through: modes) } catch {
      speaker.refuse { $0.words(for: error) }
    }
    model.noteTest(model.session.test)
    writeSeed(of: model.session.examiner.board)
    model.show(facts)
  }

  /// Returns whether the present test may be left, which the user is asked; throws if it may not
  /// and nobody can be asked.
  private func mayLeaveTest() throws(RoundFault) -> Bool {
    guard let test = model.session.lastTest, !test.isOver else { return true }
    guard let confirm else { throw .testGoesOn }
    return confirm(speaker.language.leaveQuestion(test.preset))
  }

  private func stop() throws(RoundFault) {
    guard model.session.isInTest else { throw .noTest }
    try endTest()
    request(.attract)
  }

  /// Ends the test in progress; its rounds are kept.
  ///
  /// Does nothing if there is none.
  private func endTest() throws(RoundFault) {
    guard let test = model.session.test else { return }
    model.show(try model.accept(.stop))
    speaker.say { $0.stopped(test, best: bests.before) }
    model.noteTest(nil)
    writeSeed(of: model.session.board)
  }
}
