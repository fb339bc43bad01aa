import ChimpSystem
import Records
@testable import Screens
import Shell
import TestSupport
import Testing

/// Tests of holds that end late on a real clock, as on a busy machine or a slow terminal.
struct HoldTests {
  private let folder = TemporaryFolder(isInMemory: true)
  private var path: String { folder.path + "/store" }

  /// Runs lines on a clock on which each wait of more than 100 ms ends late, by the given
  /// milliseconds in turn.
  ///
  /// The clock also advances by `tick` milliseconds whenever it is read, and by 30 before the
  /// reading with the number `heldUpAt`.
  private func play(
    _ lines: [String], lateness: [Int], tick: Int = 0, heldUpAt: Int? = nil
  ) -> String {
    var milliseconds = 0
    var readingCount = 0
    var rest = lateness[...]
    return run(
      ["--store", path, "--clock", "real", "--player", "person"],
      input: lines.map { $0 + "\n" }.joined()
    ) {
      $0.configureStore = { $0.reserve = 0 }
      $0.milliseconds = {
        readingCount += 1
        milliseconds += tick + (readingCount == heldUpAt ? 30 : 0)
        return milliseconds
      }
      $0.waiting.sleep = { pause in
        milliseconds += pause + (pause > 100 ? rest.popFirst() ?? 0 : 0)
        return true
      }
    }.output
  }

  /// Returns the values of a column in all stored rounds, separated by commas; `-` stands for none.
  private func column(_ name: String) -> String? {
    Database.value("SELECT group_concat(coalesce(\(name), '-')) FROM Round", path)
  }

  @Test func `A missed hold is announced and does not count`() {
    let output = play(
      ["start monkey-ladder seed=z begin=now", "board", "give-up", "mode play", "stop"],
      lateness: [634])
    #expect(output.contains("\nshown for 2634 ms instead of 2000: this trial does not count\n"))
    #expect(output.contains("\nmonkey-ladder: level 4, misses 0 of 3\n"))
    #expect(column("measuredHold") == "2634")
    #expect(column("holdMet") == "0")
  }

  @Test func `A hold that was met counts and is not announced`() {
    let output = play(
      ["start monkey-ladder seed=z begin=now", "board", "give-up", "mode play", "stop"],
      lateness: [200])
    #expect(!output.contains("instead of"))
    #expect(output.contains("\nmonkey-ladder: level 3, misses 1 of 3\n"))
    #expect(column("holdMet") == "1")
  }

  @Test func `A missed hold is named among the exclusions and can be included`() {
    _ = play(
      ["start inoue-210 seed=z begin=now trials=1", "board", "1 3", "stop"], lateness: [634])
    #expect(column("holdMet") == "0")
    let summary = run(["--store", path, "-c", "summary include=virtual"]).output
    #expect(
      summary
        == "no trials to show\n1 trial with a missed hold left out (include=hold-missed shows it)\n"
    )
    let included = run(["--store", path, "-c", "summary include=hold-missed"]).output
    #expect(included.hasPrefix("inoue-210: you passed 0 of 1, 0 %; students about 40 %, "))
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

  @Test(arguments: [10, 11], [1, 2, 3])
  func `A test stops at the eleventh missed hold, and says why`(missedCount: Int, tick: Int) {
    let output = play(
      ["start inoue-210 seed=z begin=now trials=20"]
        + Array(repeating: ["board", "give-up", "board"], count: missedCount).joined(),
      lateness: Array(repeating: 634, count: missedCount), tick: tick)
    let lines = output.split(separator: "\n").filter {
      ["shown ", "test stopped: ", "error: "].contains(where: $0.hasPrefix)
    }
    // The hold and the lateness. The clock is read four times more often between the computation of
    // the wait and the onset than between the end of the wait and the mask.
    let shown = 210 + 634 - 4 * tick
    let missed = Array(
      repeating: "shown for \(shown) ms instead of 210: this trial does not count",
      count: missedCount)
    let stopped =
      "test stopped: more than half of the last 20 looks were interrupted, too short or too long"
    #expect(lines.map { String($0) } == missed + (missedCount > 10 ? [stopped] : []))
  }

