import Archive
import ChimpSystem
import Events
import Examiner
import Game
import Records
package import Shell
import Terminal

/// Connects the models, views and controllers of the program, on which its commands act.
///
///     let application = Application(output: output, environment: environment)
///     let console = Console(
///       application, table: Application.table(isMachine: false),
///       speaker: application.speaker, …)
///     application.console = console
///
/// Everything external comes from the environment: clock, seed, terminal and store. Two
/// applications in one process share no state. Lazy properties keep the start fast, because unused
/// parts are never created.
package final class Application {
  /// Writes sentences to the output, in the language of the session.
  package let speaker: Speaker
  /// The demonstration of the `attract` mode.
  private(set) lazy var demonstration = DemonstrationController(self)
  /// The controller of rounds, tests and credits.
  private(set) lazy var game = GameController(self)
  /// The observable game.
  let model: GameModel
  /// Sends the event tree the time that passes.
  let metronome: Metronome
  /// The root of the event tree.
  let root: EventContainer
  /// The handler of commands about the event tree, such as `tree` and `enable`.
  private(set) lazy var tree = TreeController(self)
  /// The controller of the list screen.
  private(set) lazy var list = makeList()
  /// The controller of the adder screen.
  private(set) lazy var sum = SumController(
    model: SumModel(kept: keptScreens), view: SumView(speaker))
  /// Loads and stores the contents of the list and the adder; `nil` without a store.
  private var keptScreens: KeptScreens? { records.keepsForAll ? KeptScreens(programStore) : nil }
  /// The controller of the command `observe`.
  var observers: ObserverController { existingObservers ?? makeObservers() }
  /// That controller, if the command was given.
  private var existingObservers: ObserverController?
  /// The stored news items.
  private(set) lazy var newsModel = NewsModel(programStore)
  /// The controller of the command `news`.
  private(set) lazy var news = NewsController(
    model: newsModel, view: NewsView(speaker), confirm: { [unowned self] in confirm($0) })
  /// The controller of the store commands, such as `export`.
  private(set) lazy var store = StoreController(self)
  /// The controller of the commands about trials and simulations, such as `summary`.
  private(set) lazy var statistics = StatisticsController(self)
  /// The controller of the study commands, such as `next`.
  private(set) lazy var study = StudyController(self)
  /// The code of the participant in a session of a study; `nil` outside of studies.
  ///
  /// Tables show this participant by code, because an experimenter reads them.
  var enrolledCode: String?
  /// The width of the window and the format for tables; fixed while the session is recorded.
  ///
  /// With a spoken board, tables and plots are spoken, too.
  var tableReader: TableReader {
    guard let columns = environment.terminal?.size?.columns, console?.isRecording != true else {
      return TableReader(isSpoken: isSpoken)
    }
    let code = model.credits.participant
    return TableReader(
      columns: columns, ownCode: code == enrolledCode ? nil : code, isSpoken: isSpoken)
  }
  let studyScreen = StudyScreen()
  /// The store and its owner, made when something first needs it.
  var programStore: ProgramStore { existingStore ?? makeProgramStore() }
  /// The store, if something has needed it.
  var existingStore: ProgramStore?
  /// The controller of commands about stored rounds, such as `replay`.
  private(set) lazy var archive = ArchiveController(self)
  /// The controller of the daily game and of shared games.
  private(set) lazy var daily = DailyController(self)
  /// The way in which boards are shown; setting it updates every view.
  var boardStyle = BoardStyle.live {
    didSet {
      roundView.isSpoken = isSpoken
      demonstration.view.isSilent = isSpoken
    }
  }
  /// The text view of the round.
  let roundView: RoundView
  /// The live picture of the game above the prompt; `nil` without a terminal.
  private(set) var stage: LiveStage?
  /// The console that runs the commands of this application.
  weak var console: Console<Application>?
  /// The result of the last command `timing`, to be stored with a session that is not stored yet.
  var measuredTiming: String?
  /// The time from the fixation mark to the mask, in which nothing may disturb the numerals.
  package private(set) lazy var glance = Glance(self)
  /// The `play` mode.
  private(set) weak var play: PlayMode?
  /// The journal that stores the rounds; `nil` while rounds are only in memory.
  var storedRounds: StoredRounds? { model.journal }
  /// The state of the game after the last commit; `nil` unless a batch has begun.
  var committed: (session: GameSession, journal: StoredRounds.Snapshot)?
  /// The participant and the seed of each earlier round, by round number.
  var earlierFacts: [Int: (participant: String, seed: String)] = [:]
  /// The number of rounds that were discarded before the store in memory was created.
  var lostRoundCount = 0
  /// `true` if settings that the user changes are stored for the next session.
  var keepsSettings = false
  /// Who plays; an agent is declared before the first round.
  var declared: DeclaredPlayer
  /// The requests of the agent that plays.
  private lazy var turns = AgentTurns(self)
  /// `true` while a command runs that must not ask the user.
  private var isConfirmed = false
  /// `true` if the clock is real, so that time passes while the user types nothing.
  let passesTime: Bool
  /// The clock, the terminal, the seed and the store of the session.
  let environment: ApplicationEnvironment
  /// The environment of the store.
  var records: RecordsEnvironment { environment.records }

  /// Creates an application that writes to an output.
  ///
  /// The store is opened later, by `openNamedStore`.
  init(output: OutputWriter, environment: ApplicationEnvironment) {
    speaker = Speaker(output, in: environment.language)
    self.environment = environment
    declared = environment.records.declared
    let clock = environment.clock
    passesTime = clock.kind == .real
    let records = environment.records
    model = GameModel(
      clock: clock, usualInput: Session.InputMode(isPerson: records.isPerson).usualInput)
    roundView = RoundView(model, speaker)
    if records.isPerson {
      model.pressOrigin = { [terminal = environment.terminal] in
        terminal.map { PressOrigin($0.lineDevice, digitDelay: $0.digitDelay) }
      }
    }
    root = EventContainer("chimp")
    metronome = Metronome(clock, root: root)
    bindTree(countdown: passesTime ? 3 : 0)
    roundView.reader = { [unowned self] in tableReader }
    if records.path != nil { keepRounds() }
    game.findSeed = environment.makeStoreSeed.map { make in { [unowned self] in storeSeed(make) } }
  }

  /// The news that the demonstration shows; `nil` without a store.
  ///
  /// The page wasn't requested by the user, so no store is opened for it.
  var newsToShow: FetchedList<News>? {
    !records.isRestricted && (existingStore != nil || records.path != nil)
      ? try? newsModel.all() : nil
  }

  /// `true` if the demonstration must pause: a score stays until a key is pressed, and so does what
  /// a person reads or types where no menu is shown.
  var mustDemonstrationRest: Bool {
    if let stage, stage.refresh() { return !stage.isMenu }
    return records.isPerson && passesTime || isSpoken || study.occupiesScreen
  }

  /// Creates the live picture above the prompt.
  ///
  /// From then on, numerals that will be masked are only shown in it.
  func makeStage() -> LiveStage {
    let stage = LiveStage(game, demonstration, speaker, studyScreen)
    stage.supportsUnicode = environment.supportsUnicode
    self.stage = stage
    return stage
  }

  /// `true` if boards are shown as a live picture, which a closed session requires.
  var hasStage: Bool {
    stage != nil && boardStyle.isInPlace && records.isPerson
      && environment.terminal?.hasStage == true
  }

  /// `true` if a live picture shows the board, so that drawings of the tree must hide the numerals.
  var isOnStage: Bool { stage?.refresh() == true }

  var hasBoardRoom: Bool { stage?.hasBoardRoom ?? true }

  /// Creates the four modes, and binds an object for each screen to the root of the event tree.
  ///
  /// A new screen must be added here. Its controller is created with its first command.
  private func bindTree(countdown: Int) {
    let switcher = ModeSwitcher("game", binding: root)
    let play = PlayMode(game)
    self.play = play
    switcher.bind([
      AttractMode(game, demonstration), CreditMode(game), StartMode(game, secondCount: countdown),
      play,
    ])
    game.switcher = switcher
    _ = ListObject(self, binding: root)
    for name in ["observers", "timing"] { _ = EventObject(name, binding: root) }
    _ = SumObject(self, binding: root)
    for name in ["news", "study", "rounds"] { _ = EventObject(name, binding: root) }
  }

  /// Creates the controller of the list screen, with the stored rows.
  private func makeList() -> ListController {
    let label = ListModel.firstLabel.in(language)
    let model = keptScreens?.list(firstLabel: label) ?? ListModel(label: label)
    let view = ListView(speaker) { [unowned self] in stage }
    return ListController(
      model: model, view: view, countLimit: records.countLimit, kept: keptScreens)
  }

  /// Creates the controller of the command `observe`.
  private func makeObservers() -> ObserverController {
    let observers = ObserverController(self, view: ChangeView(speaker: speaker))
    existingObservers = observers
    return observers
  }

  /// Sends a message to the event tree; throws if no enabled object handles it.
  func send(_ message: Message) throws {
    guard try root.send(message) else { throw noReceiver(for: message.kind) }
  }

  /// Passes an input of the round to the current mode; throws if there is none.
  func play(_ input: GameInput) throws {
    guard let mode = currentMode else { throw noReceiver(for: .none) }
    mode.play(input)
  }

  /// Presses several cells as one input; throws if one of them gets no events.
  func press(_ cells: [Cell]) throws {
    guard let mode = currentMode, mode.board?.blocks(cells) != true else {
      throw noReceiver(for: .touch)
    }
    mode.play(.press(cells))
  }

  /// Begins the placed round, which waits for the player.
  func begin() throws {
    guard game.session.preparation == .waiting, let mode = currentMode as? StartMode else {
      throw Refusal(
        "nothing-waits", "no trial is waiting to begin", "開始を待っている試行はありません")
    }
    mode.beginRound()
  }

  /// The current mode of the game; `nil` while it is disabled.
  private var currentMode: GameMode? {
    guard let switcher = game.switcher, switcher.isReached else { return nil }
    return switcher.current as? GameMode
  }

  /// Starts a closed session for a participant, after which the program exits; returns `false` on
  /// an error.
  func startClosedSession(for code: String) -> Bool {
    refusing { try perform(on: "study") { study.closeAtStart(code) } }
    return studyScreen.session != nil
  }

  /// Ends the demonstration, because a user is at the terminal.
  package func noticePerson() {
    guard game.switcher?.isReached == true else { return }
    if game.switcher?.current.name == ModeName.attract.rawValue {
      demonstration.rest()
    } else {
      noticeInput()
    }
  }

  /// The hint after Ctrl-C or Ctrl-D on an empty line in a test, that neither leaves it.
  package static let testLeaveHint = Text(
    "stop leaves the test, quit ends the program", "stop でテストをやめ、quit でプログラムを終わります")

  /// Restarts the idle timer of the mode in which a player chooses a round.
  func noticeInput() {
    if game.idleTimer.isReached { game.idleTimer.restart() }
  }

  /// Runs a closure outside of a command; writes the error that it throws.
  func refusing(_ body: () throws -> Void) {
    do { try body() } catch { speaker.refuse(Refusal(error)) }
  }

  /// Returns the refusal of an event that no enabled object handled.
  private func noReceiver(for kind: MessageKind) -> Refusal {
    let (english, japanese) =
      switch kind {
      case .touch: ("a touch", "タッチ")
      case .swipe: ("a swipe", "スワイプ")
      case .accelerate: ("an acceleration", "加速")
      case .none, .update, .timer: ("this command", "このコマンド")
      }
    return Refusal(
      "no-receiver",
      "nothing that is enabled accepts \(english) now (\"tree\" shows what is enabled)",
      "今、\(japanese)を受け取るものがありません（tree で有効なものを表示します）")
  }

  /// Throws while an object of the tree, or one above it, is disabled.
  ///
  /// A command of another screen shows that a player is there. The game and its modes restart the
  /// idle timer themselves.
  func checkReached(_ name: String) throws(Refusal) {
    if name != game.switcher?.name { noticeInput() }
    for object in root.objects where object.name == name && !object.isReached {
      throw noReceiver(for: .none)
    }
  }

  /// The language of replies, help and error messages.
  var language: Language {
    get { speaker.language }
    set { speaker.language = newValue }
  }

  /// Returns the command table: the commands of every screen, then those of the console.
  package static func table(
    isMachine: Bool, isRestricted: Bool = false
  ) -> CommandTable<Application> {
    CommandTable(
      GameController.roundCommands + ArchiveController.commands + GameController.commands
        + DailyController.commands
        + TreeController.commands + ListController.commands + ObserverController.commands
        + NewsController.commands + StudyController.commands + StoreController.commands
        + StatisticsController.commands + SumController.commands + [timingCommand]
        + Command.consoleCommands + (isMachine ? Command.machineCommands : []),
      in: [.play, .tests, .results, .store, .shell, .articles],
      topics: { language in
        TestPreset.helpTopics(in: language)
          + [
            articles(in: language), .keys(in: language), .accessibility(in: language),
            .agentProtocol(in: language), .citations(in: language), .figures(in: language),
            .modes(in: language), .configuration(in: language),
          ]
      },
      acceptsBareNumbers: !isMachine,
      isRestricted: isRestricted)
  }
}

