import Archive
import Characters
package import Console
import Controllers
package import Events
import Examiner
import Game
import Models
import Records
import Terminal
import Views
import Words

/// Connects the models, views and controllers of the program, and passes them the messages of
/// commands.
///
///     let application = Application(output: output, environment: environment)
///     let console = Console(
///       table: Application.table(isMachine: false), receiver: application,
///       settings: application.settings, operations: application, output: output, …)
///     application.console = console
///
/// All external facts come from the environment: clock, seed, terminal and store. Two applications
/// in one process share only the table of commands. Lazy properties keep the start short: what a
/// session doesn't use is never created.
package final class Application {
  /// The writer of replies in the language of the session.
  let speaker: Speaker
  /// The pages that are shown in attract mode.
  let demonstration: DemonstrationController
  /// The rounds, the tests and the credits.
  let game: GameController
  /// The time of the tree, in steps of an update.
  let metronome: Metronome
  /// The root of the event tree.
  let root: EventContainer
  /// The commands about the tree itself, such as `tree` and `enable`.
  private let treeController: TreeController
  /// The list screen.
  private(set) lazy var list = makeList()
  /// The sum screen.
  private(set) lazy var sum = SumController(
    model: SumModel(kept: keptScreens), view: SumView(speaker))
  /// The state of the list and the sum from earlier sessions; `nil` without a store.
  private var keptScreens: KeptScreens? { records.keepsForAll ? KeptScreens(delegate) : nil }
  /// The observations that `observe` has begun.
  private lazy var observers = makeObservers()
  /// `true` if `observers` exists, so that a line doesn't create it.
  private var isObserving = false
  /// The news of the store.
  private(set) lazy var newsModel = NewsModel(delegate)
  /// The screen with the news.
  private(set) lazy var news = NewsController(
    model: newsModel, view: NewsView(speaker), confirm: records.confirm)
  /// The commands about the store, which run as operations.
  private(set) lazy var store = StoreController(
    delegate, speaker, news: { [unowned self] in newsModel },
    store: sessionStore, isTestOn: { [game] in game.series != nil },
    isRoundOpen: { [game] in game.session.isOpen },
    isTestSilent: { [game] in game.model.session.laterFeedback != .full },
    didErase: { [unowned self] code in
      storedRounds?.forgetSession()
      if game.model.credits.participant == code {
        game.model.credits.participant = CreditModel.firstParticipant
      }
    })
  private(set) lazy var statistics = StatisticsController(
    store, speaker, columns: { [environment] in environment.surface()?.columns },
    reader: { [unowned self] in tableReader },
    standing: { [game] language in
      game.series.map { language.soFar($0, best: game.bests.before) }
    }
  ) { [game] in
    game.resolveSeed()
    return game.sessionSeed
  }
  /// The commands about studies.
  private(set) lazy var study = StudyController(
    delegate, game, speaker,
    store: sessionStore,
    setParticipant: { [unowned self] code in
      enrolledCode = code == CreditModel.firstParticipant ? nil : code
      guard game.model.credits.participant != code else { return }
      noteFacts()
      game.model.credits.participant = code
    }, holder: closedSession, hasStage: { [unowned self] in hasStage })
  /// The participant's code of a study session, which tables show as a code, because an
  /// experimenter reads them.
  private var enrolledCode: String?
  /// The reader for whom tables are written: the user of a terminal, unless the session is
  /// recorded.
  private var tableReader: TableReader {
    guard let columns = environment.surface()?.columns, console?.isRecording != true else {
      return TableReader()
    }
    let code = game.model.credits.participant
    return TableReader(columns: columns, ownCode: code == enrolledCode ? nil : code)
  }
  let closedSession = ClosedSessionHolder()
  private(set) lazy var delegate = makeDelegate()
  /// The commands about rounds that are over.
  private(set) lazy var archive = ArchiveController(
    { [unowned self] in
      if let storedRounds { storedRounds } else { rememberedRounds }
    },
    view: ArchiveView(
      speaker, isSpoken: { [game] in game.isSpoken }, isTestOn: { [game] in game.series != nil },
      reader: { [unowned self] in tableReader }),
    game.model)
  /// The rounds of a session without a store.
  private lazy var rememberedRounds = RememberedRounds(game.model) { [delegate] in
    delegate.date(at: $0)
  }
  /// `true` if `delegate` exists, so that a check doesn't create it.
  var hasDelegate = false
  /// The style in which boards are shown; a change reaches every view.
  var boardStyle = LiveStage.Style.live {
    didSet {
      stage?.style = boardStyle
      roundView.isSpoken = boardStyle == .spoken
      game.isSpoken = boardStyle == .spoken
      demonstration.view.isSilent = boardStyle == .spoken
    }
  }
  /// The view of the round, which follows the model.
  private let roundView: RoundView
  /// The board above the prompt; `nil` without a terminal.
  private var stage: LiveStage?
  /// The console of this application, set as soon as both exist.
  unowned var console: Console?
  /// The summary of the latest `timing`, for sessions that are stored later.
  var measuredTiming: String?
  /// `true` if the terminal is asked to acknowledge each board.
  var asksTerminal = false
  /// The part of the exposure that was shown and for which the terminal has not been asked yet.
  var unaskedPart: ExposurePart?
  /// The part of the exposure for which the terminal was asked last.
  var askedPart: ExposurePart?
  /// The handler of the play mode; the tree owns it.
  private(set) unowned var play: PlayController?
  /// The journal in the store; `nil` while rounds are only in memory.
  var storedRounds: StoredRounds?
  /// The game as it was committed last; `nil` unless a batch is open.
  var committed: GameSnapshot?
  /// Participant and seed of each earlier round, by its number.
  var earlierFacts: [Int: (participant: String, seed: String)] = [:]
  /// The number of rounds that had been discarded when the store in memory was created.
  var lostRoundCount = 0
  /// The outside world of the session.
  let environment: ApplicationEnvironment
  /// The part of the environment that is about the store.
  var records: RecordsEnvironment { environment.records }

  /// Creates an application whose views write to the output.
  ///
  /// Nothing is opened or read here: see `openNamedStore`.
  package init(output: OutputWriter, environment: ApplicationEnvironment) {
    speaker = Speaker(output, in: environment.language)
    self.environment = environment
    let clock = environment.clock
    let records = environment.records
    let model = GameModel(
      clock: clock, usualInput: Session.InputMode(isPerson: records.isPerson).usualInput)
    roundView = RoundView(model, speaker)
    game = GameController(
      model: model, roundView: roundView, speaker: speaker,
      sessionSeed: environment.sessionSeed,
      usualBegin: records.isPerson && clock.kind == .real ? .key : .now,
      isRealTime: clock.kind == .real, surface: environment.surface, confirm: records.confirm)
    game.canHide = environment.canHide
    if clock.kind == .real { game.nextUpdate = records.isPerson ? .clock : .line }
    if records.isPerson {
      model.inputDevice = { [lineOrigin = environment.lineOrigin] in
        lineOrigin().map(PressInput.init)
      }
    }
    demonstration = DemonstrationController(
      view: DemonstrationView(speaker), clock: clock,
      pace: clock.kind == .real ? .real : .virtual, fits: { [game] in game.fits($0) })
    treeController = TreeController(
      speaker, game.model, isRealTime: clock.kind == .real)
    root = EventContainer("chimp", handler: treeController)
    metronome = Metronome(clock, root: root, sleep: environment.sleep)
    metronome.sleep = { [unowned self] in sleep($0) }
    treeController.store = sessionStore
    // Without a terminal that draws, its boards would scroll away everything before them.
    if records.isPerson, clock.kind == .real { demonstration.mustRest = { true } }
    demonstration.findBest = { [unowned self] in bestResults }
    demonstration.findNews = { [unowned self] in
      // The page wasn't requested by the user, so no store is opened for it.
      !records.isRestricted && (hasDelegate || records.path != nil) ? try? newsModel.list() : nil
    }
    bindTree(countdown: clock.kind == .real ? 3 : 0)
    game.reader = { [unowned self] in tableReader }
    roundView.reader = game.reader
    if records.path != nil { keepRounds() }
    game.findSeed = environment.makeStoreSeed.map { make in { [unowned self] in storeSeed(make) } }
  }

  /// Creates the stage above the prompt and connects it; from then on, numerals of a test may be
  /// shown only there.
  func makeStage() -> any Stage {
    let stage = LiveStage(game, demonstration, speaker, closedSession)
    stage.style = boardStyle
    stage.supportsUnicode = environment.supportsUnicode
    self.stage = stage
    game.showMenu = { [unowned stage] in stage.showMenu() }
    game.missingMenuRoom = { [unowned stage] in stage.missingMenuRoom }
    demonstration.mustRest = { [unowned stage] in
      stage.refresh() ? !stage.isMenu : stage.style == .spoken
    }
    treeController.isOnStage = { [unowned stage] in stage.refresh() }
    game.board.isHidden = { [unowned stage, model = game.model] in
      model.session.isSecret && stage.refresh()
    }
    return stage
  }

  /// `true` if boards are shown in place, so that a session can be closed.
  private var hasStage: Bool {
    stage != nil && boardStyle.isInPlace && records.isPerson && environment.hasStage()
  }

  var hasBoardRoom: Bool { stage?.hasBoardRoom ?? true }

  /// Creates the four modes and binds the whole event tree below its root.
  private func bindTree(countdown: Int) {
    let attract = AttractController(game: game, demonstration: demonstration)
    let play = PlayController(game: game)
    self.play = play
    play.writeNow = environment.writeNow
    play.didMask = { [unowned self] in unaskedPart = .mask }
    let start = StartController(game: game, secondCount: countdown)
    let switcher = ModeSwitcher(
      "game", handler: game, first: mode(.attract, attract, [demonstration.makeSequence()]),
      others: [
        mode(.credit, CreditController(game: game), [game.makeIdleTimer()]),
        mode(.start, start, [game.startBoard.makeContainer()]),
        mode(.play, play, [game.board.makeContainer(), play.makeHold()]),
      ]
    ) { ModeName.allCases[$0].mayChange(to: ModeName.allCases[$1]) }
    game.switcher = switcher
    for object in objects(behind: switcher) { try? root.bind(object) }
  }

  /// Creates the list screen, with its rows from earlier sessions if there is a store.
  private func makeList() -> ListController {
    let model =
      keptScreens?.list(firstLabel: speaker.language.firstLabel)
      ?? ListModel(label: speaker.language.firstLabel)
    let view = ListView(speaker)
    view.showInPlace = { [unowned self] in stage?.showList(model) ?? false }
    view.showRowInPlace = { [unowned self] in stage?.showListRow($0) ?? false }
    return ListController(
      model: model, view: view, countLimit: records.countLimit, kept: keptScreens)
  }

  /// Creates the controller of observations.
  private func makeObservers() -> ObserverController {
    isObserving = true
    return ObserverController(self, view: ChangeView(speaker: speaker))
  }

  /// Creates a mode of the game.
  private func mode(
    _ name: ModeName, _ handler: any ModeHandler, _ children: [EventObject]
  ) -> EventMode { EventMode(name.rawValue, handler: handler, children: children) }

  /// Returns the objects below the root: the game, and an object for each screen, whose model is
  /// created with its first command.
  ///
  /// A new screen gets its line here.
  private func objects(behind switcher: ModeSwitcher) -> [EventObject] {
    [
      switcher,
      EventObject("list", handler: ScreenHandler(self) { $0.list.perform($1) }),
      EventObject("observers", handler: ScreenHandler(self) { $0.observers.perform($1) }),
      EventObject("timing", handler: ScreenHandler(self) { $0.perform($1) }),
      EventObject("sum", handler: ScreenHandler(self) { $0.sum.perform($1) }),
      EventObject("news", handler: ScreenHandler(self) { $0.news.perform($1) }),
      EventObject("study", handler: ScreenHandler(self) { $0.study.perform($1) }),
      EventObject("rounds", handler: ScreenHandler(self) { $0.archive.perform($1) }),
    ]
  }

  /// Sends a message to the tree; if no enabled object accepts it, the line is refused.
  private func deliver(_ message: Message) {
    do throws(EventFault) {
      if case .passed = try root.send(message) {
        speaker.refuse { $0.noReceiver(for: message.refusedKind) }
      }
    } catch { refuse(error) }
  }

  /// Refuses the line for a fault of the tree.
  func refuse(_ fault: EventFault) { speaker.refuse { $0.words(for: fault) } }

  /// Returns the commands of every screen, then those of the console.
  package static func table(
    isMachine: Bool, in language: Language = .english, isRestricted: Bool = false
  ) -> CommandTable {
    CommandTable(
      GameController.roundCommands(in: language) + ArchiveController.commands(in: language)
        + GameController.commands(in: language) + TreeController.commands(in: language)
        + ListController.commands(in: language) + ObserverController.commands(in: language)
        + NewsController.commands(in: language) + StudyController.commands(in: language)
        + StoreController.commands(in: language)
        + StatisticsController.commands(in: language)
        + SumController.commands(in: language) + [timingCommand(in: language)]
        + Command.consoleCommands(in: language.consoleWords)
        + (isMachine ? Command.machineCommands : []),
      topics: language.testTopics, acceptsBareNumbers: !isMachine,
      isRestricted: isRestricted)
  }
}