  @Test func `A hold is never too short, wherever the program was held up`() throws {
    for number in 1...60 {
      _ = play(
        ["start 3 3 3 hold=500", "board", "give-up"], lateness: [0], heldUpAt: number)
      let hold = try #require(
        column("measuredHold")?.split(separator: ",").last.flatMap { Int($0) })
      #expect((500...530).contains(hold), "\(number)")
    }
  }

  /// The estimate after one failure at 280 ms is the mean of the posterior over 40 thresholds from
  /// 50 to 2000 ms, which were equally likely before.
  @Test(arguments: [
    (["give-up"], "670.3173,-", "280,748"),
    // The player ended the look, so that nothing is known of this hold: it comes again.
    (["hide", "give-up"], "-,-", "280,280"),
    (["wait 320", "give-up"], "670.3173,-", "280,748"),
  ])
  func `In a search for a hold, giving up is a failure unless the player ended the look`(
    _ lines: [String], _ estimates: String, _ holds: String
  ) {
    _ = run(
      ["--store", path],
      input: (["adapt hold seed=z"] + lines + ["wait 32", "stop"]).map { $0 + "\n" }.joined()
    ) {
      $0.configureStore = { $0.reserve = 0 }
    }
    #expect(column("estimate") == estimates)
    #expect(column("requestedHold") == holds)
  }

  /// An output that takes 40 ms for each write.
  private final class SlowSink: OutputSink {
    let supportsMarks = false
    private(set) var milliseconds = 0

    func write(_ bytes: Span<UInt8>, marks: [OutputMark]) -> SystemError? {
      milliseconds += 40
      return nil
    }

    /// Lets time pass.
    func sleep(_ pause: Int) -> Bool {
      milliseconds += pause
      return true
    }
  }

  /// Plays one round whose numerals take 40 ms to be written.
  private func playSlowly(_ lines: [String]) {
    let sink = SlowSink()
    _ = run(
      ["--store", path, "--clock", "real", "--player", "person"],
      input: lines.map { $0 + "\n" }.joined()
    ) {
      $0.configureStore = { $0.reserve = 0 }
      $0.output = sink
      $0.milliseconds = { sink.milliseconds }
      $0.waiting.sleep = sink.sleep
    }
  }

  /// The first press comes 500 ms after the beginning of the write, and 460 after its end.
  @Test func `No latency of a masking round contains the time in which the board was written`() {
    playSlowly(["start 3x1:1,1;2,1;3,1", "wait 500", "1 1", "wait 300", "2 1 3 1"])
    #expect(column("shown") == "0")
    #expect(
      Database.value("SELECT group_concat(lineLatency) FROM Press", path) == "460,300,0")
    #expect(column("onset") == "40")
  }

  @Test func `A hold begins when its numerals begin to be written`() {
    playSlowly(["start 3x1:1,1;2,1;3,1 hold=200", "wait 500", "1 1 2 1 3 1"])
    #expect(column("measuredHold") == "200")
    #expect(column("shown") == "0")
    #expect(column("onset") == "0")
  }

  @Test func `A missed hold outside a test is not announced`() {
    let output = play(["start 3 3 3 hold=500", "board", "give-up"], lateness: [634])
    #expect(!output.contains("instead of"))
    #expect(column("holdMet") == "0")
  }

  @Test func `Every trial of a store is validated when it is imported elsewhere`() {
    _ = play(
      ["start inoue-210 seed=z begin=now trials=1", "board", "1 3", "stop"], lateness: [634])
    let data = folder.path + "/data.jsonl"
    _ = run(["--store", path, "-c", "export \(data)"])
    let imported = run(["--store", folder.path + "/other", "-c", "import \(data)"]).output
    #expect(imported == "imported 1 trial and 1 press from \"\(data)\"\n")
  }
}
