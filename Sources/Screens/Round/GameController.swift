import Archive
import ChimpSystem
import Events
import Examiner
import Game
import Observing
import Shell

/// Begins rounds and tests, and performs the game commands that are allowed in every mode.
///
/// It chooses boards, checks that they fit on the terminal, and asks the user before a test is
/// abandoned. The rules are in `GameSession`, the output in the views.
///
///     let game = application.game
///     try game.start(try game.examiner(for: .first))
final class GameController {
  unowned let application: Application
  /// The game model of the session.
  let model: GameModel
  /// The view of modes, credits and tests.
  let view: GameView
  /// The view of the round, which follows the model by itself.
  private let roundView: RoundView
  /// The seed of the session, from which boards are generated unless a command gives a seed.
  var sessionSeed: SessionSeed { didSet { findSeed = nil } }
  /// The seed at the start of the session, which a recording begins with.
  private(set) var firstSeed: SessionSeed
  /// Determines the seed of the session when it is first needed; `nil` afterwards.
  var findSeed: (() -> SessionSeed)?
  /// `true` if the user has not been told the seed from which the boards are generated.
  private var isSeedUnannounced = false
  /// The default event that begins a round of a test, for tests that don't set one.
  var usualBegin: TestSettings.Begin
  /// The round in which a `quit` was answered with a warning.
  private var warnedRound: Int?
  /// The participants before the current one who have played, each with the number of the last
  /// round.
  private var earlierPlayers: [(code: String, lastRound: Int)] = []
  /// The participant's best scores before and after the current test.
  var bests = BestScores()
  /// The ages of participants.
  var ages = KnownAges()
  /// The way in which the next Update comes, which replies about mode changes mention.
  var nextUpdate = NextUpdate.wait
  /// The board of the play mode.
  let board = BoardObject()
  /// The board of the start mode, whose numerals are hidden.
  let startBoard = BoardObject()
  /// The timer that changes from `credit` to `attract` when the player is idle.
  let idleTimer = EventTimer("patience", after: 30_000)
  /// The time of the last answer after a trial, from which the interval counts; `nil` without one.
  private(set) var questionEnd: Int?
  /// The switcher of the modes; `nil` before the tree is bound.
  weak var switcher: ModeSwitcher?

  /// Creates the controller of the application's model.
  init(_ application: Application) {
    self.application = application
    model = application.model
    roundView = application.roundView
    view = GameView(application.speaker)
    sessionSeed = application.environment.sessionSeed
    firstSeed = sessionSeed
    usualBegin = application.records.isPerson && application.passesTime ? .key : .now
    if application.passesTime { nextUpdate = application.records.isPerson ? .clock : .line }
  }

  /// The size of the terminal; `nil` if boards of any size can be shown.
  var surface: TerminalSize? { application.environment.terminal?.size }

  /// The participant of the last round.
  var lastPlayer: String {
    guard let earlier = earlierPlayers.last, earlier.lastRound == session.number else {
      return participant
    }
    return earlier.code
  }

  /// Notes who has played until now, before another participant does.
  func notePlayer() {
    guard session.isStarted, earlierPlayers.last?.lastRound != session.number else { return }
    earlierPlayers.append((participant, session.number))
  }

  /// Forgets the rounds of the session if a participant whose data was erased may have played any.
  func forgetRounds(of code: String) {
    // A job may end while another participant plays.
    guard !session.isOpen, series == nil,
      participant == code || earlierPlayers.contains(where: { $0.code == code })
    else { return }
    model.forgetRounds()
    earlierPlayers = []
    // The picture would show the board of no round.
    if let stage = application.stage, !stage.showMenu() { stage.leaveToPrompt() }
  }

  /// The journal of a store with a name, which has the rounds of other sessions, too; `nil` without
  /// one.
  var lastingRounds: StoredRounds? { application.records.path == nil ? nil : model.journal }

  /// `true` if boards are described in words, which need no room but take longer than a hold.
  var isSpoken: Bool { application.isSpoken }

  /// `true` if a live picture shows the numerals, which drawings of the tree must then hide.
  var isShowingInPicture: Bool { session.isSecret && application.isOnStage }

  /// The state of the game.
  var session: GameSession { model.session }

  /// The code of the current participant.
  var participant: String { model.credits.participant }

  /// The test in progress; `nil` if there is none.
  var series: TestSeries? { session.test }