extension Message {
  /// The kind of message for a refusal; the presses of one line count as touches.
  fileprivate var refusedKind: MessageKind {
    if case .action(let action) = self, (action as? RoundAction)?.isPress == true { return .touch }
    return kind
  }
}

/// Messages from the console, which are sent to the root of the tree, after the passed time.
extension Application: MessageReceiver {
  /// The command of an empty line: `begin` while a round waits for it.
  package var emptyLineMeaning: StaticString? {
    game.session.preparation == .waiting ? "begin" : nil
  }

  /// Sends the tree the passed time, then the message.
  ///
  /// `wait` is the exception: it is no event, but advances virtual time. It is refused in a timed
  /// test.
  package func receive(_ message: Message) {
    do throws(EventFault) {
      try metronome.catchUp()
      if isObserving { observers.refreshNews() }
      guard case .update(let milliseconds) = message else { return deliver(message) }
      guard !isTimedTest else {
        return speaker.refuse { $0.consoleWords.words(for: ConsoleFault.timedTest("wait")) }
      }
      let passed = try metronome.wait(milliseconds: milliseconds)
      speaker.say { $0.waited(passed) }
    } catch { refuse(error) }
  }
}

/// Passes the actions of one screen to its controller, and ignores all other events.
///
/// A closure captures the action type, instead of a type parameter, because the runtime would
/// create a generic type for each screen at every start.
private final class ScreenHandler: EventHandler {
  // The application owns the tree, which owns this object.
  private unowned let application: Application
  private let handle: (Application, inout Event) -> Void

