import Examiner
import Records
package import Shell

/// Puts the models, views and controllers together, and hands them what the commands ask for.
package final class Application {
  /// The program's name and version.
  package static let programVersion = "chimp 1.0.0"

  let speaker: Speaker
  let demonstration: DemonstrationController
  let game: GameController
  private let treeView: TreeView
  let metronome: Metronome
  private let root: EventContainer
  private lazy var list = ListController(
    model: keptScreens?.list(speaker.language) ?? ListModel(in: speaker.language),
    view: ListView(speaker),
    countLimit: records.countLimit, kept: keptScreens)
  private lazy var sum = SumController(model: SumModel(kept: keptScreens), view: SumView(speaker))
  /// What earlier sessions have left on the screens, where there is a store.
  private var keptScreens: KeptScreens? { records.keepsForAll ? KeptScreens(delegate) : nil }
  private lazy var observers = ObserverController(observedModels, view: ChangeView(speaker))
  private lazy var newsModel = NewsModel(delegate)
  private(set) lazy var news = NewsController(
    model: newsModel, view: NewsView(speaker), confirm: records.confirm)
  private(set) lazy var store = StoreController(
    delegate, speaker, news: { [unowned self] in newsModel },
    gather: { [unowned self] () throws(RecordError) in try gatherRounds() },
    isTestOn: { [game] in game.series != nil },
    findPlayed: { [unowned self] () throws(RecordError) in try storedRounds?.played() ?? [] })
  private(set) lazy var statistics = StatisticsController(store, speaker, columns: columns) {
    [game] in
    game.learnSeed()
    return game.sessionSeed
  }
  private let columns: () -> Int?
  private(set) lazy var study = StudyController(
    delegate, game, speaker,
    gather: { [unowned self] () throws(RecordError) in try gatherRounds() },
    take: { [unowned self] code in
      guard game.credits.participant != code else { return }
      noteFacts()
      game.credits.participant = code
    })
  private(set) lazy var delegate = makeDelegate()
  private(set) lazy var archive = ArchiveController(
    { [unowned self] in
      if let storedRounds { storedRounds } else { rememberedRounds }
    }, view: ArchiveView(speaker) { [game] in game.series != nil })
  private lazy var rememberedRounds = RememberedRounds(game.model) { [delegate] in
    delegate.date(at: $0)
  }
  var hasDelegate = false
  /// How boards are shown on a terminal.
  var boardStyle = LiveStage.Style.live {
    didSet { stage?.style = boardStyle }
  }
  private var stage: LiveStage?
  private let takesUnicode: Bool
  /// What speaks besides the views.
  weak var console: Console?
  private let timing: TimingController
  /// What was measured last of the terminal.
  var measuredTiming: String?
  private weak var play: PlayController?
  /// The rounds in the store, where they are kept there.
  var storedRounds: StoredRounds?
  /// The game before what is gathered, until that is kept.
  var snapshot: GameSnapshot?
  /// What was true of earlier rounds, where no store has them.
  var earlierFacts = EarlierFacts()
  /// How many rounds had been forgotten when the store in memory got them.
  var lostRoundCount = 0
  let records: RecordsEnvironment

  /// Makes an application whose views write to the output.
  package init(output: OutputWriter, environment: ApplicationEnvironment) {
    speaker = Speaker(output, in: environment.language)
    records = environment.records
    takesUnicode = environment.takesUnicode
    columns = { environment.surface()?.columns }
    let clock = environment.clock
    let model = GameModel(
      clock: clock, usualInput: Session.InputMode(isPerson: records.isPerson).usualInput)
    game = GameController(
      model: model, roundView: RoundView(model.round, speaker), credits: CreditModel(),
      view: GameView(speaker), sessionSeed: environment.sessionSeed,
      usualBegin: records.isPerson && clock.kind == .real ? .key : .now,
      surface: environment.surface, confirm: records.confirm)
    if records.isPerson {
      model.inputDevice = { [lineOrigin = environment.lineOrigin] in
        lineOrigin().map(PressInput.init)
      }
    }
    demonstration = DemonstrationController(
      view: DemonstrationView(speaker), pages: RememberedPages(model), clock: clock,
      pace: clock.kind == .real ? .real : .virtual, fits: { [game] in game.fits($0) })
    treeView = TreeView(speaker) { [game] in game.model.round.isSecret }
    let treeController = TreeController(view: treeView) { [game] in game.series != nil }
    root = EventContainer("chimp", handler: treeController)
    timing = TimingController(speaker, measure: environment.measureTiming)
    metronome = Metronome(clock, root: root, sleep: environment.sleep)
    timing.keep = { [unowned self] in keep(timing: $0) }
    treeController.keep = { [unowned self] isEnabled, name throws(RecordError) in
      try keep(isEnabled, ofObject: name)
    }
    demonstration.findNews = { [unowned self] in
      // Nobody has asked for the page, so no store is opened for it.
      !records.isRestricted && (hasDelegate || records.path != nil) ? try? newsModel.list() : nil
    }
    bindTree(countdown: clock.kind == .real ? 3 : 0)
    if records.path != nil { keepRounds() }
    game.findSeed = environment.makeStoreSeed.map { make in
      { [unowned self] in storeSeed(make) }
    }
  }

  /// Makes what a terminal shows above the prompt.
  package func makeStage() -> any Stage {
    let stage = LiveStage(game, demonstration, speaker)
    stage.style = boardStyle
    stage.takesUnicode = takesUnicode
    self.stage = stage
    game.showMenu = { [unowned stage] in
      guard stage.style != .line else { return false }
      stage.showMenu()
      return true
    }
    return stage
  }

  private func bindTree(countdown: Int) {
    let attract = AttractController(game: game, demonstration: demonstration)
    let play = PlayController(game: game)
    self.play = play
    let modes = (
      attract: mode(.attract, attract, [demonstration.makeSequence()]),
      credit: mode(.credit, CreditController(game: game), [game.makePatience()]),
      start: mode(
        .start, StartController(game: game, secondCount: countdown),
        [game.startBoard.makeContainer()]),
      play: mode(.play, play, [game.board.makeContainer(), play.makeHold()])
    )
    let switcher = ModeSwitcher(
      "game", handler: game, first: modes.attract,
      others: [modes.credit, modes.start, modes.play]
    ) { ModeName.at(place: $0).mayChange(to: ModeName.at(place: $1)) }
    game.switcher = switcher
    for object in [switcher] + screens + recordScreens { try? root.bind(object) }
  }

  private func mode(
    _ name: ModeName, _ handler: any ModeHandler, _ children: [EventObject]
  ) -> EventMode {
    EventMode(name.rawValue, handler: handler, children: children)
  }

  private var observedModels: ObservedModels {
    ObservedModels(
      list: { [unowned self] in list.model }, sum: { [unowned self] in sum.model },
      credits: game.credits, history: { [game] in game.history },
      news: { [unowned self] () throws(RecordError) in try newsModel.list() },
      delegate: { [unowned self] in delegate })
  }

  /// The screens that there are besides the game; the model of each is made when it is first asked
  /// for.
  private var screens: [EventObject] {
    [
      screen("list") { application, asked in
        guard let action = asked as? ListAction else { return false }
        application.list.perform(action)
        return true
      },
      screen("observers") { application, asked in
        guard let action = asked as? ObserverAction else { return false }
        application.observers.perform(action)
        return true
      },
      EventObject("timing", handler: timing),
      screen("sum") { application, asked in
        guard let action = asked as? SumAction else { return false }
        application.sum.perform(action)
        return true
      },
    ]
  }

  func screen(
    _ name: String, _ perform: @escaping (Application, any Action) -> Bool
  ) -> EventObject {
    EventObject(name, handler: ScreenHandler(self, perform))
  }

  private func deliver(_ message: Message) {
    do throws(EventFault) {
      if case .passed = try root.send(message) { treeView.showNobody(for: message.kind) }
    } catch {
      refuse(error)
    }
  }

  private func refuse(_ fault: EventFault) { treeView.refuse(fault) }

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
        + SumController.commands(in: language) + TimingController.commands(in: language)
        + Command.consoleCommands(in: language.consoleWords)
        + (isMachine ? Command.machineCommands : []),
      topics: CommandWords(language).testTopics, takesBareNumbers: !isMachine,
      isRestricted: isRestricted)
  }
}

