package import Archive
package import Characters
package import Console
package import Events
package import Examiner
package import Game
package import Models
import Observing
import Reports
package import Views
package import Words

/// An action about the modes.
///
///     _ = try root.send(.action(GameAction.insertCoin))
package enum GameAction: Action, Equatable {
  case insertCoin, showMode, showMenu
  case changeMode(String)
  case noticePerson
  case tellAge
  /// Sets the age of the participant; `nil` removes it.
  case setAge(Int?)
}

/// Performs the actions that a command may ask for in every mode, before the enabled mode gets the
/// event.
///
/// It begins rounds and tests: it chooses their boards, checks that they can be shown, and asks
/// before a test is left. The rules of the session are in `GameSession`, the output in the views.
///
///     let game = GameController(
///       model: model, roundView: view, speaker: speaker, sessionSeed: .script, surface: { nil })
package final class GameController: EventHandler {
  /// The model of the session.
  package let model: GameModel
  /// The writer of replies.
  let speaker: Speaker
  /// The seed from which boards are drawn if a command names none.
  package var sessionSeed: SessionSeed { didSet { findSeed = nil } }
  /// The seed at the beginning of the session, with which a recording starts.
  package private(set) var firstSeed: SessionSeed
  /// Resolves the seed when it is first needed; `nil` if it is known.
  package var findSeed: (() -> SessionSeed)?
  /// `true` if boards are drawn from a seed that the user has not been shown.
  private var isSeedUnannounced = false
  /// The way in which a round of a test begins if the settings don't determine it.
  package var usualBegin: TestSettings.Begin
  /// Asks the user a question; `nil` if there is no user to ask.
  private let confirm: ((String) -> Bool)?
  /// The journal, which also finds the rounds of other sessions; `nil` without a store.
  package weak var storedRounds: StoredRounds?
  /// Shows the menu of tests; returns `false` if it can't be shown.
  package var showMenu: () -> Bool = { false }
  /// The best results of the participant, before this test and with it.
  package var bests = BestScores()
  /// Returns the reader of replies that name a participant.
  package var reader: () -> TableReader = { TableReader() }
  /// The ages of participants.
  package var ages = KnownAges()
  /// The event that brings the next Update, for replies that announce a change of mode.
  package var nextUpdate = NextUpdate.wait
  /// Returns the size of the terminal; `nil` if any board can be shown.
  let surface: () -> TerminalSize?
  /// `true` if time passes by itself.
  let isRealTime: Bool
  /// `true` if the output can be hidden again once it was shown.
  package var canHide = true
  /// `true` if boards are described in words, which takes longer than a hold and needs no room.
  package var isSpoken = false
  /// The view's observation of the model.
  private let observation: Observation
  /// The board of the play mode.
  package let board: BoardController
  /// The board of the start mode, whose numerals are hidden.
  package let startBoard: BoardController
  // Unowned, because the tree and every mode hold this object as their handler.
  package unowned var switcher: ModeSwitcher?
  private unowned var idleTimer: EventTimer?

  /// Creates a controller, and makes the round's view follow the model.
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
  package func makeIdleTimer() -> EventTimer {
    let timer = EventTimer("patience", after: 30_000)
    idleTimer = timer
    return timer
  }

  /// Restarts the idle timer, because the player is active.
  func restartIdleTimer() { idleTimer?.restart() }

  /// The current session.
  package var session: GameSession { model.session }

  /// The test in progress; `nil` if there is none.
  package var series: TestSeries? { model.session.test }

  /// `true` if a round is over whose solution stays hidden until its test is over.
  private var isHidden: Bool { model.session.finish != nil && model.session.laterFeedback != .full }

  /// The observed history of the rounds.
  package var history: RoundHistory {
    let history = model.history
    history.update(from: model.session.test)
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

  /// Requests another mode, which the next Update enters.
  @discardableResult
  func request(_ mode: ModeName) -> Bool {
    do throws(EventFault) {
      try switcher?.requestChange(toIndex: mode.index)
      return true
    } catch {
      speaker.refuse { $0.words(for: error) }
      return false
    }
  }

  /// Performs an action about the round; returns `false` if a mode has to handle it.
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

  /// Performs an action about the modes; returns `false` if a mode has to handle it.
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
    case .tellAge: tellAge()
    case .setAge(let age): setAge(age)
    case .noticePerson: return false
    }
    return true
  }

  /// Requests a mode by name, after the user has agreed to leave the test in progress.
  private func changeMode(to name: String) {
    do throws(RoundFault) {
      guard try mayLeaveTest() else { return }
      try endTest()
    } catch { return model.refuse(error) }
    do throws(EventFault) { try switcher?.requestChange(to: name) } catch {
      return speaker.refuse { $0.words(for: error) }
    }
    showMode()
  }

  /// Writes the current mode and the requested one.
  private func showMode() {
    guard let switcher else { return }
    speaker.say {
      $0.mode(switcher.current.name, next: switcher.requestedMode?.name, by: nextUpdate)
    }
  }

  /// Writes the tests as lines, if no menu can be shown.
  private func listTests() {
    for item in LiveScene.menuItems(in: speaker.language) {
      speaker.say { _ in "\(item.line): \(item.summary)" }
    }
  }

  /// Reports the result of the test after its last round, or its state between two rounds, and
  /// requests the next mode: the one that was requested before, the next round, or attract.
  func finishRound() {
    if model.session.round.test != nil, let series = model.session.lastTest {
      if series.isOver {
        speaker.sayResult { $0.standing(series, best: bests.before) }
      } else {
        speaker.sayBesideStage { $0.standing(series, best: bests.before) }
      }
      if series.cannotKeepTime {
        speaker.say { $0.stoppedByMissedHolds }
      } else if series.isOver {
        bests.record(series, by: model.credits.participant)
        for line in resultLines(of: series) { speaker.sayResult { _ in line } }
      }
      model.noteTest(model.session.test)
      writeSeed(of: model.session.board)
    }
    if switcher?.requestedMode == nil { request(model.session.modeAfterRound) }
  }

  /// Returns the lines below the score of a finished test: its rank, and its figures.
  func resultLines(of series: TestSeries) -> [String] {
    standingLines(of: series) + speaker.language.details(of: series)
  }

  /// Writes the result of the last round at the end of the input, because no Update follows.
  ///
  /// Does nothing unless a round is over and its result is pending.
  package func writeResultAtEnd() {
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

  /// The seed of the next board, if its test or command names none.
  private var nextSeed: Seed {
    resolveSeed()
    return sessionSeed.seed(forRound: model.session.statistics.startedCount + 1)
  }

  /// Resolves the seed of the session.
  ///
  /// Does nothing if it is known.
  package func resolveSeed() {
    guard let findSeed else { return }
    sessionSeed = findSeed()
    firstSeed = sessionSeed
    isSeedUnannounced = true
  }

  /// Writes the seed of a board that was drawn from the session's seed.
  ///
  /// Does nothing if the user knows the seed, or during a test.
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

  /// Returns whether a board can be shown as a whole.
  package func fits(_ board: Board) -> Bool { missingRoom(for: board) == nil }

  /// Returns the examiner of the last round's board, for `again`.
  private func sameGame() throws(RoundFault) -> ChimpanzeeExaminer {
    guard model.session.isStarted else { throw .rejected(.noRound) }
    return try checked(.startGame(on: model.session.board, rule: model.session.rule))
  }

  /// Returns an examiner, or throws if the terminal can't show its board as the rule requires.
  private func checked(
    _ examiner: consuming ChimpanzeeExaminer
  ) throws(RoundFault) -> ChimpanzeeExaminer {
    if let fault = missingRoom(for: examiner.board) { throw fault }
    if isSpoken, examiner.rule.hold != nil { throw .cannotSpeakHold }
    if isRealTime, !canHide, examiner.rule.hold != nil { throw .cannotHide }
    return examiner
  }

  /// Returns the fault of a board that is larger than the terminal; `nil` if there is room.
  private func missingRoom(for board: Board) -> RoundFault? {
    if isSpoken { return nil }
    let needed = BoardImage.terminalSize(for: board)
    guard let size = surface(), size.columns < needed.columns || size.rows < needed.rows else {
      return nil
    }
    return .terminalTooSmall(size, needed: needed)
  }

  /// Begins a test; does nothing without a preset, which the check of the arguments excludes.
  func start(_ preset: TestPreset?, _ settings: TestSettings) throws(RoundFault) {
    guard let preset else { return }
    var settings = settings
    settings.begin = settings.begin ?? usualBegin
    let series = TestSeries(preset, settings)
    try start(try examiner(for: series), of: series)
  }

  /// Begins a single round, after the user has agreed to leave the test in progress.
  private func start(_ game: consuming ChimpanzeeExaminer) throws(RoundFault) {
    guard try mayLeaveTest() else { return }
    try begin(.start(game), through: ModeName.wayToPlay)
  }

  /// Begins a test, or its next round if the credit was spent already.
  ///
  /// A test that begins immediately enters the play mode; others wait in the start mode.
  private func start(
    _ game: ChimpanzeeExaminer, of series: TestSeries, isPaid: Bool = false
  ) throws(RoundFault) {
    guard try mayLeaveTest() else { return }
    enableAll()
    bests.begin(series, by: model.credits.participant)
    if series.trialCount == 0, series.preset.course.trainingCount > 0 {
      speaker.sayBesideStage { $0.training(of: series.preset) }
    }
    guard series.settings.begin != .now else {
      return try begin(.start(game, of: series, isPaid: isPaid), through: ModeName.wayToPlay)
    }
    try begin(.prepare(game, of: series, isPaid: isPaid), through: ModeName.wayToStart)
  }

  /// Enables whatever was disabled by its name, because a test is the same for all participants.
  ///
  /// The demonstration is the exception, because it is no part of a test.
  private func enableAll() {
    (switcher?.root as? EventContainer)?.enableDisabledObjects(except: "demonstration")
    // A board also remembers cells that its present size does not have.
    board.enableAll()
    startBoard.enableAll()
  }

  /// Resumes the given round or its test, or else the newest one that was interrupted.
  ///
  /// A finished round of an open test is the exception: its test continues with the next round.
  ///
  /// - Throws: `nothingLeftBehind` if there is none, or the rejection of the store.
  func resume(_ given: KeptRound? = nil) throws(RoundFault) {
    let newest = given == nil ? try storedRounds?.leftBehind() : nil
    guard let kept = given ?? newest else { throw .nothingLeftBehind }
    let series = try storedRounds?.testLeftBehind(with: kept)
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

  /// Begins a round, or its preparation, in any mode: stores it, changes the mode, and shows it.
  private func begin(
    _ input: GameInput, through modes: [Int]
  ) throws(RoundFault) {
    let facts = try model.accept(input)
    do throws(EventFault) { try switcher?.change(through: modes) } catch {
      speaker.refuse { $0.words(for: error) }
    }
    model.noteTest(model.session.test)
    writeSeed(of: model.session.examiner.board)
    model.show(facts)
  }

  /// Asks the user whether the current test may be left, and returns the answer; throws if the test
  /// may not be left and there is no user to ask.
  private func mayLeaveTest() throws(RoundFault) -> Bool {
    guard let test = model.session.lastTest, !test.isOver else { return true }
    guard let confirm else { throw .testGoesOn }
    return confirm(speaker.language.leaveQuestion(test.preset))
  }

  /// Stops the test in progress.
  ///
  /// - Throws: `noTest` if there is none.
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
