import Glibc
import Records
@testable import Screens
import TestSupport
import Testing

/// Tests of a store that is replaced while the program runs: the messages that the user sees.
struct LostStoreTests {
  private let folder = TemporaryFolder()
  private var path: String { folder.path + "/store" }
  private var lost: String { "'\(path)' was removed or replaced while it was open" }

  /// Runs commands on a store with one piece of news; another file replaces the store during the
  /// first wait.
  private func chimp(
    _ commands: String..., isPerson: Bool = false
  ) throws -> FinishedRun {
    for name in ["store", "other"] {
      let arguments = ["--store", folder.path + "/" + name, "-c", "news add \(name)"]
      #expect(run(arguments) { $0.configureStore = { $0.reserve = 0 } }.status == 0)
    }
    let (path, other) = (path, folder.path + "/other")
    var milliseconds = 0
    let words = isPerson ? [] : commands.flatMap { ["-c", $0] }
    let input = commands.map { $0 + "\n" }.joined()
    return run(["--store", path, "--clock", "real"] + words, input: input) {
      $0.inputIsTerminal = isPerson
      $0.configureStore = { $0.reserve = 0 }
      $0.milliseconds = { milliseconds }
      $0.waiting.sleep = { pause in
        rename(other, path)
        milliseconds += pause
        return true
      }
    }
  }

  /// Returns the titles of the news in a store, separated by commas.
  private func titles(_ name: String) -> String? {
    Database.value("SELECT group_concat(title) FROM News", folder.path + "/" + name)
  }

  /// Expects the messages, the exit status and the files after the store was replaced.
  private func check(_ result: FinishedRun) {
    #expect(result.status == 3)
    #expect(
      result.diagnostics == """
        chimp: \(lost): nothing is saved from now on
        chimp: what it held is in '\(path)-rescued'

        """)
    #expect(folder.files == ["store", "store-rescued", "store-shm", "store-wal"])
    #expect(titles("store") == "other")
  }

  @Test func `A lost store is reported once, at the next save, and its replacement stays`()
    throws
  {
    let result = try chimp("news add Two", "wait 1", "news add Three", "start 1 1 1")
    check(result)
    #expect(titles("store-rescued") == "store,Two")
    #expect(result.output.hasSuffix("waited 1 ms\nerror: \(lost)\nerror: \(lost)\n"))
  }

  @Test func `A lost store is reported at the end if nothing is saved any more`() throws {
    let result = try chimp("news add Two", "wait 1", "version")
    check(result)
    #expect(titles("store-rescued") == "store,Two")
    #expect(result.output.hasSuffix("waited 1 ms\nchimp 1.0.0\n"))
    let notices = (1...2).map { _ in
      run(["--store", path, "-c", "news"]) { $0.configureStore = { $0.reserve = 0 } }.diagnostics
    }
    #expect(
      notices == [
        """
        chimp: '\(path)-rescued' has 2 rescued records, without presses: \
        "chimp --store \(path)-rescued" opens it

        """, "",
      ])
  }

  @Test(arguments: ["check-store", "backup", "export", "import", "recover"])
  func `No operation begins on a file that has replaced the store`(_ command: String) throws {
    let words = command == "check-store" ? command : "\(command) \(folder.path)/x.csv"
    let result = try chimp("news add Two", "wait 1", words)
    check(result)
    #expect(result.output.hasSuffix("waited 1 ms\nerror: \(lost)\n"))
  }

  @Test func `The presses so far are rescued if the store is lost in the middle of a round`() throws
  {
    let result = try chimp("start 3x1:1,1;2,1;3,1", "1 1", "wait 1", "2 1", "2 1 3 1")
    check(result)
    let presses = "SELECT count(*) FROM Press"
    #expect(Database.value(presses, path + "-rescued") == "1")
    #expect(result.output.hasSuffix("error: \(lost)\n"))
    checkRescue()
  }

  /// Expects that the next run reports the rescued presses once, and that an import restores them.
  private func checkRescue() {
    let message = """
      chimp: '\(path)-rescued' has 1 rescued press: "import \(path)-rescued" brings them back

      """
    func chimp(_ commands: String..., options: [String] = []) -> FinishedRun {
      run(commands, on: path, options: options)
    }
    #expect(chimp("rounds", options: ["--restricted"]).diagnostics == "")
    let first = chimp("rounds")
    #expect([first.diagnostics, first.output] == [message, "no rounds\n"])
    #expect(chimp("rounds").diagnostics == "")
    let second = chimp("import \(path)-rescued", "round 1", "check-store")
    #expect(
      second.output.hasPrefix("imported 1 trial and 1 press from \"\(path)-rescued\"\nround 1"))
    #expect(second.output.hasSuffix(": no damage found\n"))
    #expect(
      chimp("import \(path)-rescued").output
        == "imported 0 trials and 0 presses from \"\(path)-rescued\"; 1 was already there\n")
  }
}

/// Tests of a store whose files are damaged while a program uses it.
struct DamagedStoreTests {
  private let folder = TemporaryFolder()
  private var path: String { folder.path + "/store" }

