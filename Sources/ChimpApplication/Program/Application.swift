import Archive
import Characters
package import Console
package import Events
import Examiner
import Game
import Models
import Records
import Terminal
import Views
import Words

/// Puts the models, views and controllers together, and hands them what the commands ask for.
package final class Application {
  let speaker: Speaker
  let demonstration: DemonstrationController
  let game: GameController
  let metronome: Metronome
  let root: EventContainer
  private let treeController: TreeController
  private(set) lazy var list = makeList()
  private(set) lazy var sum = SumController(
    model: SumModel(kept: keptScreens), view: SumView(speaker))
  /// What earlier sessions have left on the screens, where there is a store.
  private var keptScreens: KeptScreens? { records.keepsForAll ? KeptScreens(delegate) : nil }
  private lazy var observers = makeObservers()
  /// Whether anything was ever observed.
  private var isObserving = false
  private(set) lazy var newsModel = NewsModel(delegate)
  private(set) lazy var news = NewsController(
    model: newsModel, view: NewsView(speaker), confirm: records.confirm)
  private(set) lazy var store = StoreController(
    delegate, speaker, news: { [unowned self] in newsModel },
    adoptRounds: { [unowned self] () throws(RecordError) in try adoptRounds() },
    isTestOn: { [game] in game.series != nil },
    findPlayed: { [unowned self] () throws(RecordError) in try storedRounds?.played() ?? [] })
  private(set) lazy var statistics = StatisticsController(
    store, speaker, columns: { [environment] in environment.surface()?.columns }
  ) { [game] in
    game.resolveSeed()
    return game.sessionSeed
  }
  private(set) lazy var study = StudyController(
    delegate, game, speaker,
    adoptRounds: { [unowned self] () throws(RecordError) in try adoptRounds() },
    setParticipant: { [unowned self] code in
      guard game.model.credits.participant != code else { return }
      noteFacts()
      game.model.credits.participant = code
    })
  private(set) lazy var delegate = makeDelegate()
  private(set) lazy var archive = ArchiveController(
    { [unowned self] in
      if let storedRounds { storedRounds } else { rememberedRounds }
    },
    view: ArchiveView(
      speaker, isSpoken: { [game] in game.isSpoken }, isTestOn: { [game] in game.series != nil }),
    game.model)
  private lazy var rememberedRounds = RememberedRounds(game.model) { [delegate] in
    delegate.date(at: $0)
  }
  var hasDelegate = false
  var boardStyle = LiveStage.Style.live {
    didSet {
      stage?.style = boardStyle
      roundView.isSpoken = boardStyle == .spoken
      game.isSpoken = boardStyle == .spoken
      demonstration.view.isSilent = boardStyle == .spoken
    }
  }
  private let roundView: RoundView
  private var stage: LiveStage?
  unowned var console: Console?
  var measuredTiming: String?
  /// Whether the terminal is asked when it has read a board.
  var asksTerminal = false
  /// What was shown that the terminal has not been asked about yet.
  var unaskedPart: ExposurePart?
  /// What the terminal was asked about last.
  var askedPart: ExposurePart?
  private(set) unowned var play: PlayController?
  /// The rounds in the store, where they are kept there.
  var storedRounds: StoredRounds?
  /// The game as it was committed last, while a batch is open.
  var committed: GameSnapshot?
  /// What was true of the rounds before somebody else played, or the seed was another.
  var earlierFacts: [Int: (participant: String, seed: String)] = [:]
  /// How many rounds had been forgotten when the store in memory got them.
  var lostRoundCount = 0
  let environment: ApplicationEnvironment
  var records: RecordsEnvironment { environment.records }

  /// Makes an application whose views write to the output.
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
    treeController.keep = { [unowned self] isEnabled, name throws(RecordError) in
      try keep(isEnabled, ofObject: name)
    }
    demonstration.findBest = { [unowned self] in bestResults }
    demonstration.findNews = { [unowned self] in
      // Nobody has asked for the page, so no store is opened for it.
      !records.isRestricted && (hasDelegate || records.path != nil) ? try? newsModel.list() : nil
    }
    bindTree(countdown: clock.kind == .real ? 3 : 0)
    if records.path != nil { keepRounds() }
    game.findSeed = environment.makeStoreSeed.map { make in { [unowned self] in storeSeed(make) } }
  }

  func makeStage() -> any Stage {
    let stage = LiveStage(game, demonstration, speaker)
    stage.style = boardStyle
    stage.supportsUnicode = environment.supportsUnicode
    self.stage = stage
    game.showMenu = { [unowned stage] in stage.showMenu() }
    treeController.isOnStage = { [unowned stage] in stage.isOpen }
    game.board.isHidden = { [unowned stage, model = game.model] in
      model.session.isSecret && stage.isOpen
    }
    return stage
  }

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

  private func makeObservers() -> ObserverController {
    isObserving = true
    return ObserverController(self, view: ChangeView(speaker: speaker))
  }

  private func mode(
    _ name: ModeName, _ handler: any ModeHandler, _ children: [EventObject]
  ) -> EventMode { EventMode(name.rawValue, handler: handler, children: children) }

  /// The game and the other screens; the model of each is made when it is first asked for.
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

  private func deliver(_ message: Message) {
    do throws(EventFault) {
      if case .passed = try root.send(message) {
        speaker.refuse { $0.noReceiver(for: message.refusedKind) }
      }
    } catch { refuse(error) }
  }

  func refuse(_ fault: EventFault) { speaker.refuse { $0.words(for: fault) } }

  /// The commands of every screen, then those of the console.
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
  /// The kind by which a refusal names the message: several presses are touches, too.
  fileprivate var refusedKind: MessageKind {
    if case .action(let action) = self, (action as? RoundAction)?.isPress == true { return .touch }
    return kind
  }
}

