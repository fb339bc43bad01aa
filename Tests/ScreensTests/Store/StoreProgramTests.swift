@testable import Archive
import FaultyFiles
import Glibc
import Records
@testable import Screens
import TestSupport
import Testing

/// Tests of stores that can't be opened or written: the messages that the user sees.
struct StoreProgramTests {
  private let folder = TemporaryFolder()
  private var path: String { folder.path + "/store" }

  /// Runs commands on the store and returns the result; `configure` changes its settings.
  private func chimp(
    _ commands: String..., configure: @escaping (inout StoreSettings) -> Void = { _ in }
  ) -> FinishedRun {
    run(commands, on: path, configure: configure)
  }

  /// Creates a store with `count` pieces of news, whose titles are numbered.
  private func fill(_ count: Int) throws {
    try fill((0..<count).map { "number \($0)" })
  }

  /// Creates a store with a piece of news for each of the titles.
  private func fill(_ titles: [String]) throws {
    var settings = StoreSettings(
      location: .file(path), application: StoreLayout.application,
      migrations: StoreLayout.migrations, environment: .system())
    settings.reserve = 0
    let context = try RecordContext(try Store.open(settings), StoreLayout.schema)
    for (number, title) in titles.enumerated() {
      try context.insert(News.self) {
        $0.title = title
        $0.sortOrder = number
      }
    }
    try context.save()
  }

  /// Returns the expected result of a run that fails because of its store, with a message.
  private func failure(_ words: String, output: String = "") -> FinishedRun {
    FinishedRun(status: 3, output, "chimp: \(words)\n")
  }

