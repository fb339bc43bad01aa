@testable import Archive
@testable import Events
import Examiner
@testable import Game
import Records
import Observing
@testable import Screens
@testable import Shell

/// A session that plays rounds on a store, with a clock, a date and a list of processes that the
/// test sets.
final class StoredSession {
  /// The surroundings of a session that a test sets: clock, date, participant and processes.
  final class Conditions {
    /// The time of the session's clock, in milliseconds.
    var milliseconds = 0
    /// The date, in milliseconds since 1970.
    var date = 1_000
    var participant = "p1"
    /// The names of the processes that count as running, so that their rounds are not interrupted
    /// ones.
    var running: Set<String> = []
  }

  let conditions: Conditions
  let model: GameModel
  let rounds: StoredRounds
  let programStore: ProgramStore

  init(
    _ path: String, process: String = "one", _ conditions: Conditions = Conditions(),
    fileSystem: String? = nil
  ) {
    self.conditions = conditions
    let environment = RecordsEnvironment(
      path: path,
      configure: { settings in
        settings.reserve = 0
        settings.fileSystem = fileSystem
        settings.environment.now = { conditions.date }
      })
    environment.ownProcess = { process }
    environment.isRunning = { conditions.running.contains($0) }
    let clock = SessionClock.real { conditions.milliseconds }
    programStore = ProgramStore(environment, clock: clock, seed: { .standard })
    var facts = SessionFacts(
      participant: { conditions.participant }, seed: { "apple" }, inputMode: .pipe,
      clockKind: "real", clockResolution: 1, programVersion: "chimp 0")
    facts.newsTitle = { "A new best: " + $0.words(in: .english) }
    rounds = StoredRounds(programStore, facts)
    model = GameModel(clock: clock)
    model.journal = rounds
  }

  /// Starts a round; returns `true` if the session accepts it.
  @discardableResult
  func start(
    _ identifier: String, hold: Int? = nil, of test: TestSeries? = nil
  ) throws -> Bool {
    model.perform(
      .start(
        .startGame(try BoardIdentifier(identifier), rule: try Rule(hold: hold)),
        of: test)) != nil
  }

  /// Presses cells by one command, after the clock was advanced by some milliseconds.
  func press(_ cells: [(Int, Int)], after milliseconds: Int = 0) {
    advanceClock(milliseconds)
    model.perform(.press(cells.map { Cell(h: $0.0, v: $0.1) }))
  }

  /// Advances the clock and the date by some milliseconds.
  func advanceClock(_ milliseconds: Int) {
    conditions.milliseconds += milliseconds
    conditions.date += milliseconds
  }

  /// The message with which the last input was refused; `nil` if it was not.
  var refusal: String? {
    guard case .rejected(let error) = model.reply.value else { return nil }
    return Refusal(error).words(in: .english)
  }

  /// Returns all stored rounds, in the order in which `rounds` lists them.
  func list() throws -> [ArchivedRound] {
    var list: [ArchivedRound] = []
    try rounds.forEach(inAll: true) { list.append($0) }
    return list
  }

  /// Returns the stored round with a number, or `nil` if its row is damaged.
  func kept(_ number: Int) throws -> KeptRound? { try rounds.round(number).round }
}

extension TestSeries {
  /// Returns the test `span` after `count` passed rounds.
  static func span(_ count: Int) -> TestSeries {
    var series = TestSeries(TestPreset.named("span") ?? TestPreset.all[0])
    for _ in 0..<count { series.endTrial(hasPassed: true) }
    return series
  }
}