  /// `true` if the trials of the test in progress have several holds in a random order.
  var mixesHolds: Bool { series?.settings.holds != nil }

  /// Throws while the outcomes of finished rounds must stay secret.
  func checkFeedback() throws {
    guard session.laterFeedback == .full else {
      throw session.isOutcomeDeferred ? Refusal.answerComesFirst : .testIsSilent
    }
  }

  /// The observable list of the latest rounds.
  var history: RoundHistory {
    let history = model.history
    model.noteTest(session.test)
    return history
  }

  /// Requests a mode, to which the next Update changes.
  @discardableResult
  func request(_ mode: ModeName) -> Bool {
    do throws(EventError) {
      try switcher?.requestChange(to: mode.rawValue)
      return true
    } catch {
      view.refuse(error)
      return false
    }
  }

  func showBoard() throws {
    try checkStarted()
    roundView.showBoard()
  }

  func showRound() throws {
    if session.finish != nil { try checkFeedback() }
    try checkStarted()
    roundView.showReport()
  }

  func showIdentifiers() throws {
    try checkStarted()
    roundView.showIdentifiers()
  }

  /// Throws before the first round.
  private func checkStarted() throws {
    guard session.isStarted else { throw Rejection.noRound }
  }

  /// Adds a credit, and leaves the demonstration.
  func insertCoin() {
    model.perform(.insertCoin)
    view.showCredits(session.credits)
    idleTimer.restart()
    if switcher?.current.name == ModeName.attract.rawValue { request(.credit) }
  }

  /// Performs the command `mode NAME`: requests a mode, after asking the user if a test is in
  /// progress.
  func changeMode(to name: String) throws {
    try switcher?.checkChange(to: name)
    guard try mayLeaveTest() else { return }
    try endTest()
    try switcher?.requestChange(to: name)
    showMode()
  }

  /// Writes the current mode and the requested mode.
  func showMode() {
    guard let switcher else { return }
    view.showMode(switcher.current.name, next: switcher.requestedMode?.name, by: nextUpdate)
  }

  /// Shows the menu; if it can't be shown, says why, and lists the tests as lines.
  func openMenu() {
    guard application.stage?.showMenu() != true else { return }
    explainMissingMenu()
    listMenu()
  }

  /// The items of the menu, with the player's scores.
  var menuItems: [LiveScene.MenuItem] {
    LiveScene.menuItems(
      in: application.language, includesHolds: !leavesNumerals,
      scores: { preset in bests.scores(like: TestSeries(preset), by: participant) },
      // The first prompt does not wait for the store.
      today: bests.isKnown(participant) ? application.daily.scoreOfToday : nil)
  }

  /// Lists the menu as numbered lines, for players without its picture.
  func listMenu() {
    application.readScores()
    view.list(menuItems, hasKeys: application.acceptsMenuKeys)
  }

  /// Shows why the menu is not shown in a small window.
  ///
  /// Does nothing in a window with room for it, or if boards are not shown in place.
  func explainMissingMenu() {
    if let shortage = application.stage?.missingMenuRoom { view.showMissingRoom(shortage) }
  }

  /// Shows what is kept of a test in which the user ends the program, and how it goes on.
  ///
  /// Does nothing outside a test.
  func writeTestLeftAtEnd(isStored: Bool) {
    guard let series else { return }
    view.showLeft(series, by: participant, isStored: isStored)
  }

  /// Returns whether the user lets the program end; asks only if a test would be lost.
  ///
  /// A terminal that can't ask gets a warning at the first `quit`, and the second one ends the
  /// program. A block of a study can be continued, and a script has nobody to ask.
  func mayQuit(isTyped: Bool) -> Bool {
    guard isTyped, let series, series.settings.studyPosition == nil else { return true }
    if let mayLeave = application.confirm(view.leaveQuestion(series)) { return mayLeave }
    guard warnedRound != session.number else { return true }
    warnedRound = session.number
    view.warnOfQuit(series)
    return false
  }

  /// `true` if numerals stay visible in earlier lines, so that a look has no end.
  ///
  /// A script, whose time is virtual, has no player who could look at them.
  var leavesNumerals: Bool {
    application.passesTime && (isSpoken || !application.environment.canHide)
  }

  /// `true` while a round is in progress or waiting, or a test in progress, whose numerals are
  /// shown for a limited time.
  var hasTimedLook: Bool {
    let session = model.session
    if session.isHolding { return true }
    return session.placed?.rule.hold != nil || session.test?.plan.rule.hold != nil
  }