extension Application: MessageReceiver {
  package var emptyLineMeaning: StaticString? {
    game.session.preparation == .waiting ? "begin" : nil
  }

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

// Not generic itself: at each start the runtime would make a type for each screen.
private final class ScreenHandler: EventHandler {
  // The application holds the tree, and the tree holds this.
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
  /// The settings that are the application's own.
  package var settings: [Setting] {
    [
      seedSetting, clockSetting, participantSetting, choice(.board, \.boardStyle),
      choice(.begin, \.game.usualBegin), acknowledgeSetting,
      choice(.plot, \.statistics.plotStyle), choice(.language, \.language),
      number(.capacity, 0...9, \.capacity), number(.slips, 0...1000, \.slips),
      serverSetting,
    ]
  }

  // The key paths are made when a setting is asked for, which takes time at each start otherwise.
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

  private var acknowledgeSetting: Setting {
    let name = SettingName.acknowledge
    return .flag(
      name.rawValue, speaker.language.words(for: name),
      value: { [unowned self] in asksTerminal }, change: { [unowned self] in asksTerminal = $0 })
  }

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

  private var clockSetting: Setting {
    Setting(
      SettingName.clock.rawValue, speaker.language.words(for: SettingName.clock),
      .choice(["real", "virtual"]), value: { [metronome] in metronome.clock.kind.rawValue })
  }

  var language: Language {
    get { speaker.language }
    set {
      speaker.language = newValue
      if let console { speak(through: console) }
    }
  }

  /// Has a console speak the language of the application, now and whenever that changes.
  package func speak(through console: Console) {
    self.console = console
    console.speak(
      speaker.language.consoleWords,
      Self.table(
        isMachine: console.options.isMachine, in: speaker.language,
        isRestricted: console.options.isRestricted))
  }

  private var participantSetting: Setting {
    let name = SettingName.participant
    let value = { [game] in game.model.credits.participant }
    // Who plays decides which rounds are told.
    guard !records.isRestricted || records.path == nil else {
      return Setting(name.rawValue, speaker.language.words(for: name), value: value)
    }
    return setting(
      name, value: value,
      change: { [unowned self] text throws(SettingFault) in
        guard ParticipantCode.isValid(text) else { throw .participant }
        // The next round of a test is that of whoever plays then.
        guard game.series == nil || text == value() else { throw .testGoesOn }
        noteFacts()
        game.model.credits.participant = text
      })
  }

  private var serverSetting: Setting {
    let name = SettingName.server
    let none = "none"
    let value = { [unowned self] in
      // Nobody has asked for the store of a session in memory.
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
