import Examiner
import Records
package import Shell

/// Puts the models, views and controllers together, and hands them what the commands ask for.
package final class Application {
  /// The program's name and version.
  package static let programVersion = "chimp 1.0.0"

  private let output: OutputWriter
  let demonstration: DemonstrationController
  let game: GameController
  private let treeView: TreeView
  let metronome: Metronome
  private let root: EventContainer
  private lazy var list = ListController(
    model: keptScreens?.list() ?? ListModel(), view: ListView(output: output),
    countLimit: records.countLimit, kept: keptScreens)
  private lazy var sum = SumController(
    model: SumModel(kept: keptScreens), view: SumView(output: output))
  /// What earlier sessions have left on the screens, where there is a store.
  private var keptScreens: KeptScreens? { records.path.map { _ in KeptScreens(delegate) } }
  private lazy var observers = ObserverController(observedModels, view: ChangeView(output: output))
  private lazy var newsModel = NewsModel(delegate)
  private(set) lazy var news = NewsController(
    model: newsModel, view: NewsView(output: output), confirm: records.confirm)
  private(set) lazy var store = StoreController(
    delegate, view: StoreView(output: output), news: { [unowned self] in newsModel },
    gather: { [unowned self] () throws(RecordError) in try gatherRounds() })
  private(set) lazy var delegate = makeDelegate()
  private(set) lazy var archive = ArchiveController(
    { [unowned self] in
      if let storedRounds { storedRounds } else { rememberedRounds }
    }, view: ArchiveView(output: output))
  private lazy var rememberedRounds = RememberedRounds(game.model) { [delegate] in
    delegate.date(at: $0)
  }
  var hasDelegate = false
  /// The rounds in the store, where they are kept there.
  var storedRounds: StoredRounds?
  /// The game before what is gathered, until that is kept.
  var snapshot: GameSnapshot?
  /// What was true of earlier rounds, where no store has them.
  var earlierFacts = EarlierFacts()
  /// How many rounds had been forgotten when the store in memory got them.
  var lostRoundCount = 0
  let records: RecordSurroundings

  /// Makes an application whose views write to the output.
  package init(output: OutputWriter, surroundings: Surroundings) {
    self.output = output
    records = surroundings.records
    let clock = surroundings.clock
    let model = GameModel(clock: clock)
    game = GameController(
      model: model, roundView: RoundView(model.round, output: output), credits: CreditModel(),
      view: GameView(output: output), sessionSeed: surroundings.sessionSeed,
      surface: surroundings.surface)
    demonstration = DemonstrationController(
      view: DemonstrationView(output: output), pages: RememberedPages(model), clock: clock,
      pace: clock.kind == .real ? .real : .virtual, fits: { [game] in game.fits($0) })
    treeView = TreeView(output: output) { [game] in game.model.round.isSecret }
    let treeController = TreeController(view: treeView)
    root = EventContainer("chimp", handler: treeController)
    metronome = Metronome(clock, root: root, sleep: surroundings.sleep)
    treeController.keep = { [unowned self] isEnabled, name throws(RecordError) in
      try keep(isEnabled, ofObject: name)
    }
    demonstration.findNews = { [unowned self] in
      // NB: nobody has asked for the page, so that no store is opened for it.
      hasDelegate || records.path != nil ? try? newsModel.list() : nil
    }
    bindTree(countdown: clock.kind == .real ? 3 : 0)
    if records.path != nil { keepRounds() }
  }

  private func bindTree(countdown: Int) {
    let attract = AttractController(game: game, demonstration: demonstration)
    let play = PlayController(game: game)
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

  /// The screens that there are besides the game; the model of each is made when it is first asked for.
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

  private func refuse(_ fault: EventFault) {
    treeView.refuse(fault.description)
  }

  /// The commands of every screen, then those of the console.
  package static func table(isMachine: Bool) -> CommandTable {
    CommandTable(
      GameController.roundCommands + ArchiveController.commands + GameController.commands
        + TreeController.commands
        + ListController.commands + ObserverController.commands + NewsController.commands
        + StoreController.commands + SumController.commands + Command.consoleCommands
        + (isMachine ? Command.machineCommands : []),
      takesBareNumbers: !isMachine)
  }
}

extension Application: MessageReceiver {
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
  package func idle() -> Int? {
    do throws(EventFault) { try metronome.catchUp() } catch { refuse(error) }
    return metronome.delay
  }

  package func noticePerson() {
    _ = try? root.send(.action(GameAction.noticePerson))
  }
}