  /// Writes the result or the progress of the test after a round, and requests the next mode.
  ///
  /// That is the mode that was requested before, or the mode of the test's next round, or else
  /// `attract`.
  func finishRound() {
    if session.round.test != nil, let series = session.lastTest {
      if !session.isOutcomeDeferred { showProgress(of: series) }
      model.noteTest(session.test)
      writeSeed(of: session.board)
    }
    // Outside of studies, nothing needs the store.
    let isOfStudy = session.round.test?.settings.studyPosition != nil
    let isAsked = isOfStudy && application.study.askAfterTrial()
    if !isAsked { showDeferredOutcome() }
    if switcher?.requestedMode == nil, !isAsked || !session.isInTest { requestNextMode() }
  }

  /// Writes the progress of a test after a round; at its end notes its score and writes its result.
  private func showProgress(of series: TestSeries) {
    view.showProgress(series, best: bests.before)
    if series.cannotKeepTime { return view.showEndByMissedHolds() }
    guard series.isOver else { return }
    bests.record(series, by: participant)
    view.showResult(resultLines(of: series))
    if leavesNumerals { view.showAnotherTest(series.preset.name) }
  }

  /// Writes the outcome of the last trial and of its test, which waited for an answer; does nothing
  /// if none waits.
  func showDeferredOutcome() {
    guard session.isOutcomeDeferred else { return }
    model.revealOutcome()
    model.noteTest(session.test)
    if let series = session.lastTest { showProgress(of: series) }
  }

  /// Begins the next trial after the answers to the questions after the last one.
  func goOnAfterQuestion() {
    questionEnd = model.now
    requestNextMode()
  }

  /// Requests the mode after a round: that of the test's next round, or else `attract`.
  private func requestNextMode() { request(session.isInTest ? .start : .attract) }

  /// Shows the round of the restored session on its board; if it is over, requests the next mode.
  func restoreRound() {
    switcher?.cancelRequest()
    if session.isStarted, session.finish != nil { requestNextMode() }
    model.noteTest(session.test)
    board.renew()
  }

  /// Returns the lines below the score of a finished test: its rank and its statistics; on a screen
  /// with the board, without those that `results` has.
  func resultLines(of series: TestSeries, withBoard: Bool = false) -> [String] {
    // Only such a test is compared with games of visitors of that age.
    let age = series.preset.course.trainingCount > 0 ? ages.age(of: participant) : nil
    return view.resultLines(
      of: series, behind: bests.earlier, age: age, isPractice: bests.isPractice,
      isOfAgent: application.declared.player == .agent, offersLooks: !leavesNumerals,
      withBoard: withBoard)
  }

  /// Writes the result of the last round at the end of the input.
  ///
  /// No Update follows then, which would write it. Does nothing if no result is pending.
  func writeResultAtEnd() {
    guard switcher?.requestedMode?.name == ModeName.attract.rawValue,
      switcher?.current.name == ModeName.play.rawValue, session.finish != nil
    else { return }
    showResult()
  }

  /// Writes the result of the last round, before its mode is left.
  ///
  /// Does nothing while the outcome waits for an answer.
  func showResult() { if !session.isOutcomeDeferred { roundView.showResult() } }

  /// Returns the game of a test's next round; throws if its board doesn't fit on the terminal.
  func examiner(for series: TestSeries) throws -> ChimpanzeeExaminer {
    let seed = series.preset.boardSeed(
      ofTrial: series.nextTrial.number, series.settings)
    return try examiner(for: series.plan, seed: seed ?? nextSeed)
  }

  /// The seed of the next board, unless its test or command gives one.
  private var nextSeed: Seed {
    resolveSeed()
    return sessionSeed.seed(forRound: session.statistics.startedCount + 1)
  }

  /// Determines the seed of the session.
  ///
  /// Does nothing if it was determined before.
  func resolveSeed() {
    guard let findSeed else { return }
    sessionSeed = findSeed()
    firstSeed = sessionSeed
    isSeedUnannounced = true
  }

  /// Writes the seed of a board, so that the user can repeat it.
  ///
  /// Does nothing if the user knows the seed, or during a test.
  func writeSeed(of board: @autoclosure () -> Board) {
    guard isSeedUnannounced, series == nil, let text = board().origin?.seed.text,
      text.hasPrefix(sessionSeed.seed.text + ".")
    else { return }
    isSeedUnannounced = false
    view.showSeed(sessionSeed)
  }

