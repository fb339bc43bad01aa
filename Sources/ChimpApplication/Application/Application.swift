import Examiner
package import Records
package import Shell

/// Puts the models, views and controllers together, and hands them what the commands ask for.
package final class Application {
  /// The program's name and version.
  package static let programVersion = "chimp 1.0.0"

  private let output: OutputWriter
  private let roundModel: RoundModel
  let rounds: RoundController
  private lazy var list = makeList()
  private lazy var sum = SumController(model: SumModel(), view: SumView(output: output))
  private lazy var observers = ObserverController(
    list: { [unowned self] in list.model }, rounds: roundModel,
    view: ChangeView(output: output))
  private lazy var news = NewsController(
    model: NewsModel(delegate), view: NewsView(output: output),
    confirm: environment.confirm)
  private lazy var store = StoreController(delegate, output: output)
  private(set) lazy var delegate = makeDelegate()
  private var hasDelegate = false
  let environment: ApplicationEnvironment

  /// Makes an application whose views write to the output.
  ///
  /// `surface` is asked how large a board may be, where it can't be shown in any size.
  package init(
    output: OutputWriter, sessionSeed: SessionSeed,
    environment: ApplicationEnvironment = ApplicationEnvironment(),
    surface: @escaping () -> TerminalSize?
  ) {
    self.output = output
    self.environment = environment
    roundModel = RoundModel()
    rounds = RoundController(
      model: roundModel, view: RoundView(roundModel.round, output: output),
      sessionSeed: sessionSeed, surface: surface)
  }

  private func makeList() -> ListController {
    ListController(model: ListModel(), view: ListView(output: output))
  }

  private func makeDelegate() -> ApplicationDelegate {
    hasDelegate = true
    return ApplicationDelegate(environment, seed: { [unowned self] in rounds.sessionSeed.seed })
  }

  /// Whether there are records, or may be in a file.
  var hasRecords: Bool { hasDelegate ? delegate.hasRecords : environment.storePath != nil }

  /// Opens the store that is a file, so that its faults show at once.
  package func openNamedStore() -> StoreError? {
    guard environment.storePath != nil else { return nil }
    do throws(StoreError) { _ = try delegate.open() } catch { return error }
    return nil
  }

  /// Tells what has been found about the store meanwhile.
  package func tellFindings() {
    if hasDelegate { delegate.tellFindings() }
  }

  /// Waits for what goes on about the store, and tells what came of it.
  package func close() {
    if hasDelegate { delegate.tellFindings(waiting: true) }
  }

  /// Whether the store has failed in any way that the exit status has to tell.
  package var hasStoreFailed: Bool { hasDelegate && delegate.hasFailed }

  /// The commands of every screen, then those of the console.
  package static func table(isMachine: Bool) -> CommandTable {
    CommandTable(
      RoundController.commands + ListController.commands + ObserverController.commands
        + NewsController.commands + StoreController.commands + SumController.commands
        + Command.consoleCommands
        + (isMachine ? Command.machineCommands : []))
  }
}

extension Application: MessageReceiver {
  package func receive(_ message: Message) {
    switch message {
    case .touch(let h, let v): rounds.touch(h: h, v: v)
    case .action(let action):
      switch action {
      case let action as RoundAction: rounds.perform(action)
      case let action as ListAction: list.perform(action)
      case let action as ObserverAction: observers.perform(action)
      case let action as NewsAction: news.perform(action)
      case let action as StoreAction: store.perform(action)
      case let action as SumAction: sum.perform(action)
      default: break
      }
    case .none, .update, .timer, .swipe, .accelerate: break
    }
  }
}
