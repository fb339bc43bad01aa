@testable import Archive
@testable import Game
import Records
@testable import Screens
@testable import Shell
@testable import Statistics
import TestSupport
import Testing

/// Tests of the measured timing of a terminal: its round trips and its holds.
struct TimingTests {
  private let folder = TemporaryFolder(isInMemory: true)
  private var path: String { folder.path + "/store" }

  /// Runs lines in a session in which measuring the terminal gives a sample, `nil` for no terminal,
  /// and returns the output.
  private func play(_ lines: String..., sample: TimingSample?) -> String {
    let output = OutputWriter(sink: MemorySink())
    let records = RecordsEnvironment(path: path, configure: { $0.reserve = 0 })
    records.ownProcess = { "one" }
    var environment = ApplicationEnvironment(sessionSeed: .script, records: records)
    environment.terminal = sample.map { StillTerminal(sample: $0) }
    let application = Application(output: output, environment: environment)
    let console = makeConsole(application, output)
    let bytes = lines.flatMap { line in
      output.capture(keeping: false) { console.perform(line: Array(line.utf8)) }
    }
    application.close()
    return String(decoding: bytes, as: UTF8.self)
  }

  private var sample: TimingSample {
    var sample = TimingSample(requestedHold: 210)
    (sample.roundTrips, sample.holds) = ([0.5, 0.25, 0.75], [210.5, 211, 210, 210.5])
    return sample
  }

  private let summary =
    "hold 210: median 210.50 ms, sd 0.41, range 210.00 to 211.00, n 4; "
    + "round trip: median 0.50 ms, sd 0.25, range 0.25 to 0.75, n 3"

  @Test(arguments: [["start 1 1 1", "timing"], ["timing", "start 1 1 1"], ["timing"]])
  func `The measured timing is stored with the session, whenever that begins`(
    _ lines: [String]
  ) {
    _ = play(lines[0], lines.last ?? "", sample: sample)
    #expect(Database.value("SELECT group_concat(timing, '|') FROM Session", path) == summary)
  }

  @Test func `The session of the next participant has the measured timing, too`() {
    _ = play("timing", "start 1 1 1", "set participant P07", "start 1 1 1", sample: sample)
    #expect(
      Database.value("SELECT group_concat(timing, '|') FROM Session", path)
        == summary + "|" + summary)
  }

  @Test func `Without a terminal nothing is measured`() {
    #expect(
      play("timing", sample: nil)
        == "error: there is no terminal to measure\n")
  }
}