  /// Returns the game of a round; throws if no such board exists, or if it doesn't fit on the
  /// terminal.
  func examiner(
    for plan: RoundPlan, seed: Seed? = nil
  ) throws -> ChimpanzeeExaminer {
    try checked(.startGame(try plan.identifier(seed ?? nextSeed), rule: plan.rule))
  }

  /// Returns whether a board fits on the terminal.
  func fits(_ board: Board) -> Bool { missingRoom(for: board) == nil }

  /// Returns a new game on the board of the last round, for the command `again`.
  func sameGame() throws -> ChimpanzeeExaminer {
    try checkStarted()
    return try checked(ChimpanzeeExaminer(board: session.board, rule: session.rule))
  }

  /// Returns the game unchanged; throws if the terminal can't show its board as the rule requires.
  func checked(_ examiner: consuming ChimpanzeeExaminer) throws -> ChimpanzeeExaminer {
    if let fault = missingRoom(for: examiner.board) { throw fault }
    if isSpoken, examiner.rule.hold != nil { throw Refusal.cannotSpeakHold }
    if application.passesTime, !application.environment.canHide, examiner.rule.hold != nil {
      throw Refusal(
        "cannot-hide", "no timed looks here: this terminal can't make the numerals vanish",
        "提示時間のあるラウンドはできません。数字を消す必要がありますが、この端末では消せません")
    }
    return examiner
  }

  /// Returns the error for a board that doesn't fit on the terminal; `nil` if it fits.
  private func missingRoom(for board: Board) -> Refusal? {
    guard !isSpoken, let size = surface else { return nil }
    let needed = BoardImage.terminalSize(for: board)
    guard size.columns < needed.columns || size.rows < needed.rows else { return nil }
    return Refusal(
      "terminal-too-small",
      "the board needs \(needed.columns) columns and \(needed.rows) lines, "
        + "the terminal has \(size.columns) and \(size.rows)",
      "盤には\(needed.columns)桁と\(needed.rows)行が必要ですが、"
        + "端末は\(size.columns)桁と\(size.rows)行です")
  }

  /// Begins a test.
  func start(_ preset: TestPreset, _ settings: TestSettings) throws {
    if settings.studyPosition == nil { try checkAnswered() }
    var settings = preset.settingsOfNewTest(settings)
    settings.begin = settings.begin ?? usualBegin
    let series = asking(TestSeries(preset, settings))
    try start(try examiner(for: series), of: series)
  }

  /// Begins a single round, after asking the user if a test is in progress.
  func start(_ game: consuming ChimpanzeeExaminer) throws {
    try checkAnswered()
    guard try mayLeaveTest() else { return }
    try begin(.start(game), in: .play)
  }

  /// Begins a test, or its next round if the credit was already spent.
  ///
  /// The mode changes to `play` if rounds of the test begin at once, otherwise to `start`.
  private func start(
    _ game: ChimpanzeeExaminer, of series: TestSeries, isPaid: Bool = false
  ) throws {
    // Whoever resumes a test was asked before.
    guard try isPaid || mayLeaveTest() else { return }
    if !isPaid { bests.begin(series, by: participant) }
    if series.trialCount == 0 { view.introduce(series.preset, leavesNumerals: leavesNumerals) }
    let hasFixation = series.settings.presentation.fixation ?? 0 > 0
    guard series.settings.begin != .now || hasFixation else {
      return try begin(.start(game, of: series, isPaid: isPaid), in: .play)
    }
    try begin(.prepare(game, of: series, isPaid: isPaid), in: .start)
  }

  /// Throws while the outcome of the last trial waits for an answer, which another round would skip.
  func checkAnswered() throws {
    // Outside of studies, nothing needs the store.
    if session.isOutcomeDeferred { try application.study.checkAnswered() }
  }

  /// Enables everything that was disabled by name, because a test must be the same for all
  /// participants.
  ///
  /// Only the demonstration is left as it is, because it is no part of a test.
  private func enableAll() {
    (switcher?.root as? EventContainer)?.enableDisabledObjects(except: "demonstration")
    // A board also remembers cells that its present size does not have.
    board.enableAll()
    startBoard.enableAll()
  }

