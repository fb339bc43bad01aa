import Examiner
import Records

@testable import Archive
@testable import Console
@testable import Events
@testable import Game
@testable import Models
@testable import Words

/// A fixture that plays rounds on a store, with clock, date and processes under a test's control.
final class StoredSession {
  final class Facts {
    /// The machine's time in milliseconds.
    var milliseconds = 0
    /// The date in milliseconds since 1970.
    var date = 1_000
    var participant = "p1"
    /// The processes that are running.
    var running: Set<String> = []
  }

  let facts: Facts
  let model: GameModel
  let rounds: StoredRounds
  let delegate: ApplicationDelegate

  init(_ path: String, process: String = "one", _ facts: Facts = Facts(), fileSystem: String? = nil)
  {
    self.facts = facts
    let environment = RecordsEnvironment(
      path: path,
      configure: { settings in
        settings.reserve = 0
        settings.fileSystem = fileSystem
        settings.environment.now = { facts.date }
      })
    environment.ownProcess = { process }
    environment.isRunning = { facts.running.contains($0) }
    let clock = SessionClock.real { facts.milliseconds }
    delegate = ApplicationDelegate(environment, clock: clock, seed: { .standard })
    rounds = StoredRounds(
      delegate,
      SessionFacts(
        participant: { facts.participant }, seed: { "apple" }, inputMode: .pipe,
        clockKind: "real", clockResolution: 1, programVersion: "chimp 0",
        newsTitle: Language.english.newBest))
    model = GameModel(clock: clock)
    model.journal = rounds
  }

  /// Starts a round; returns whether it was accepted.
  @discardableResult
  func start(
    _ identifier: String, hold: Int? = nil, of test: TestSeries? = nil
  ) throws -> Bool {
    model.perform(
      .start(
        .startGame(try BoardIdentifier(identifier), rule: try Rule(hold: hold)),
        of: test)) != nil
  }

  /// Presses cells in one command, after some time.
  func press(_ cells: [(Int, Int)], after milliseconds: Int = 0) {
    pass(milliseconds)
    model.perform(.press(cells.map { Cell(h: $0.0, v: $0.1) }))
  }

  /// Lets time pass.
  func pass(_ milliseconds: Int) {
    facts.milliseconds += milliseconds
    facts.date += milliseconds
  }

  /// The refusal of the last input; `nil` if it was accepted.
  var refusal: String? {
    if case .refused(let fault) = model.notice { Language.english.words(for: fault) } else { nil }
  }

  /// Returns the rounds in the order of `rounds`.
  func list() throws -> [ArchivedRound] {
    var list: [ArchivedRound] = []
    try rounds.forEach(inAll: true) { list.append($0) }
    return list
  }

  /// Returns a stored round; `nil` if it can't be read.
  func kept(_ number: Int) throws -> KeptRound? { try rounds.round(number).round }
}

extension TestSeries {
  /// Returns the span test after `count` passed rounds.
  static func span(_ count: Int) -> TestSeries {
    var series = TestSeries(TestPreset.named("span") ?? TestPreset.all[0])
    for _ in 0..<count { series.count(hasPassed: true) }
    return series
  }
}
