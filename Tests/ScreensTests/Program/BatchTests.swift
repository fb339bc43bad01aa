import FaultyFiles
import Glibc
import Records
@testable import Screens
import TestSupport
import Testing

/// Tests of lines that are read together: they are stored in one commit before their replies are
/// written.
struct BatchTests {
  private let folder = TemporaryFolder(isInMemory: true)
  private var path: String { folder.path + "/store" }
  private static let rounds = (1...40).map { number in
    "start 3x1:1,1;2,1;3,1\n1 1\n2 1\n" + (number.isMultiple(of: 5) ? "9 9\nboard\n" : "") + "3 1\n"
  }

  @Test func `Batched lines reply as single ones do, and all of them are in the store`() {
    let text = Self.rounds.joined()
    let together = run(["--store", path, "--echo"], input: text)
    let alone = run(
      ["--store", path + "-alone", "--echo"]
        + text.split(separator: "\n").flatMap { ["-c", String($0)] })
    #expect(together.output == alone.output)
    #expect(together.status == 1)
    for name in [path, path + "-alone"] {
      #expect(Database.value("SELECT count(*) FROM Round WHERE outcome = 'passed'", name) == "40")
      #expect(Database.value("SELECT count(*) FROM Press", name) == "120")
    }
  }

  @Test func `Batched lines need fewer writes than single ones`() {
    let name = "batch-\(folder.path)"
    #expect(faulty_register(name) == 0)
    func writes(_ words: [String], _ input: String) -> Int {
      faulty_arm(name, FAULTY_NONE, 0)
      _ = run(["--store", path] + words, input: input) {
        $0.configureStore = { $0.fileSystem = name }
      }
      return Int(faulty_count(name))
    }
    let text = Self.rounds.joined()
    let alone = writes(text.split(separator: "\n").flatMap { ["-c", String($0)] }, "")
    let together = writes([], text)
    // The first line of a session changes the mode, so that it commits alone.
    let first = writes([], Self.rounds[0])
    #expect((together - first) * 10 < alone - first)
  }

  /// The disk is full after a number of lines was written.
  @Test(arguments: [[], ["--machine"], ["--echo"]])
  func `If a batch can't be saved, each line is refused and the round is as before`(
    _ options: [String]
  ) {
    let name = "batch-\(folder.path)-\(options)"
    #expect(faulty_register(name) == 0)
    faulty_arm(name, FAULTY_NONE, 0)
    let lines = [
      "start 3x1:1,1;2,1;3,1", "press 1 1", "wait 1", "press 2 1", "press 9 9", "press 3 1",
      "start 1x1:1,1", "version", "board", "wait 1", "press 2 1",
    ]
    let result = run(
      ["--store", path, "--clock", "real"] + options,
      input: lines.map { $0 + "\n" }.joined()
    ) { Self.fillDisk(name, in: $0) }
    let refusal = "can't save: the disk of '\(path)' is full"
    let first = result.output.split(separator: "\n").filter { line in
      !line.hasPrefix("  ") && !line.hasPrefix("> ")
    }.map { String($0.drop { "=? ".contains($0) }).replacing("error: ", with: "") }
    #expect(
      first == [
        "round 1: 3 numerals on 3x1, board 3x1:1,1;2,1;3,1", "right: 1 of 3", "waited 1 ms",
        refusal, refusal, refusal, refusal, "chimp 1.0.0", "round 1: 1 of 3 pressed",
        "waited 1 ms", "right: 2 of 3",
      ], "\(result.output)")
    #expect(
      Database.value("SELECT group_concat(moves) FROM Round", path) == "0 press 1 1;2 press 2 1")
    #expect(result.status == 3)
  }

  @Test func `A round whose last press can't be saved still ends with its time limit`() {
    let name = "batch-\(folder.path)-timer"
    #expect(faulty_register(name) == 0)
    faulty_arm(name, FAULTY_NONE, 0)
    let result = run(
      ["--store", path, "--clock", "real"],
      input: "start 2x1:1,1;2,1 limit=500\npress 1 1\nwait 1\npress 2 1\nwait 600\n"
    ) { Self.fillDisk(name, in: $0) }
    #expect(
      result.output == """
        round 1: 2 numerals on 2x1, board 2x1:1,1;2,1
             1  2
          1  1  2
        right: 1 of 2
             1  2
          1  .  #
        waited 1 ms
        error: can't save: the disk of '\(path)' is full
        timed out: 1 of 2
             1  2
          1  1  2
        round 1: timed out, 1 of 2 in 0 ms
        waited 600 ms

        """)
    #expect(Database.value("SELECT outcome FROM Round", path) == "timed-out")
  }

  /// Makes the disk of a store full from the first `wait` to the second one, on a real clock.
  private static func fillDisk(_ name: String, in environment: ProgramEnvironment) {
    var milliseconds = 0
    environment.configureStore = { settings in
      settings.fileSystem = name
      settings.reserve = 0
    }
    environment.milliseconds = { milliseconds }
    environment.waiting.sleep = { pause in
      faulty_arm(name, milliseconds == 0 ? FAULTY_FULL : FAULTY_NONE, 0)
      milliseconds += pause
      return true
    }
  }
}