  init<Asked: Action>(_ application: Application, _ perform: @escaping (Application, Asked) -> Void)
  {
    self.application = application
    handle = { application, event in
      guard let action = event.action(of: Asked.self) else { return }
      perform(application, action)
      event.consume()
    }
  }

  var receivesActionsOnly: Bool { true }

  func handleEvent(_ event: inout Event) { handle(application, &event) }
}

extension Application {
  /// The settings of the application; the console adds its own.
  package var settings: [Setting] {
    [
      seedSetting, clockSetting, participantSetting, choice(.board, \.boardStyle),
      choice(.begin, \.game.usualBegin), acknowledgeSetting,
      choice(.plot, \.statistics.plotStyle), choice(.language, \.language),
      number(.capacity, 0...9, \.capacity), number(.slips, 0...1000, \.slips),
      serverSetting,
    ]
  }

  /// Returns a setting for an enumeration.
  ///
  /// The key path is created on first use, because creating all of them would delay every start.
  private func choice<Choice: RawRepresentable<String> & CaseIterable>(
    _ name: SettingName,
    _ path: @escaping @autoclosure () -> ReferenceWritableKeyPath<Application, Choice>
  ) -> Setting {
    let choices = Choice.allCases.map(\.rawValue)
    return setting(
      name, .choice(choices), value: { [unowned self] in self[keyPath: path()].rawValue },
      change: { [unowned self] text throws(SettingFault) in
        guard let choice = Choice(rawValue: text) else { throw .notOneOf(choices, name, text) }
        self[keyPath: path()] = choice
      })
  }