extension Application: MessageReceiver {
  package var emptyLineMeaning: StaticString? {
    game.model.preparation == .waiting ? "begin" : nil
  }

  package func receive(_ message: Message) {
    do throws(EventFault) {
      try metronome.catchUp()
      guard case .update(let milliseconds) = message else { return deliver(message) }
      treeView.showWait(try metronome.wait(milliseconds: milliseconds))
    } catch {
      refuse(error)
    }
  }
}

extension Application: PromptAttention {
  /// Whether time passes by itself, and something may be due while nothing is typed.
  package var passesTime: Bool { metronome.clock.kind == .real }

  package func idle() -> Int? {
    do throws(EventFault) { try metronome.catchUp() } catch { refuse(error) }
    return metronome.delay
  }

  package func didShow() {
    if play?.takeNewHold() == true { metronome.skip() }
    if metronome.clock.kind == .real { storedRounds?.noteShown(at: metronome.clock.now) }
  }

  package func noticePerson() { _ = try? root.send(.action(GameAction.noticePerson)) }
}

/// Hands a screen the actions that are its own.
final class ScreenHandler: EventHandler {
  // The application holds the tree, and the tree holds this.
  private unowned let application: Application
  private let perform: (Application, any Action) -> Bool

  /// Makes the handler; `perform` answers whether the action was one of the screen's.
  init(_ application: Application, _ perform: @escaping (Application, any Action) -> Bool) {
    self.application = application
    self.perform = perform
  }

  var takesActionsOnly: Bool { true }

  func handleEvent(_ event: inout Event) {
    guard case .action(let action) = event.message else { return }
    if perform(application, action) { event.consume() }
  }
}