  /// Resumes a round or its test: the given one, or else the latest that was interrupted.
  ///
  /// If the round is finished but its test is not, the next round of the test begins. The
  /// participant of a test becomes the current one, to whom its next rounds belong, too.
  ///
  /// - Throws: A refusal if there is none, or the error of the store; the
  ///   participant is then the same as before.
  func resume(_ given: KeptRound? = nil) throws {
    let newest = given == nil ? try lastingRounds?.interruptedRound() : nil
    guard let kept = given ?? newest else { throw Refusal.nothingInterrupted }
    // The trial of a study is over only with the answers to its questions.
    if given == nil, kept.outcome != nil, kept.test?.settings.studyPosition != nil,
      let code = try lastingRounds?.participant(of: kept), try application.study.hasOpenRating(code)
    {
      return try application.study.performNextStep(code)
    }
    let series = try lastingRounds?.interruptedTest(with: kept)
    if let series { try checkPresentation(of: series) }
    if kept.outcome != nil {
      guard let series, !series.isOver else { throw Refusal.nothingInterrupted }
      _ = try examiner(for: series)
    } else {
      _ = try checked(kept.newGame)
    }
    if let rounds = lastingRounds {
      let agent = try rounds.agent(of: kept)
      guard agent == application.declared.agentName else { throw Refusal.otherAgent(agent) }
    }
    guard try mayLeaveTest() else { return }
    let before = participant
    if series != nil, let participant = try lastingRounds?.participant(of: kept) {
      notePlayer()
      model.credits.participant = participant
    }
    do { try resume(kept, of: series) } catch {
      model.credits.participant = before
      throw error
    }
  }

  /// Resumes a round that can be resumed, or begins the next round of its test.
  private func resume(_ kept: KeptRound, of series: TestSeries?) throws {
    let series = series.map(asking)
    if let series, kept.outcome != nil {
      let game = try examiner(for: series)
      try lastingRounds?.resume(kept)
      bests.begin(series, by: participant, isResumed: true)
      view.showResumed(series, best: bests.before)
      return try start(game, of: series, isPaid: true)
    }
    if let series { bests.begin(series, by: participant, isResumed: true) }
    try begin(.resume(kept, of: series), in: .play)
  }

  /// Returns a test with the moments at which its study asks questions.
  private func asking(_ series: TestSeries) -> TestSeries {
    // Outside of studies, nothing needs the store.
    guard let position = series.settings.studyPosition else { return series }
    let moments = application.study.questions(of: position)
    var series = series
    series.asksAfterTrials = moments.afterTrials
    series.asksAfterTests = moments.afterBlocks
    return series
  }

  /// Begins a round in any mode: stores it, changes the mode, and notifies the views.
  private func begin(_ input: GameInput, in mode: ModeName) throws {
    let facts = try model.accept(input)
    if series != nil { enableAll() }
    try switcher?.change(to: mode.rawValue)
    model.noteTest(session.test)
    writeSeed(of: session.examiner.board)
    model.show(facts)
  }

  /// Asks the user whether the test in progress may be abandoned; returns `true` without a test.
  ///
  /// Throws if there is no user to ask.
  private func mayLeaveTest() throws -> Bool {
    guard session.isInTest, let test = session.lastTest else { return true }
    guard let mayLeave = application.confirm(view.leaveQuestion(test)) else {
      throw Refusal.testGoesOn
    }
    return mayLeave
  }

  /// Performs the command `stop`: ends the test in progress.
  ///
  /// - Throws: A refusal if there is none.
  func stop() throws {
    guard session.isInTest else {
      throw Refusal(
        "no-test", "no test is running (\"menu\" lists them)", "テストは行っていません（menu で選びます）")
    }
    try endTest()
    request(.attract)
  }

  /// Ends the test in progress, of which nothing more can be stored.
  func dropTest() {
    guard series != nil, (try? endTest()) != nil else { return }
    request(.attract)
  }

  /// Ends the test in progress, whose rounds are kept.
  ///
  /// Does nothing if there is none.
  private func endTest() throws {
    guard let test = session.test else { return }
    model.show(try model.accept(.stop))
    view.showStopped(test, isSecret: session.isOutcomeDeferred || test.asksAfterTests)
    model.noteTest(nil)
    writeSeed(of: session.board)
  }
}

extension Refusal {
  /// The refusal of a look for a limited time while boards are spoken.
  static var cannotSpeakHold: Refusal {
    Refusal(
      "cannot-speak-hold", "no timed looks with a spoken board: hearing the numerals takes longer",
      "読み上げる盤では、提示時間のあるラウンドはできません。聞き終える前に数字が隠れます")
  }
}