  /// The setting whether the terminal is asked to acknowledge each board.
  private var acknowledgeSetting: Setting {
    let name = SettingName.acknowledge
    return .flag(
      name.rawValue, speaker.language.words(for: name),
      value: { [unowned self] in asksTerminal }, change: { [unowned self] in asksTerminal = $0 })
  }

  /// The seed of the session.
  ///
  /// It is hidden and fixed during a test, whose boards it would reveal.
  private var seedSetting: Setting {
    setting(
      .seed,
      value: { [game, speaker] in
        guard game.series == nil else { return speaker.language.hiddenSeed }
        game.resolveSeed()
        return game.sessionSeed.seed.text
      },
      change: { [unowned self] text throws(SettingFault) in
        guard game.series == nil else { throw .testGoesOn }
        let seed: SessionSeed
        do throws(SeedError) { seed = try SessionSeed(text) } catch { throw .seed(error) }
        noteFacts()
        game.sessionSeed = seed
      })
  }

  /// The kind of the clock, which can't be changed.
  private var clockSetting: Setting {
    Setting(
      SettingName.clock.rawValue, speaker.language.words(for: SettingName.clock),
      .choice(["real", "virtual"]), value: { [metronome] in metronome.clock.kind.rawValue })
  }

  /// The language of replies, help and refusals.
  var language: Language {
    get { speaker.language }
    set {
      speaker.language = newValue
      if let console { speak(through: console) }
    }
  }

