@testable import Archive
@testable import Game
import Records
import Science
@testable import Screens
@testable import Shell
@testable import Statistics
import TestSupport
import Testing

/// Tests that work on several threads has the same result for a seed, for any number of threads.
struct SpreadTests {
  /// Runs an operation on a number of threads and returns its result.
  private func perform<Work: Operation>(_ work: Work, threads: Int) throws -> Work.Success {
    var run = OperationRun()
    run.threadCount = threads
    return try work.perform(run)
  }

  /// Runs an operation on one, two and five threads, and expects the same lines as its report.
  private func check<Work: Operation>(
    _ work: Work, _ words: (Work.Success) -> [String]
  ) throws {
    let alone = words(try perform(work, threads: 1))
    #expect(alone.count > 1)
    for count in [2, 5] { #expect(words(try perform(work, threads: count)) == alone) }
  }

  /// Returns simulated participants in groups, each with a median memory capacity.
  private static func people(_ capacities: [Double]) throws -> SimulatedPeople {
    var people = SimulatedPeople(latencies: try PressLatencies(spread: 0.3))
    people.groups = capacities.map { Capacities(median: $0, deviation: 1, scale: .linear) }
    people.seed = try SessionSeed("apple")
    return people
  }

  @Test func `A simulation saves in steps, between which others save`() throws {
    let folder = TemporaryFolder(isInMemory: true)
    let path = folder.path + "/store"
    func add() -> Int32 { run(["--store", path, "-c", "news add One"]).status }
    #expect(add() == 0)
    let source = StoreSource(path: path, like: StoreLayout.settings(.file(path)))
    let series = TestSeries(try #require(TestPreset.named("span")))
    let plan = SimulationPlan(
      count: 9, subject: .test(series), people: try Self.people([6]),
      sessionSeed: try SessionSeed("fig"))
    let simulate = Simulate(source: source, plan: plan)
    var answers: [Int32] = []
    var ownRun = OperationRun { progress in
      if progress.completed >= 8 { answers.append(add()) }
      return true
    }
    ownRun.threadCount = 1
    #expect(try simulate.perform(ownRun).codes.count == 9)
    #expect(Set(answers) == [0])
    #expect(Database.value("SELECT count(*) FROM Participant", path) == "9")
  }

  @Test func `Power is the same for any number of threads`() throws {
    let test = SimulatedPower.Test(trialCount: 10, numeralCount: 5, hold: 210)
    let power = Statistics.Power(
      name: "inoue-210", test: test, people: try Self.people([5, 7]), count: 4, runCount: 120)
    try check(power) { SimulationView(language: .english).lines(of: $0, power) }
  }

  @Test func `Power of a single participant in each group is refused`() throws {
    let test = SimulatedPower.Test(trialCount: 10, numeralCount: 5, hold: 210)
    let power = Statistics.Power(
      name: "inoue-210", test: test, people: try Self.people([5, 7]), count: 1, runCount: 1)
    #expect(throws: ScienceError.tooFew(count: 1, needed: 2)) { try perform(power, threads: 1) }
  }

  @Test func `A recovery is the same for any number of threads`() throws {
    let tests = ["inoue-210", "span"].compactMap(TestPreset.named).map { TestSeries($0) }
    let plan = RecoverParameters(tests: tests, count: 3, seed: try SessionSeed("apple"))
    try check(plan) { SimulationView(language: .english).lines(of: $0, plan) }
    let visitors = RecoverParameters(
      tests: tests, count: 3, seed: try SessionSeed("apple"), like: .visitors)
    try check(visitors) { SimulationView(language: .english).lines(of: $0, visitors) }
  }

  @Test func `A comparison of procedures is the same for any number of threads`() throws {
    let plan = CompareProcedures(
      curve: SpanCurve(span: 8, width: 0.8, lapse: 0.02), runCount: 45,
      seed: try SessionSeed("apple"))
    try check(plan) { SimulationView(language: .english).lines(of: $0, plan) }
  }

  @Test func `Simulated moves in the store are the same for any number of threads`() throws {
    let series = TestSeries(try #require(TestPreset.named("human-benchmark")))
    let plan = SimulationPlan(
      count: 11, subject: .test(series), people: try Self.people([6.5]), sessionSeed: .script)
    let folder = TemporaryFolder(isInMemory: true)
    let stores = try [1, 2, 5].map { count in
      let path = "\(folder.path)/store\(count)"
      _ = run(["--store", path], input: "start 1x1:1,1\n")
      let settings = StoreLayout.settings(.file(path, mustExist: true))
      let source = StoreSource(path: path, like: settings)
      let report = try perform(
        Simulate(source: source, plan: plan), threads: count)
      #expect(report.codes.count == 11)
      return Database.value(
        "SELECT group_concat(objectId || board || moves) FROM Round WHERE test NOT NULL", path)
    }
    #expect(stores[0]?.utf8.count ?? 0 > 10_000)
    #expect(Set(stores).count == 1)
  }
}
