@testable import Archive
@testable import Exchange
import Glibc
import Records
import SampleData
@testable import Screens
import TestSupport
import Testing

/// Tests of the operations on the store: the messages that the user sees.
struct StoreOperationTests {
  private let folder = TemporaryFolder()
  private var path: String { folder.path + "/store" }

  /// Runs commands on the store and returns the result, with the folder removed from the paths in
  /// it.
  private func chimp(_ commands: String..., options: [String] = []) -> FinishedRun {
    var result = run(commands, on: path, options: options)
    let prefix = folder.path + "/"
    result.output = result.output.split(separator: prefix).joined()
    result.diagnostics = result.diagnostics.split(separator: prefix).joined()
    return result
  }

  /// Runs a command on the store and returns the output.
  private func reply(_ command: String) -> String { chimp(command).output }

  /// Writes samples to a file in JSON Lines and returns its path.
  private func writeSamples(_ samples: [Sample], _ name: String = "data.jsonl") -> String {
    folder.write(ExchangeText.lines(samples), name)
    return folder.path + "/" + name
  }

  @Test(arguments: ["", " quick", " full"])
  func `A check tells how many rows there are and that all is well`(_ how: String) {
    #expect(
      chimp("news add One", "news add Two", "news clear --yes", "news add x", "check-store\(how)")
        .output.hasSuffix("\nchecked 1 row: no damage found\n"))
  }

  @Test func `A check lists a damaged row, and ends in status 3`() throws {
    _ = chimp("news add One")
    try Database.run("UPDATE News SET title = 'Two', objectId = 'x'", path)
    let result = chimp("check-store")
    #expect(result.status == 3)
    #expect(result.output == "found 1 fault:\n  not what was written: News 'x'\n")
    #expect(
      result.diagnostics
        == "check-store: 0 % the file\ncheck-store: 50 % the rows\ncheck-store: 100 %\n")
  }

  @Test func `Progress is not written if no terminal shows it`() {
    let result = run(["--store", path, "-c", "check-store", "-c", "export \(folder.path)/a.csv"]) {
      $0.diagnosticsAreTerminal = false
    }
    #expect(result.status == 0)
    #expect(result.diagnostics == "")
  }

  @Test func `A check finds a page of zeros, and the store is only read from then on`() {
    let samples = (0..<400).map { Sample($0) }
    #expect(chimp("import \(writeSamples(samples))").status == 0)
    var bytes = folder.bytes("store")
    let page = (bytes.count / 4096 / 2) * 4096
    for index in page..<page + 4096 { bytes[index] = 0 }
    folder.write(bytes, "store")
    let result = chimp("check-store", "news add x")
    #expect(result.status == 3)
    let lines = result.output.split(separator: "\n")
    #expect(lines.count > 2 && lines[0].hasPrefix("found "))
    #expect(lines.last?.hasPrefix("error: damaged: 'store': ") ?? false)
    #expect(folder.bytes("store") == bytes)
  }

  @Test func `A backup is a store with all that was there`() {
    let news = chimp("news add One", "news").output.split(separator: "\n")[1]
    let result = chimp("backup \(folder.path)/copy")
    #expect(
      result
        == FinishedRun(
          status: 0, "backed up \(folder.bytes("copy").count) bytes to \"copy\"\n",
          "backup copy: 100 %\n"))
    #expect(run(["--store", folder.path + "/copy", "-c", "news"]).output == news + "\n")
  }

  @Test func `A file that is there is only replaced by force, and then as a whole`() {
    _ = chimp("news add One")
    folder.write(Array("mine".utf8), "copy")
    let copy = "\(folder.path)/copy"
    #expect(
      reply("backup \(copy)")
        == "error: \"copy\" exists already (--force replaces it)\n")
    #expect(folder.bytes("copy") == Array("mine".utf8))
    #expect(reply("backup \(copy) --force").hasPrefix("backed up "))
    #expect(folder.bytes("copy").prefix(15) == Array("SQLite format 3".utf8)[...])
    #expect(folder.files == ["copy", "store"])
  }

  @Test(arguments: ["backup ", "export format=jsonl ", "export format=csv "])
  func `No file of the store is written over, whatever its path is`(_ command: String) {
    _ = chimp("news add One")
    let bytes = folder.bytes("store")
    symlink(path, folder.path + "/link")
    for name in ["store", "link", "store-wal", "./store-reserve", "store-shm"] {
      #expect(
        reply("\(command)\(folder.path)/\(name) --force")
          == "error: the store itself is in \"\(name)\"\n")
    }
    #expect(folder.bytes("store") == bytes)
    #expect(folder.files == ["link", "store"])
  }

  @Test func `The store can't be imported, nor can what is no file`() {
    _ = chimp("news add One")
    #expect(reply("import \(path) format=jsonl") == "error: the store itself is in \"store\"\n")
    #expect(reply("import /dev/null format=jsonl") == "error: not a plain file: \"/dev/null\"\n")
    #expect(
      reply("import \(folder.path) format=jsonl")
        == "error: can't read \"\(folder.path)\": is a directory\n")
    #expect(
      reply("import \(folder.path)/no.jsonl")
        == "error: can't read \"no.jsonl\": no such file or directory\n")
  }

  @Test(arguments: [
    ("backup \"\"", "the name of the file is missing"),
    ("backup /dev/null --force", "can't open '/dev/null': it is no plain file"),
    ("backup /", "can't open '/': it is a folder"),
    ("backup /nowhere/copy", "can't open '/nowhere/copy': unable to open database file"),
    ("recover \"\"", "the name of the file is missing"),
    ("recover /", "can't open '/': it is a folder"),
    ("export \"\"", "\"\" ends neither in .csv nor in .jsonl (format= names the format)"),
    ("export data", "\"data\" ends neither in .csv nor in .jsonl (format= names the format)"),
    ("export \"\" format=csv", "the name of the file is missing"),
    ("export / format=csv --force", "can't write \"/\": is a directory"),
    ("export /dev/null format=jsonl --force", "not a plain file: \"/dev/null\""),
    (
      "export /nowhere/data.csv",
      "can't write \"/nowhere/data.csv.dictionary.txt\": no such file or directory"
    ),
    ("import data", "\"data\" ends neither in .csv nor in .jsonl (format= names the format)"),
    ("import \"\" format=csv", "the name of the file is missing"),
  ])
  func `A file that can't be used is refused with its reason`(_ command: String, _ words: String) {
    let result = chimp(command)
    #expect(result.output == "error: \(words)\n")
    #expect(result.status == 1)
    #expect(folder.files == ["store"])
  }

  @Test(arguments: ["backup", "export", "import", "recover"])
  func `A restricted session touches no file`(_ name: String) {
    #expect(
      chimp("\(name) \(folder.path)/x.csv", options: ["--restricted"]).output
        == "error: a restricted session has no \(name)\n")
    #expect(folder.files == ["store"])
  }

  @Test func `A participant of an older program is not exported as a formula`() throws {
    let session = StoredSession(folder.path + "/store")
    session.conditions.participant = "=1+\u{7}1"
    try session.start("1x1:1,1")
    session.press([(1, 1)])
    try session.rounds.close()
    #expect(chimp("export \(folder.path)/data.csv").status == 0)
    let line = String(decoding: folder.bytes("data.csv"), as: UTF8.self).split(separator: "\r\n")[1]
    #expect(line.split(separator: ",", omittingEmptySubsequences: false)[4] == "'=1+\\u{7}1")
    #expect(
      run(["-c", "import \(folder.path)/data.csv"]).output
        == """
        error: \(folder.path)/data.csv:2: "participant" must be a participant's code: \
        1 to 32 letters (a to z, A to Z), digits and "-"

        """)
  }

  @Test func `An export is imported elsewhere, and exported again the same`() {
    var samples = (0..<25).map { Sample($0) }
    samples[3].trial.session = Sample.session(9)
    samples[3].trial.session.participantId = "participant-2"
    samples[3].trial.session.participant = "p2"
    samples[3].trial.session.programVersion = "=a \"quoted\",\r\n\u{0}\u{1b}\\ name"
    samples[4] = samples[4].resumed(by: Sample.session(8))
    let first = writeSamples(samples)
    #expect(reply("import \(first)") == "imported 25 trials and 125 presses from \"data.jsonl\"\n")
    #expect(
      reply("import \(first)")
        == "imported 0 trials and 0 presses from \"data.jsonl\"; 25 were already there\n")
    #expect(
      reply("export \(folder.path)/a.jsonl")
        == "exported 25 trials and 125 presses to \"a.jsonl\", \"a.jsonl.dictionary.txt\"\n")
    #expect(folder.bytes("a.jsonl") == ExchangeText.lines(samples))
    #expect(
      reply("export \(folder.path)/b.csv") == """
        exported 25 trials and 125 presses to "b.csv", "b-presses.csv", "b-sessions.csv", \
        "b-long.csv", "b.csv.dictionary.txt"

        """)
    // All rows have the mark of the export, which is the last cell.
    let mark = folder.text("b.csv").split(separator: ",").last?.dropLast().description
    var sessions = ExchangeText.sessions(samples)
    for index in sessions.indices { sessions[index].exportId = mark }
    var marked = samples
    for index in marked.indices {
      marked[index].trial.exportId = mark
      for press in marked[index].presses.indices { marked[index].presses[press].exportId = mark }
    }
    #expect(folder.bytes("b.csv") == ExchangeText.table(marked.map(\.trial)))
    #expect(folder.bytes("b-sessions.csv") == ExchangeText.table(sessions))
    #expect(folder.bytes("b-presses.csv") == ExchangeText.table(marked.flatMap(\.presses)))
    let other = ["--store", folder.path + "/other"]
    let again = run(
      other + ["-c", "import \(folder.path)/b.csv", "-c", "export \(folder.path)/c.jsonl"])
    #expect(again.status == 0)
    #expect(folder.bytes("c.jsonl") == folder.bytes("a.jsonl"))
  }

  @Test(arguments: [
    ("UPDATE Round SET board = '4x6:2,3;1,1;4,4' WHERE row = 2", "1 damaged round: 2", 2),
    ("UPDATE Round SET outcome = 'won' WHERE row = 2", "1 damaged round: 2", 2),
    ("UPDATE Press SET time = 0 WHERE row = 1", "1 damaged round: 1", 2),
    ("UPDATE Press SET judgement = 'x' WHERE row = 15", "1 damaged round: 3", 2),
    ("DELETE FROM Press WHERE row = 5", "1 damaged round: 1", 2),
    ("UPDATE Session SET seed = '8'", "3 damaged rounds: 1, 2, 3", 0),
    ("UPDATE Session SET inputMode = 'x'", "3 damaged rounds: 1, 2, 3", 0),
    ("UPDATE Participant SET code = 'p2'", "3 damaged rounds: 1, 2, 3", 0),
    ("UPDATE Round SET session = NULL WHERE row = 3", "1 damaged round: 3", 2),
  ])
  func `A damaged round is left out and named, and the others can be imported`(
    _ damage: String, _ words: String, _ count: Int
  ) throws {
    #expect(chimp("import \(writeSamples((0..<3).map { Sample($0) }))").status == 0)
    try Database.run(damage, path)
    for name in ["a.jsonl", "a.csv"] {
      let result = chimp("export \(folder.path)/\(name)")
      #expect(result.status == 3)
      #expect(result.output.hasPrefix("exported \(count) trials and \(count * 5) presses to "))
      #expect(result.output.hasSuffix("; left out \(words)\n"))
      let other = ["--store", folder.path + "/other-\(name)"]
      #expect(
        run(other + ["-c", "import \(folder.path)/\(name)"]).output
          == "imported \(count) trials and \(count * 5) presses from "
          + "\"\(folder.path)/\(name)\"\n")
    }
  }

  @Test func `News that can't be read don't hide the others, nor stop new ones`() throws {
    #expect(chimp("news add One", "news add Two", "news add Three").status == 0)
    try Database.run("UPDATE News SET sortOrder = 'x' WHERE title = 'Three'", path)
    let result = chimp("news")
    #expect(result.status == 3)
    let lines = result.output.split(separator: "\n").map { $0.split(separator: " ").last }
    #expect(lines.dropLast() == ["One", "Two"])
    #expect(
      result.output.hasSuffix(
        "\nerror: can't read row 3 of 'News': its 'sortOrder' is of another kind\n"))
    #expect(chimp("news add Four").status == 0)
    #expect(Database.value("SELECT sortOrder FROM News WHERE title = 'Four'", path) == "3")
  }

  @Test func `Of many damaged rounds twenty are named`() throws {
    #expect(chimp("import \(writeSamples((0..<25).map { Sample($0) }))").status == 0)
    try Database.run("UPDATE Round SET trial = 99", path)
    #expect(
      reply("export \(folder.path)/a.jsonl") == """
        exported 0 trials and 0 presses to "a.jsonl", "a.jsonl.dictionary.txt"; \
        left out 25 damaged rounds: \((1...20).map { "\($0)" }.joined(separator: ", ")) and 5 more

        """)
  }

  @Test func `A round that was imported before its end can't be resumed`() {
    #expect(chimp("import \(writeSamples([Sample(0).begun]))").status == 0)
    let result = chimp("resume")
    #expect(result.status == 1)
    #expect(result.output == "error: no round was interrupted\n")
  }

  @Test func `An export whose files are partly there touches none of them`() {
    folder.write([1], "data-presses.csv")
    let data = "\(folder.path)/data.csv"
    #expect(
      reply("export \(data)")
        == "error: \"data.csv\" is missing beside \"data-presses.csv\": an export was killed, "
        + "or its file was moved (--force writes all anew)\n")
    #expect(folder.files == ["data-presses.csv", "store"])
    #expect(reply("export \(data) --force").hasPrefix("exported 0 trials and 0 presses to "))
    #expect(
      folder.files == [
        "data-long.csv", "data-presses.csv", "data-sessions.csv", "data.csv",
        "data.csv.dictionary.txt", "store",
      ])
    #expect(folder.bytes("data-presses.csv").count > 1)
  }

  @Test func `A file that is replaced keeps its mode, and a link stays a link`() {
    folder.write([1], "mine.jsonl")
    chmod(folder.path + "/mine.jsonl", 0o600)
    symlink("mine.jsonl", folder.path + "/link.jsonl")
    #expect(reply("export \(folder.path)/link.jsonl --force").hasPrefix("exported "))
    var facts = stat()
    #expect(lstat(folder.path + "/link.jsonl", &facts) == 0 && facts.st_mode & S_IFMT == S_IFLNK)
    #expect(stat(folder.path + "/mine.jsonl", &facts) == 0 && facts.st_mode & 0o777 == 0o600)
    #expect(folder.bytes("mine.jsonl") == [])
  }

  @Test func `A job of a script has finished before the next line`() {
    #expect(
      reply("backup \(folder.path)/copy &").hasPrefix("[1]\n[1] done: backup copy\nbacked up "))
    #expect(
      reply("backup \(folder.path)/copy &") == """
        [1]
        [1] failed: backup copy
        error: "copy" exists already (--force replaces it)

        """)
  }
}