  /// Sets the language of a console to that of the application, now and after each change.
  package func speak(through console: Console) {
    self.console = console
    console.speak(
      speaker.language.consoleWords,
      Self.table(
        isMachine: console.options.isMachine, in: speaker.language,
        isRestricted: console.options.isRestricted))
  }

  /// The code of the participant.
  ///
  /// It is fixed during a test, and in a restricted session with a store: it determines whose
  /// rounds are shown.
  private var participantSetting: Setting {
    let name = SettingName.participant
    let value = { [game] in game.model.credits.participant }
    // The participant decides which rounds are shown.
    guard !records.isRestricted || records.path == nil else {
      return Setting(name.rawValue, speaker.language.words(for: name), value: value)
    }
    return setting(
      name, value: value,
      change: { [unowned self] text throws(SettingFault) in
        guard ParticipantCode.isValid(text) else { throw .participant }
        // The next round of a test belongs to the participant at that time.
        guard game.series == nil || text == value() else { throw .testGoesOn }
        noteFacts()
        game.model.credits.participant = text
      })
  }

  /// The server of the lab to which rounds are sent; `none` if there is none.
  private var serverSetting: Setting {
    let name = SettingName.server
    let none = "none"
    let value = { [unowned self] in
      // The store of a session in memory is not opened for this.
      records.keepsForAll ? delegate.serverAddress?.description ?? none : none
    }
    guard !records.isRestricted else {
      return Setting(name.rawValue, speaker.language.words(for: name), value: value)
    }
    return setting(
      name, value: value,
      change: { [unowned self] text throws(SettingFault) in
        var address: ServerAddress?
        if text != none {
          do throws(ServerAddress.Fault) { address = try ServerAddress(text) } catch {
            throw .server(error)
          }
        }
        guard records.keepsForAll else { throw .noStore(.notInFile) }
        do throws(RecordError) { try delegate.configureServer(address) } catch {
          throw .noStore(.record(error))
        }
      })
  }

  /// Returns a setting for a number of the simulated player.
  private func number(
    _ name: SettingName, _ limits: ClosedRange<Int>, _ path: WritableKeyPath<SimulatedSkill, Int>
  ) -> Setting {
    setting(
      name, value: { [demonstration] in String(demonstration.skill[keyPath: path]) },
      change: { [demonstration] text throws(SettingFault) in
        guard let number = Int(text), limits.contains(number) else {
          throw .number(name.rawValue, limits, text)
        }
        demonstration.skill[keyPath: path] = number
      })
  }

  /// Returns a setting whose faults become words in the session's language.
  private func setting(
    _ name: SettingName, _ kind: Parameter.Kind = .text, value: @escaping () -> String,
    change: @escaping (String) throws(SettingFault) -> Void
  ) -> Setting {
    Setting(
      name.rawValue, speaker.language.words(for: name), kind, value: value,
      change: { [speaker] text throws(ArgumentFault) in
        do throws(SettingFault) { try change(text) } catch {
          throw .invalid(speaker.language.words(for: error), column: nil)
        }
      })
  }
}
