@testable import Archive
import FaultyFiles
@testable import Game
import Glibc
import Records
@testable import Screens
import TestSupport
import Testing

/// Tests of sessions on a disk that fails at its n-th write, for every n after the store's creation.
struct FaultSessionTests {
  private static let script = """
    start 4x6:2,3;1,1;4,5
    2 3
    1 1 4 5
    news add One
    start 3x1:1,1;2,1;3,1
    hide
    1 1
    start 2x1:1,1;2,1
    give-up
    start 2x1:1,1;2,1
    1 1

    """

  private let folder = TemporaryFolder(isInMemory: true)
  private var path: String { folder.path + "/store" }

  /// Plays the script, as one command after the other or with all lines available at once.
  private func session(_ name: String, isBatched: Bool) -> FinishedRun {
    let lines = Self.script.split(separator: "\n").flatMap { ["-c", String($0)] }
    return run(
      ["--store", path, "--echo"] + (isBatched ? [] : lines), input: Self.script
    ) { environment in
      environment.configureStore = { settings in
        settings.reserve = 0
        settings.fileSystem = name
      }
    }
  }

  /// Returns the acknowledged moves of each round by the round's number, parsed from the output.
  private func acknowledged(_ output: String) -> [Int: [String]] {
    var rounds: [Int: [String]] = [:]
    var number = 0
    var line: [Substring] = []
    for text in output.split(separator: "\n") {
      if text.hasPrefix("> ") {
        line = text.dropFirst(2).split(separator: " ")
        continue
      }
      defer { line = [] }
      switch text.split(separator: " ").first {
      case "round" where line.first == "start":
        number = Int(text.split(separator: " ")[1].dropLast()) ?? 0
        rounds[number] = []
      case "right:", "passed:", "wrong:":
        let unmadeCount = text.split(separator: ";").dropFirst().first?.split(separator: " ").first
        let count = line.count - 2 * (unmadeCount.flatMap { Int($0) } ?? 0)
        rounds[number]?.append("0 press " + line.prefix(count).joined(separator: " "))
      case "hidden:" where line == ["hide"], "you" where line == ["give-up"]:
        rounds[number]?.append("0 \(line[0])")
      default: break
      }
    }
    return rounds
  }

  /// Returns the number of writes that create a store on a disk.
  private func writeCount(ofCreationOn disk: String) throws -> Int {
    faulty_arm(disk, FAULTY_NONE, 0)
    var settings = StoreLayout.settings(.file(path))
    settings.fileSystem = disk
    let store = try Store.open(settings)
    // Closing it writes, too.
    let count = withExtendedLifetime(store) { Int(faulty_count(disk)) }
    for file in folder.files { unlink(folder.path + "/" + file) }
    return count
  }