  /// Returns a running program with a round of which the first numeral was pressed.
  private func play() throws -> LiveProgram {
    let program = try LiveProgram(
      ["--machine", "--store", path], diagnostics: folder.path + "/diagnostics")
    program.send("start 4x1:1,1;2,1;3,1;4,1")
    #expect(program.answer()?.first == "= round 1: 4 numerals on 4x1, board 4x1:1,1;2,1;3,1;4,1")
    program.send("press 1 1")
    #expect(program.answer()?.first == "= right: 1 of 4")
    return program
  }

  /// Expects that the program refuses presses with an error, and reports it again when it exits.
  private func check(_ program: LiveProgram, _ fault: String) {
    program.send("press 2 1")
    #expect(program.answer()?.first == "? \(fault)")
    program.send("press 2 1")
    #expect(program.answer()?.first == "? \(fault)")
    #expect(program.finish() == 3)
    #expect(
      folder.text("diagnostics") == """
        chimp: \(fault): nothing is saved from now on
        chimp: what it held is in '\(path)-rescued'

        """)
    #expect(Database.value("SELECT count(*) FROM Press", path + "-rescued") == "1")
  }

  @Test(arguments: ["", "-wal", "-shm"])
  func `A file that is removed under a program is reported, and the program goes on`(
    _ ending: String
  ) throws {
    let program = try play()
    unlink(path + ending)
    check(program, "'\(path)\(ending)' was removed or replaced while it was open")
  }

  /// The system may kill a program that uses a shared memory index after it was truncated.
  @Test(arguments: [0, 100])
  func `An index that is cut under a program loses nothing that was acknowledged`(
    _ size: Int
  ) throws {
    let program = try play()
    truncate(path + "-shm", off_t(size))
    program.send("press 2 1")
    let count = program.answer()?.first == "= right: 2 of 4" ? 2 : 1
    program.kill()
    let result = FinishedRun([programPath, "--store", path, "-c", "check-store full"])
    #expect(result.output.hasSuffix(": no damage found\n"))
    #expect(result.status == 0)
    let found = try #require(Database.value("SELECT count(*) FROM Press", path).flatMap { Int($0) })
    #expect(found >= count)
  }

  @Test func `A file that is written over under a program is found by the next check`() throws {
    let program = try play()
    let descriptor = open(path, O_WRONLY)
    #expect(pwrite(descriptor, [UInt8](repeating: 7, count: 5000), 5000, 9000) == 5000)
    close(descriptor)
    program.send("press 2 1")
    #expect(program.answer()?.first == "= right: 2 of 4")
    _ = program.finish()
    let result = FinishedRun([programPath, "--store", path, "-c", "check-store full"])
    #expect(result.status == 3)
    #expect(result.diagnostics.hasPrefix("chimp: damaged: '\(path)': "))
  }

  /// Returns the number of file locks that a process holds.
  private func lockCount(of process: Int32) -> Int {
    // While other processes lock files, the system may list a lock twice, with another number.
    let locks = TemporaryFolder.text(at: "/proc/locks").split(separator: "\n").map { line in
      Array(line.split(separator: " ").dropFirst())
    }
    return Set(locks.filter { $0.dropFirst(3).first == "\(process)" }).count
  }

  @Test func `No command opens the store's own files, which would drop its locks`() throws {
    let program = try play()
    #expect(link(path, folder.path + "/link.csv") == 0)
    let count = lockCount(of: program.process)
    #expect(count > 1)
    for line in [
      "source \(path)", "source \(path)-shm", "source \(folder.path)/link.csv",
      "record \(path)-shm", "import \(path) format=csv", "import \(folder.path)/link.csv",
      "import \(path)-shm format=csv", "export \(path) --force format=csv",
      "backup \(path) --force", "recover \(path)-shm",
    ] {
      program.send(line)
      #expect(program.answer()?.first?.hasPrefix("? ") == true, "\(line)")
      #expect(lockCount(of: program.process) == count, "\(line)")
    }
    // NB: a store that gets a second name counts as lost for programs that have it open.
    unlink(folder.path + "/link.csv")
    #expect(program.finish() == 3)
    let result = FinishedRun([programPath, "--store", path, path])
    #expect(result.status == 2)
    #expect(
      result.diagnostics == """
        chimp: '\(path)-rescued' has 1 rescued press: "import \(path)-rescued" brings them back
        chimp: the program is using "\(path)" itself

        """)
  }

  @Test func `Only one program goes on with a round that was left behind`() throws {
    try play().kill()
    let programs = try (0..<4).map { _ in try LiveProgram(["--machine", "--store", path]) }
    for program in programs { program.send("resume") }
    let answers = programs.compactMap { $0.answer()?.first }
    #expect(answers.filter { $0 == "= resumed: round 1: 1 of 4 pressed" }.count == 1)
    #expect(answers.filter { $0 == "? no round was interrupted" }.count == 3)
  }
}

/// Tests of many programs that use one store at the same time.
struct StoreCrowdTests {
  @Test func `All that many programs acknowledged is in the store that they share`() throws {
    let program = String(programPath.dropLast("chimp".count)) + "store-crowd"
    let result = FinishedRun([program, "--rounds", "60"])
    #expect(result.status == 0)
    #expect(result.output.hasSuffix("\nlost 0, doubled 0, alarms 0\n"), "\(result.output)")
  }
}
