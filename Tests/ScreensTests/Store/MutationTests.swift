import Glibc
import Records
@testable import Screens
import TestSupport
import Testing

/// Tests of stores in which a random byte was changed.
struct MutationTests {
  /// The number of mutations: 200, or the value of the environment variable `CHIMP_MUTATIONS`.
  private static var mutationCount: Int {
    getenv("CHIMP_MUTATIONS").flatMap { Int(String(cString: $0)) } ?? 200
  }

  /// The way in which the program handled a store with a changed byte.
  private enum Verdict: String {
    case same
    /// The whole store is reported as damaged and is not opened, or only for reading.
    case damagedStore = "the store is called damaged or is refused"
    /// The key of a row was changed.
    ///
    /// Only the indexes contain it as well, so the store is reported as damaged, but no row.
    case changedNumber = "the store is called damaged, and not all is as it was"
    /// Some rows are reported as damaged, and all others are unchanged.
    case namedRows = "rows are named as damaged, all others are as they were"
    case different = "DIFFERENT, AND NOTHING IS SAID"
  }

  @Test func `After any changed byte of a store no wrong value is shown as valid`() throws {
    let original = try SmallStore().bytes
    let expected = SmallStore.answers(original)
    #expect(expected.map(\.result.status) == [0, 0, 0])
    // NB: a damaged setting is reported and then has its default value.
    let known = Set(expected.flatMap(\.lines) + ["participant = guest", "echo = off"])
    let used = original.indices.filter { original[$0] != 0 }
    var numbers = RandomNumbers(seed: 12)
    var counts: [Verdict: Int] = [:]
    for number in 0..<Self.mutationCount {
      var bytes = original
      // NB: most bytes are unused zeros; used bytes are chosen more often.
      let index =
        number.isMultiple(of: 4)
        ? numbers.below(bytes.count) : used[numbers.below(used.count)]
      bytes[index] ^= UInt8(1 + numbers.below(255))
      let answers = SmallStore.answers(bytes)
      let verdict = Self.verdict(answers, expected, known)
      counts[verdict, default: 0] += 1
      if verdict == .different {
        let words = answers.map { $0.difference(from: known) }
        Issue.record("byte \(index) is \(bytes[index]), was \(original[index]): \(words)")
      }
    }
    #expect(counts.values.reduce(0, +) == Self.mutationCount)
    #expect(counts.keys.count >= 3)
    if getenv("CHIMP_MUTATIONS") != nil {
      for (verdict, count) in counts.sorted(by: { $0.value > $1.value }) {
        print("\(count) of \(Self.mutationCount): \(verdict.rawValue)")
      }
    }
  }

  /// Classifies the replies about a changed store by comparing them with the replies about the
  /// original.
  private static func verdict(
    _ answers: [SmallStore.Answer], _ expected: [SmallStore.Answer], _ known: Set<String>
  ) -> Verdict {
    if answers == expected { return .same }
    let others = zip(answers, expected).filter { $0 != $1 && !$0.reportsOnlyDamage(from: known) }
    guard others.isEmpty else {
      return others.allSatisfy { $0.0.reportsStore } ? .changedNumber : .different
    }
    return answers.contains { $0.reportsStore } ? .damagedStore : .namedRows
  }
}

/// A small store with records of all kinds, and the replies of the program that show its contents.
private struct SmallStore {
  /// The result of a run, and the files that it exported.
  struct Answer: Equatable {
    let result: FinishedRun
    var files: [String] = []

    var lines: [String] {
      (result.output + files.joined()).unicodeScalars.split { $0 == "\n" || $0 == "\r" }
        .map { String($0) }
    }

    /// The warnings of the run, without messages about the progress of the export.
    private var warnings: [Substring] {
      result.diagnostics.split(separator: "\n").filter { $0.hasPrefix("chimp: ") }
    }

    /// `true` if the store as a whole is refused or is reported as damaged.
    var reportsStore: Bool {
      warnings.contains { line in
        !line.hasPrefix("chimp: not what was written: ")
          && !line.hasPrefix("chimp: can't read row ")
      }
    }

    /// Returns the status, the warnings, and the lines that are not among the known ones, for the
    /// message of a failed test.
    func difference(from known: Set<String>) -> String {
      let lines = lines.filter { !known.contains($0) }.joined(separator: "|")
      return "\(result.status) \(lines) \(warnings)"
    }

    /// Returns `true` if the reply reports damage, and if all of its other lines are known.
    func reportsOnlyDamage(from known: Set<String>) -> Bool {
      let others = lines.filter { !known.contains($0) }
      let isReported = !warnings.isEmpty || others.contains { Self.isDamageReport($0) }
      return isReported && result.status != 0 && others.allSatisfy { Self.isDamageReport($0) }
    }

