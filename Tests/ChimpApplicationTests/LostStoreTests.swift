import ChimpApplication
import Glibc
import Records
import TestSupport
import Testing

/// A store that somebody takes away while the program runs, as whoever runs it sees it.
struct LostStoreTests {
  private let folder = TemporaryFolder()
  private var path: String { folder.path + "/store" }
  private var lost: String { "'\(path)' was removed or replaced while it was open" }

  /// Runs commands on a store with one news; in the first wait the file is replaced.
  private func chimp(
    _ commands: String..., isPerson: Bool = false
  ) throws -> ProgramResult {
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
      $0.sleep = { pause in
        rename(other, path)
        milliseconds += pause
        return true
      }
    }
  }

  private func titles(_ name: String) -> String? {
    Database.value("SELECT group_concat(title) FROM News", folder.path + "/" + name)
  }

  private func check(_ result: ProgramResult) {
    #expect(result.status == 3)
    #expect(
      result.diagnostics == """
        chimp: \(lost): nothing is saved from now on
        chimp: what it held is in '\(path)-rescued'

        """)
    #expect(folder.files == ["store", "store-rescued"])
    #expect(titles("store") == "other")
  }

  @Test func `At the next save it is told, once, and the file that is there is not harmed`()
    throws
  {
    let result = try chimp("news add Two", "wait 1", "news add Three", "start 1 1 1")
    check(result)
    #expect(titles("store-rescued") == "store,Two")
    #expect(result.output.hasSuffix("waited 1 ms\nerror: \(lost)\nerror: \(lost)\n"))
  }

  @Test func `Where nothing is saved any more, it is told at the end`() throws {
    let result = try chimp("news add Two", "wait 1", "version")
    check(result)
    #expect(titles("store-rescued") == "store,Two")
    #expect(result.output.hasSuffix("waited 1 ms\nchimp 1.0.0\n"))
  }

  @Test(arguments: ["check-store", "backup", "export", "import", "recover"])
  func `No work is begun on what is there instead`(_ command: String) throws {
    let words = command == "check-store" ? command : "\(command) \(folder.path)/x.csv"
    let result = try chimp("news add Two", "wait 1", words)
    check(result)
    #expect(result.output.hasSuffix("waited 1 ms\nerror: \(lost)\n"))
  }

  @Test func `In the middle of a round, the presses so far are rescued`() throws {
    let result = try chimp("start 3x1:1,1;2,1;3,1", "1 1", "wait 1", "2 1", "2 1 3 1")
    check(result)
    let presses = "SELECT count(*) FROM Press"
    #expect(Database.value(presses, path + "-rescued") == "1")
    #expect(result.output.hasSuffix("error: \(lost)\n"))
  }
}
