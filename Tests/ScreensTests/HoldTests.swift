import Records
@testable import Screens
import TestSupport
import Testing

/// Tests of holds that end late on a real clock, as on a busy machine or a slow terminal.
struct HoldTests {
  private let folder = TemporaryFolder(isInMemory: true)
  private var path: String { folder.path + "/store" }

  /// Runs lines on a clock on which each wait of more than 100 ms ends late, by the given
  /// milliseconds in turn.
  ///
  /// The clock also advances by `tick` milliseconds whenever it is read.
  private func play(_ lines: [String], lateness: [Int], tick: Int = 0) -> String {
    var milliseconds = 0
    var rest = lateness[...]
    return run(
      ["--store", path, "--clock", "real", "--player", "person"],
      input: lines.map { $0 + "\n" }.joined()
    ) {
      $0.configureStore = { $0.reserve = 0 }
      $0.milliseconds = {
        milliseconds += tick
        return milliseconds
      }
      $0.sleep = { pause in
        milliseconds += pause + (pause > 100 ? rest.popFirst() ?? 0 : 0)
        return true
      }
    }.output
  }

  /// Returns the values of a column in all stored rounds, separated by commas; `-` stands for none.
  private func column(_ name: String) -> String? {
    Database.value("SELECT group_concat(coalesce(\(name), '-')) FROM Round", path)
  }

  @Test func `A hold that was missed is announced, and does not count`() {
    let output = play(
      ["start monkey-ladder seed=z begin=now", "board", "give-up", "mode play", "stop"],
      lateness: [634])
    #expect(output.contains("\nshown for 2634 ms instead of 2000: this trial does not count\n"))
    #expect(output.contains("\nmonkey-ladder: level 4, misses 0 of 3\n"))
    #expect(column("measuredHold") == "2634")
    #expect(column("holdMet") == "0")
  }

  @Test func `One that was met counts, and nothing is said of it`() {
    let output = play(
      ["start monkey-ladder seed=z begin=now", "board", "give-up", "mode play", "stop"],
      lateness: [200])
    #expect(!output.contains("instead of"))
    #expect(output.contains("\nmonkey-ladder: level 3, misses 1 of 3\n"))
    #expect(column("holdMet") == "1")
  }

  @Test func `It is named among what is left out, and can be included`() {
    _ = play(
      ["start inoue-210 seed=z begin=now trials=1", "board", "1 3", "stop"], lateness: [634])
    #expect(column("holdMet") == "0")
    let summary = run(["--store", path, "-c", "summary include=virtual"]).output
    #expect(
      summary
        == "no trials to show\n1 trial with a missed hold left out (include=hold-missed shows it)\n"
    )
    let included = run(["--store", path, "-c", "summary include=hold-missed"]).output
    #expect(included.hasPrefix("inoue-210: 0 of 1 passed"))
  }

  @Test func `A test begins with everything enabled, but for the demonstration`() {
    func enabled(_ lines: [String]) -> [String] {
      let output = run(lines.flatMap { ["-c", $0] } + ["-c", "tree"]).output
      return output.split(separator: "\n").filter { $0.contains("[ ]") }.map {
        String($0.drop { $0 == " " })
      }
    }
    let disabled = ["disable hold", "disable play/board", "disable sum", "disable demonstration"]
    let test = "start human-benchmark seed=z"
    #expect(Set(enabled(disabled + ["start 3 3 3"])).isSuperset(of: ["[ ] sum", "[ ] board"]))
    #expect(enabled(disabled + [test]) == enabled(["disable demonstration", test]))
  }

  @Test(arguments: [10, 11])
  func `A test stops at the eleventh missed hold, and says why`(missedCount: Int) {
    let output = play(
      ["start inoue-210 seed=z begin=now trials=20"]
        + Array(repeating: ["board", "give-up", "board"], count: missedCount).joined(),
      lateness: Array(repeating: 634, count: missedCount), tick: 1)
    let lines = output.split(separator: "\n").filter {
      ["shown ", "test stopped: ", "error: "].contains(where: $0.hasPrefix)
    }
    let missed = Array(
      repeating: "shown for 843 ms instead of 210: this trial does not count", count: missedCount)
    let stopped =
      "test stopped: more than half of the last 20 looks were interrupted, too short or too long"
    #expect(lines.map { String($0) } == missed + (missedCount > 10 ? [stopped] : []))
  }

  @Test func `A round outside a test says nothing`() {
    let output = play(["start 3 3 3 hold=500", "board", "give-up"], lateness: [634])
    #expect(!output.contains("instead of"))
    #expect(column("holdMet") == "0")
  }

  @Test func `Every trial of a store is proven when it is imported elsewhere`() {
    _ = play(
      ["start inoue-210 seed=z begin=now trials=1", "board", "1 3", "stop"], lateness: [634])
    let data = folder.path + "/data.jsonl"
    _ = run(["--store", path, "-c", "export \(data)"])
    let imported = run(["--store", folder.path + "/other", "-c", "import \(data)"]).output
    #expect(imported == "imported 1 trial and 1 press from \"\(data)\"\n")
  }
}