  @Test func `A run has what the one before saved`() throws {
    #expect(chimp("news add One").status == 0)
    let shown = chimp("news").output
    #expect(shown.hasSuffix("  One\n") && shown.hasPrefix("  1  "))
    #expect(
      chimp("news clear --yes", "news").output
        == "removed \(shown.dropFirst(5).prefix(4)): One\nno news\n")
    #expect(folder.files == ["store"])
  }

  @Test func `Attract shows the best results and the news of all sessions in their order`() {
    #expect(chimp("start 1 1 1", "1 1", "start 1x2:1,2", "1 2", "news add Hello").status == 0)
    #expect(
      chimp("swipe right", "wait 16", "swipe right", "wait 16").output == """
        next page: best results
        best results:
          1. 1 numeral on 1x1 in 0 ms
          2. 1 numeral on 1x2 in 0 ms
        waited 16 ms
        next page: news
        news:
          A new best: 1 numeral on 1x1 in 0 ms
          Hello
        waited 16 ms

        """)
  }

  @Test func `Practice is never a best, with a store or without`() {
    // The first press of a test masks, so each press has a line of its own.
    let practice = [
      "start plain count=2 size=2x1 practice=1 trials=1 seed=a", "press 2 1", "press 1 1",
    ]
    let rest = ["news", "stop", "wait 16", "swipe right", "wait 16"]
    let replies = run(["--store", path], input: (practice + rest).joined(separator: "\n") + "\n")
    #expect(replies.output.contains("passed: 2 of 2\n"))
    #expect(replies.output.contains("\nno news\n"))
    #expect(replies.output.hasSuffix("best results: none yet\nwaited 16 ms\n"))
    let session = run(
      [], input: (practice + rest.dropFirst()).joined(separator: "\n") + "\n")
    #expect(session.output.hasSuffix("best results: none yet\nwaited 16 ms\n"))
    #expect(
      chimp("start 2x1:1,1;2,1", "press 1 1 2 1", "news").output.contains(
        "A new best: 2 numerals on 2x1 in 0 ms\n"))
  }

  @Test func `A script without a store opens no file`() {
    let result = run(
      ["-c", "news add One", "-c", "start 1 1 1", "-c", "1 1", "-c", "rounds"],
      variables: ["HOME": folder.path])
    #expect(result.status == 0)
    #expect(folder.files == [])
  }

  @Test func `Two sessions with one seed give their records different names`() {
    let first = run(["--store", path, "--seed", "7", "-c", "news add One"])
    let second = run(["--store", path, "--seed", "7", "-c", "news add One"])
    #expect(first.status == 0 && second.status == 0)
    #expect(Database.value("SELECT count(DISTINCT objectId) FROM News", path) == "2")
  }

  @Test func `What is not a database is refused and not touched`() {
    let bytes = Array("hello, this is no database at all\n".utf8)
    folder.write(bytes, "store")
    #expect(chimp("version") == failure("not a database: '\(path)'"))
    #expect(folder.bytes("store") == bytes)
    #expect(folder.files == ["store"])
  }

  @Test func `An empty file is refused and not touched`() {
    folder.write([], "store")
    #expect(chimp("version") == failure("an empty file, not a database: '\(path)'"))
    #expect(folder.bytes("store") == [])
    #expect(folder.files == ["store"])
  }

  @Test func `The database of another program is refused and not touched`() throws {
    try Database.run("PRAGMA application_id = 7; CREATE TABLE t (a)", path)
    let bytes = folder.bytes("store")
    #expect(
      chimp("version") == failure("a database of another program: '\(path)' (application 7)"))
    #expect(folder.bytes("store") == bytes)
  }

  @Test func `A file of a newer version is refused and not touched`() throws {
    try fill(1)
    try Database.run("PRAGMA user_version = 99", path)
    let bytes = folder.bytes("store")
    let ours = StoreLayout.migrations.count
    #expect(
      chimp("version")
        == failure("written by a newer version: '\(path)' has version 99, ours is \(ours)"))
    #expect(folder.bytes("store") == bytes)
  }

  @Test func `A folder is no store, nor is a file in a folder that is missing`() {
    #expect(
      run(["--store", folder.path, "-c", "version"])
        == failure("can't open '\(folder.path)': it is a folder"))
    #expect(
      run(["--store", folder.path + "/no/store", "-c", "version"])
        == failure("can't open '\(folder.path)/no/store': unable to open database file"))
  }

  /// Creates a store, truncates its file to a length, and returns the bytes left.
  private func createTruncatedStore(to length: Int) throws -> [UInt8] {
    try fill(2000)
    let bytes = Array(folder.bytes("store").prefix(length))
    folder.write(bytes, "store")
    return bytes
  }

  @Test func `A truncated file of which nothing is left is reported`() throws {
    let bytes = try createTruncatedStore(to: 100_000)
    let damage = "damaged: '\(path)': database disk image is malformed"
    let nothing = "nothing can be read from '\(path)': no copy is made"
    let result = chimp("news add new", "recover \(folder.path)/copy", "version")
    #expect(
      result
        == FinishedRun(
          status: 3, "error: \(damage)\nerror: \(nothing)\nchimp 1.0.0\n",
          """
          chimp: \(damage)
          chimp: from now on the store is read-only; "recover FILE" saves what is left
          chimp: \(nothing)

          """))
    #expect(folder.bytes("store") == bytes)
    #expect(folder.files == ["store"])
  }

  @Test func `A truncated file is only read, and what is left is recovered`() throws {
    let bytes = try createTruncatedStore(to: 200_000)
    let damage = "damaged: '\(path)': database disk image is malformed"
    let copy = folder.path + "/copy"
    let result = chimp("news add new", "recover \(copy)", "recover \(copy)")
    #expect(result.status == 3)
    #expect(
      result.diagnostics == """
        chimp: \(damage)
        chimp: from now on the store is read-only; "recover FILE" saves what is left

        """)
    let all = result.output.split(separator: "\n")
    let lines = all.filter { !$0.hasPrefix("  row ") }
    let excludedCount = all.count - lines.count
    #expect(lines.count == 3)
    #expect(excludedCount == 2)
    #expect(lines.first == "error: \(damage)")
    #expect(lines.last == "error: the file already exists: '\(copy)'")
    #expect(folder.bytes("store") == bytes)
    let count = Database.value("SELECT count(*) FROM News", copy) ?? ""
    #expect(
      lines[1] == "recovered \(count) rows to \"\(copy)\"; left out \(excludedCount) rows:")
    #expect((Int(count) ?? -1) >= 500)
  }

  @Test(arguments: [5_000, 100])
  func `A page of zeros is found at the start, or in the background where the file is large`(
    _ limit: Int
  ) throws {
    try fill(2000)
    var bytes = folder.bytes("store")
    let page = (bytes.count / 4096 / 2) * 4096
    for index in page..<page + 4096 { bytes[index] = 0 }
    folder.write(bytes, "store")
    let result = chimp("version") { $0.checkedRowLimit = limit }
    #expect(result.status == 3)
    #expect(result.output == "chimp 1.0.0\n")
    let lines = result.diagnostics.split(separator: "\n")
    #expect(lines.count == 2)
    #expect(lines.first?.hasPrefix("chimp: damaged: '\(path)': ") ?? false)
    #expect(folder.bytes("store") == bytes)
  }

  @Test func `A lock of the session's own job is waited for, and then reported`() throws {
    try fill(1)
    let holder = try Holder(path)
    defer { holder.release() }
    var sleeps = 0
    let result = chimp("news add Two") { settings in
      // A job waits twelve times as long.
      settings.waitLimit = 40
      settings.environment.sleep = { _ in sleeps += 1 }
    }
    #expect(
      result
        == FinishedRun(
          status: 1, "error: locked by a job of this session: '\(path)'\n",
          ""))
    #expect(sleeps > 4)
    let second = chimp("news add Two") { settings in
      settings.waitLimit = 600
      settings.environment.sleep = { _ in }
    }
    #expect(
      second.diagnostics
        == "chimp: waiting for a job of this session to end its work on '\(path)'\n")
  }

  @Test func `A full disk is reported, and the next save may succeed`() throws {
    try fill(1)
    let name = "full-\(folder.path)"
    #expect(faulty_register(name) == 0)
    var readCount = 0
    let result = run(["--store", path], input: "news add Two\nnews add Three\n") { environment in
      environment.configureStore = { settings in
        settings.fileSystem = name
        settings.reserve = 0
        let now = settings.environment.now
        settings.environment.now = {
          // NB: the clock is read when the store is opened, at each insertion and at each save.
          readCount += 1
          faulty_arm(name, readCount == 3 ? FAULTY_FULL : FAULTY_NONE, 0)
          return now()
        }
      }
    }
    let words = "can't save: the disk of '\(path)' is full"
    #expect(result.status == 3)
    #expect(result.diagnostics == "chimp: \(words)\n")
    #expect(result.output.hasPrefix("error: \(words)\nadded "))
    #expect(Database.value("SELECT group_concat(title) FROM News", path) == "number 0,Three")
  }

  @Test func `A file that is unlinked while open is reported before anything is acknowledged`()
    throws
  {
    try fill(1)
    let path = path
    let result = run(["--store", path, "-c", "news", "-c", "news add Two"]) { environment in
      environment.configureStore = { settings in
        settings.reserve = 0
        let random = settings.environment.random
        settings.environment.random = {
          unlink(path)
          return random()
        }
      }
    }
    let words = "'\(path)' was removed or replaced while it was open"
    #expect(result.status == 3)
    #expect(
      result.diagnostics == """
        chimp: \(words): nothing is saved from now on
        chimp: what it held is in '\(path)-rescued'

        """)
    #expect(result.output.hasSuffix("  number 0\nerror: \(words)\n"))
  }

  @Test func `A restricted session recovers nothing`() {
    #expect(
      run(["--store", path, "--restricted", "-c", "recover x"])
        == FinishedRun(
          status: 1,
          "error: a restricted session has no recover\n",
          ""))
  }

  @Test func `Texts that others have written into the file are shown escaped`() throws {
    try fill(["a\0\u{1b}\nb"])
    let output = chimp("news").output
    #expect(output.hasSuffix("  a\\x00\\e\\nb\n"))
    #expect(output.utf8.allSatisfy { $0 == 0x0a || $0 >= 0x20 })
  }

  @Test func `A text of 64 KiB is kept whole, and a longer one is refused`() {
    let title = String(repeating: "ä", count: 32_768)
    #expect(run(["--store", path], input: "news add \(title)\n").status == 0)
    #expect(chimp("news").output.hasSuffix("  \(title)\n"))
    #expect(
      run(["--store", path], input: "news add \(title)x\n")
        == FinishedRun(
          status: 1, "error: TITLE is longer than 65536 bytes at column 10\n",
          ""))
  }

  @Test func `A person's records are in the data folder, which other users can't read`() {
    let variables = ["HOME": "/nowhere", "XDG_DATA_HOME": folder.path + "/data"]
    let result = run([], input: "news add One\n", variables: variables) {
      $0.inputIsTerminal = true
    }
    #expect(result.status == 0)
    let data = folder.path + "/data"
    #expect(mode(of: data + "/chimp") == 0o700)
    #expect(Database.value("SELECT title FROM News", data + "/chimp/chimp.sqlite") == "One")
    for name in ["chimp.sqlite", "chimp.sqlite-reserve"] { unlink(data + "/chimp/" + name) }
    rmdir(data + "/chimp")
    rmdir(data)
  }

  @Test func `A session in memory that finds no trials says where a person's records are`() {
    let variables = ["HOME": "/nowhere", "XDG_DATA_HOME": folder.path + "/data"]
    func results(_ arguments: [String] = [], _ lines: String = "results\n") -> FinishedRun {
      run(arguments, input: lines, variables: variables)
    }
    let nothing = FinishedRun(status: 0, "no trials to show\n")
    #expect(results() == nothing)
    _ = run(["-c", "news add One"], input: "", variables: variables) { $0.inputIsTerminal = true }
    let hint =
      "chimp: without a terminal the records of a session are kept in memory; yours: --store "
      + "\(folder.path)/data/chimp/chimp.sqlite\n"
    #expect(
      results() == FinishedRun(status: 0, "no trials to show\n", hint))
    #expect(results(["--store", ":memory:"]) == nothing)
    #expect(
      results([], "start 1x1:1,1\n1 1\nresults\n").diagnostics
        == "results: 0 % trials\nresults: 100 % trials\n")
    #expect(results([], "version\n").diagnostics.isEmpty)
  }

  @Test func `Commands of options use a person's records on a terminal; files and pipes don't`() {
    let variables = ["HOME": "/nowhere", "XDG_DATA_HOME": folder.path + "/data"]
    let data = folder.path + "/data"
    let script = folder.file("script", "news\n")
    func news(_ arguments: [String], isTerminal: Bool) -> String {
      run(arguments, input: "", variables: variables) { $0.inputIsTerminal = isTerminal }.output
    }
    #expect(news(["-c", "news add One"], isTerminal: true).hasPrefix("added "))
    #expect(Database.value("SELECT title FROM News", data + "/chimp/chimp.sqlite") == "One")
    #expect(news(["-c", "news"], isTerminal: true).hasSuffix("  One\n"))
    #expect(news(["-c", "news"], isTerminal: false) == "no news\n")
    #expect(news([script], isTerminal: true) == "no news\n")
    #expect(news(["-c", "version", script], isTerminal: true) == "chimp 1.0.0\nno news\n")
    #expect(news(["--store", ":memory:", "-c", "news"], isTerminal: true) == "no news\n")
    let refusal = "error: a restricted session has no news\n"
    #expect(news(["--restricted", "-c", "news"], isTerminal: true) == refusal)
    for name in ["chimp.sqlite", "chimp.sqlite-reserve"] { unlink(data + "/chimp/" + name) }
    rmdir(data + "/chimp")
    rmdir(data)
  }

  /// Returns the permissions of a file; 0 if it does not exist.
  private func mode(of path: String) -> mode_t {
    var status = stat()
    return stat(path, &status) == 0 ? status.st_mode & 0o777 : 0
  }

  @Test func `A faulty store of a person ends the session at once`() {
    folder.write([], "store")
    let result = run(["--store", path], input: "version\n") { $0.inputIsTerminal = true }
    #expect(result == failure("an empty file, not a database: '\(path)'"))
  }

  @Test func `A person's next session has echo and participant, a script's does not`() {
    func settings(_ input: String, isPerson: Bool) -> String {
      run(["--store", path], input: input) { $0.inputIsTerminal = isPerson }.output
    }
    #expect(settings("set echo on\nset participant p1\n", isPerson: true).hasPrefix("echo = on\n"))
    #expect(
      settings("set participant\n", isPerson: true) == "> set participant\nparticipant = p1\n")
    #expect(
      settings("set participant\nset echo\n", isPerson: false)
        == "participant = guest\necho = off\n")
  }
}