  /// Checks that the store is valid and contains all acknowledged moves.
  private func check(
    _ acknowledged: [Int: [String]], _ number: Int, isBatched: Bool
  ) throws {
    #expect(Database.value("PRAGMA integrity_check", path) == "ok", "\(number)")
    let session = StoredSession(path)
    #expect(try session.programStore.open().checkRows(of: StoreLayout.schema) == [], "\(number)")
    let kept = try session.list()
    if !isBatched {
      #expect(kept.count - acknowledged.count == 0 || kept.count - acknowledged.count == 1)
    }
    #expect(Set(acknowledged.keys).isSubset(of: kept.compactMap { $0.round?.number }))
    for archived in kept {
      let round = try #require(archived.round)
      let moves = MoveText.text(of: round).split(separator: ";").map { String($0) }
      let acknowledgedText = acknowledged[round.number] ?? []
      #expect(moves.starts(with: acknowledgedText), "\(number): \(moves) \(acknowledgedText)")
      // NB: a refused command of at most two moves may be in the log of a disk that failed
      // permanently, because it could not be removed.
      if !isBatched {
        #expect(
          moves.count <= acknowledgedText.count + 2, "\(number): \(moves) \(acknowledgedText)")
      }
      let presses = Database.value(
        "SELECT count(*) FROM Press WHERE round = \(round.number)", path)
      #expect(presses == "\(RoundReport(round).presses.count)", "\(number)")
    }
    #expect(folder.files.filter { $0.utf8.count > 9 } == [], "\(number)")
  }

  @Test(arguments: [FAULTY_DEAD, FAULTY_ONCE, FAULTY_FULL], [false, true])
  func `Whichever write fails, acknowledged rounds exist and the file is valid`(
    _ kind: faulty_kind, _ isBatched: Bool
  ) throws {
    let name = "session-\(folder.path)-\(kind.rawValue)-\(isBatched)"
    #expect(faulty_register(name) == 0)
    let creationCount = try writeCount(ofCreationOn: name)
    faulty_arm(name, FAULTY_NONE, 0)
    let whole = session(name, isBatched: isBatched)
    #expect(whole.status == 0)
    #expect(acknowledged(whole.output).values.map(\.count).sorted() == [1, 1, 2, 2])
    try check(acknowledged(whole.output), -1, isBatched: isBatched)
    let total = Int(faulty_count(name))
    #expect(total - creationCount > (isBatched ? 30 : 60))
    var refusals = 0
    // The hundreds of writes that create the store are alike: every 16th of them fails.
    for number in 0..<total where number >= creationCount || number.isMultiple(of: 16) {
      for file in folder.files { unlink(folder.path + "/" + file) }
      faulty_arm(name, kind, Int32(number))
      let result = session(name, isBatched: isBatched)
      faulty_arm(name, FAULTY_NONE, 0)
      if result.output.split(separator: "\n").contains(where: { $0.hasPrefix("error: can't") }) {
        refusals += 1
        #expect(result.status == 3, "\(number)")
      }
      guard access(path, F_OK) == 0 else {
        #expect(result.status == 3 && result.output == "", "\(number)")
        continue
      }
      try check(acknowledged(result.output), number, isBatched: isBatched)
    }
    #expect(refusals > (isBatched ? 3 : 20))
  }

  @Test func `A disk that was full at the start and has room again is written to again`() throws {
    let name = "room-\(folder.path)"
    #expect(faulty_register(name) == 0)
    faulty_arm(name, FAULTY_NONE, 0)
    let before = run(["--store", path, "-c", "news add One"]) {
      $0.configureStore = { $0.reserve = 0 }
    }
    #expect(before.status == 0)
    faulty_arm(name, FAULTY_FULL, 0)
    let commands = [
      "news", "news add Two", "wait 1", "news add Three", "start 1 1 1", "1 1", "news",
    ]
    let result = chimp(commands, on: name) { faulty_arm(name, FAULTY_NONE, 0) }
    #expect(result.status == 3)
    #expect(
      result.diagnostics == """
        chimp: the disk of '\(path)' is full: it is read-only, and nothing is saved
        chimp: can't save: the disk of '\(path)' is full
        chimp: the disk of '\(path)' has room again: everything is saved from now on

        """)
    let titles = Database.value("SELECT group_concat(title) FROM News", path)
    #expect(titles == "One,Three,A new best: 1 numeral on 1x1 in 0 ms")
    #expect(Database.value("SELECT count(*) FROM Press", path) == "1")
  }

  @Test func `A disk that is full while the store is open changes its reachability`() throws {
    let name = "filled-\(folder.path)"
    #expect(faulty_register(name) == 0)
    faulty_arm(name, FAULTY_NONE, 0)
    let commands = [
      "news add One", "observe reachability new", "wait 1", "news add Two", "status", "wait 1",
      "news add Three", "status",
    ]
    var pauses = 0
    let result = chimp(commands, on: name) {
      pauses += 1
      faulty_arm(name, pauses == 1 ? FAULTY_FULL : FAULTY_NONE, 0)
    }
    let lines = result.output.split(separator: "\n").map(String.init)
    let full = "read-only, its disk is full"
    #expect(
      lines.filter { $0.contains("reachability") || $0.hasPrefix("store") } == [
        "observing reachability new",
        "reachability setting new=\"\(full)\"", "store: \(full), '\(path)'",
        "reachability setting new=\"writable\"",
        "store: writable, '\(path)'",
      ])
  }

  /// Runs commands on a disk; `change` is called whenever the program waits, and may make the disk
  /// fail.
  private func chimp(
    _ commands: [String], on disk: String, change: @escaping () -> Void
  ) -> FinishedRun {
    run(
      ["--store", path, "--clock", "real"] + commands.flatMap { ["-c", $0] }
    ) {
      $0.configureStore = { settings in
        settings.reserve = 0
        settings.fileSystem = disk
      }
      var milliseconds = 0
      $0.milliseconds = { milliseconds }
      $0.waiting.sleep = { pause in
        change()
        milliseconds += pause
        return true
      }
    }
  }
}