    private static func isDamageReport(_ line: String) -> Bool {
      line.hasPrefix("error: ") || line.hasSuffix("  damaged") || line.contains("; left out ")
    }
  }

  let bytes: [UInt8]

  /// Creates a store with rounds of every outcome, an interrupted round, news and settings.
  init() throws {
    let folder = TemporaryFolder(isInMemory: true)
    let path = folder.path + "/store"
    var number: UInt64 = 1
    let written = Self.run(
      path,
      [
        "start 4x6:2,3;1,1;4,5", "press 2 3 1 1 4 5", "start 3 4 6 seed=apple", "give-up",
        "start 2x1:1,1;2,1 empty=ignore", "wait 160", "press 2 1", "news add One first",
        "news add \"Two words\" \"A longer body\"", "news add Three",
      ], &number)
    let settings = Self.run(path, ["set participant p2", "set echo on"], &number, isPerson: true)
    #expect([written, settings].map(\.diagnostics) == ["", ""])
    Self.storeInterruptedRound(path)
    bytes = folder.bytes("store")
  }

  /// Stores a round of a program that was killed in the middle of it.
  private static func storeInterruptedRound(_ path: String) {
    let session = StoredSession(path, process: "killed")
    session.conditions.date = 946_684_900_000
    #expect((try? session.start("4x6:2,3;1,1;4,5")) == true)
    session.press([(2, 3)], after: 500)
  }

  /// Runs the program on copies of a store and returns its replies to commands that show all of its
  /// contents.
  static func answers(_ bytes: [UInt8]) -> [Answer] {
    [contents(bytes), resume(bytes), settings(bytes)]
  }

  /// Returns the replies to commands that list, show, replay and export the contents of a store.
  private static func contents(_ bytes: [UInt8]) -> Answer {
    let folder = TemporaryFolder(isInMemory: true)
    folder.write(bytes, "store")
    let path = folder.path
    var number: UInt64 = 2
    let rounds = (1...4).map { "round \($0)" }
    let replays = (1...3).map { "replay \($0)" }
    var result = run(
      path + "/store", ["rounds all"] + rounds + replays + ["news", "export \(path)/x.csv"],
      &number)
    result = withoutPath(result, path)
    return Answer(
      result: result,
      files: ["x.csv", "x-presses.csv", "x-sessions.csv"].map {
        withoutMark(String(decoding: folder.bytes($0), as: UTF8.self))
      })
  }

  /// Returns the rows of a file without their last column, the mark of the export, which depends on
  /// every other row.
  private static func withoutMark(_ text: String) -> String {
    text.split(separator: "\r\n").map { line in
      String(line[..<(line.lastIndex(of: ",") ?? line.endIndex)])
    }.joined(separator: "\n") + "\n"
  }

  /// Returns the reply to `resume` on a store.
  private static func resume(_ bytes: [UInt8]) -> Answer {
    let folder = TemporaryFolder(isInMemory: true)
    folder.write(bytes, "store")
    var number: UInt64 = 2
    let result = run(folder.path + "/store", ["resume", "press 1 1 4 5", "rounds all"], &number)
    return Answer(result: withoutPath(result, folder.path))
  }

  /// Returns the settings that a new session restores from a store.
  private static func settings(_ bytes: [UInt8]) -> Answer {
    let folder = TemporaryFolder(isInMemory: true)
    folder.write(bytes, "store")
    var number: UInt64 = 2
    let commands = ["set participant", "set echo"]
    let result = run(folder.path + "/store", commands, &number, isPerson: true)
    return Answer(result: withoutPath(result, folder.path))
  }

  /// Returns the result with the path of the store removed from its output and diagnostics.
  private static func withoutPath(_ result: FinishedRun, _ path: String) -> FinishedRun {
    func text(_ text: String) -> String {
      text.split(separator: "\n", omittingEmptySubsequences: false)
        .map { line in line.contains(path) ? "\(line.split(separator: path).joined())" : "\(line)" }
        .joined(separator: "\n")
    }
    return FinishedRun(
      status: result.status, text(result.output), text(result.diagnostics))
  }

  /// Runs commands on a store with reproducible identifiers and dates.
  private static func run(
    _ path: String, _ commands: [String], _ number: inout UInt64, isPerson: Bool = false
  ) -> FinishedRun {
    var numbers = RandomNumbers(seed: number)
    number += 1
    return ScreensTests.run(
      ["--store", path], input: commands.map { $0 + "\n" }.joined()
    ) { environment in
      environment.inputIsTerminal = isPerson
      environment.configureStore = { settings in
        settings.reserve = 0
        settings.environment = StoreEnvironment(
          now: { 946_684_800_000 }, random: { numbers.next() }, sleep: { _ in })
      }
    }
  }
}