/// The program as the console sees it.
extension Application: CommandReceiver {
  /// Returns the command for an empty line, which is `begin` while a placed round waits, and for
  /// the key of an item of the numbered menu, outside of rounds and tests.
  package func command(forShortLine line: String) -> String? {
    guard !line.isEmpty else { return game.session.preparation == .waiting ? "begin" : nil }
    guard acceptsMenuKeys else { return nil }
    return game.menuItems.first { $0.key.map(String.init) == line }?.line
  }

  /// `true` if a person types lines below a menu that is no picture, and no round or test goes on.
  var acceptsMenuKeys: Bool {
    records.isPerson && passesTime && hasTyped && (stage == nil || !boardStyle.isInPlace)
      && game.series == nil && !game.session.isOpen && !game.session.hasPlaced
  }

  package var isSpoken: Bool { boardStyle == .spoken }

  package var repliesAtOnce: Bool { glance.isOpen }

  /// `true` if a user who types lines has pressed Ctrl-C during the current work.
  package var isInterrupted: Bool { hasTyped && records.isInterrupted() }

  /// `true` during a test on a real clock, which no command may delay.
  package var isTimed: Bool { passesTime && model.session.isInTest }

  package func mayQuit() -> Bool { game.mayQuit(isTyped: hasTyped) }

  /// `true` if a user types the lines of the session.
  private var hasTyped: Bool { console?.readsTypedLines == true }

  /// Sends the elapsed time to the event tree, performs the command, and looks at what it changed.
  package func perform(
    on object: String?, isConfirmed: Bool = false, _ command: () throws -> Void
  ) throws {
    self.isConfirmed = isConfirmed
    if passesTime { try metronome.catchUp() }
    existingObservers?.refreshNews()
    defer {
      if model.journal != nil { noteStudyChanges() }
      if passesTime { glance.replaceRepeatedLook() }
    }
    if let object { try checkReached(object) }
    try command()
  }

  /// Asks the user a yes-or-no question, unless the running command is confirmed; `nil` if there is
  /// nobody to ask.
  func confirm(_ question: @autoclosure () -> String) -> Bool? {
    isConfirmed ? true : records.confirm.map { $0(question()) }
  }

  package func beginLine(tokens: Int?, waits: Bool) {
    if declared.player == .agent { turns.begin(tokens: tokens) }
    if waits, passesTime { glance.awaitTurn() }
  }

  package func awaitTurn() { if passesTime { glance.awaitTurn() } }

  package func passTime() {
    if passesTime { refusing { try metronome.catchUp() } }
  }

  /// Returns the refusal for an error; a typed line that resembles no command is told that a page or
  /// a question waits for its answer, and numbers without a round that none has begun.
  package func refusal(for error: any Error, isTyped: Bool) -> Refusal {
    let refusal = Refusal(error)
    let session = game.session
    guard isTyped, refusal.isOfNoCommand, !session.isOpen else { return refusal }
    if study.acceptsAnswer { return .questionWaits }
    let isOfNumbers = refusal.name != "unknown-command"
    let hasRound = session.isStarted || session.hasPlaced
    return isOfNumbers && !hasRound ? Refusal(Rejection.noRound) : refusal
  }

  /// Lets time pass: advances virtual time, or waits on a real clock.
  ///
  /// During a test on a real clock it is an error.
  func wait(_ milliseconds: Int, column: Int) throws {
    guard !isTimed else { throw Refusal.timedTest("wait") }
    let limit = longestWait
    guard milliseconds <= limit else {
      throw Refusal.outOfRange("MS", "\(milliseconds)", 0...limit, column: column)
    }
    let passed = try metronome.wait(milliseconds: milliseconds, sleeping: glance.sleep)
    tree.view.showWait(passed)
  }

  /// The maximum number of milliseconds of one `wait`.
  ///
  /// Days pass at once only on a virtual clock, and strangers must not keep the program busy.
  private var longestWait: Int {
    let isLimited = metronome.clock.kind == .real || records.isRestricted
    return isLimited ? TreeController.longestWait : TreeController.longestVirtualWait
  }
}
