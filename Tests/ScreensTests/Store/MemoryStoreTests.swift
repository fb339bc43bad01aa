@testable import Archive
@testable import Exchange
@testable import Game
import Records
import SampleData
@testable import Screens
@testable import Shell
import TestSupport
import Testing

/// Tests of operations in a script without a store, whose records are in memory.
struct MemoryStoreTests {
  private static let round = "start 4x6:2,3;1,1;4,5\nwait 100\n2 3\nwait 50\n1 1 4 5\n"

  private let folder = TemporaryFolder(isInMemory: true)

  /// Runs a script and returns its last `count` lines of output.
  private func play(_ script: String, last count: Int = .max, options: [String] = []) -> String {
    var lines = run(options, input: script).output.split(separator: "\n")
    lines = lines.suffix(count).map { $0.split(separator: folder.path + "/").joined()[...] }
    return lines.joined(separator: "\n")
  }

  @Test func `A script's rounds are exported, imported and replayed`() {
    #expect(
      play(Self.round + "export \(folder.path)/data.csv", last: 2)
        == "exported 1 trial and 3 presses to \"data.csv\", \"data-presses.csv\", "
        + "\"data-sessions.csv\", \"data-long.csv\", \"data.csv.dictionary.txt\"\n"
        + "round 1: passed, 3 of 3 in 176 ms"
    )
    let script = """
      start 1x1:1,1
      import \(folder.path)/data.csv
      rounds
      start 1x1:1,1
      replay 2
      export \(folder.path)/again.jsonl
      check-store
      """
    #expect(
      play(script) == """
        round 1: 1 numeral on 1x1, board 1x1:1,1
             1
          1  1
        imported 1 trial and 3 presses from "data.csv"
         round  onset                     result    pressed   board
             1  2000-01-01T00:00:00.000Z  not over  0 of 1    described
             2  2000-01-01T00:00:00.000Z  passed    3 of 3    4x6:2,3;1,1;4,5
        round 3: 1 numeral on 1x1, board 1x1:1,1
             1
          1  1
        replay of round 2: 4x6:2,3;1,1;4,5
             1  2  3  4
          1  2  .  .  .
          2  .  .  .  .
          3  .  1  .  .
          4  .  .  .  .
          5  .  .  .  3
          6  .  .  .  .
        112 ms, press 2 3: right
             1  2  3  4
          1  #  .  .  .
          2  .  .  .  .
          3  .  .  .  .
          4  .  .  .  .
          5  .  .  .  #
          6  .  .  .  .
        176 ms, press 1 1: right
             1  2  3  4
          1  .  .  .  .
          2  .  .  .  .
          3  .  .  .  .
          4  .  .  .  .
          5  .  .  .  #
          6  .  .  .  .
        176 ms, press 4 5: passed
             1  2  3  4
          1  .  .  .  .
          2  .  .  .  .
          3  .  .  .  .
          4  .  .  .  .
          5  .  .  .  .
          6  .  .  .  .
        the outcome is the same: passed
        exported 2 trials and 3 presses to "again.jsonl", "again.jsonl.dictionary.txt"; left out 1 \
        trial that is not over
        checked 10 rows: no damage found
        """)
  }

  @Test func `A script exports the same every time, and another script other names`() {
    let export = "export \(folder.path)"
    _ = play(Self.round + "\(export)/one.jsonl")
    _ = play(Self.round + "\(export)/two.jsonl")
    #expect(folder.bytes("one.jsonl") == folder.bytes("two.jsonl"))
    _ = play("wait 1\n" + Self.round + "\(export)/three.jsonl")
    let store = ["--store", folder.path + "/store"]
    let imports = ["one", "two", "three"].map { "import \(folder.path)/\($0).jsonl\n" }.joined()
    #expect(
      play(imports, options: store) == """
        imported 1 trial and 3 presses from "one.jsonl"
        imported 0 trials and 0 presses from "two.jsonl"; 1 was already there
        imported 1 trial and 3 presses from "three.jsonl"
        """)
  }

  @Test func `Rounds stay what they are when the store gets them, and later ones follow`() {
    let script = Self.round + "start 4x6:2,3;1,1;4,5\n2 3\n"
    let rounds = play(script + "rounds", last: 3)
    #expect(play(script + "check-store\nrounds", last: 3) == rounds)
    #expect(
      play(script + "check-store\n1 1 4 5\nstart 1x1:1,1\n1 1\nrounds\nnews", last: 6) == """
         round  onset                     result    pressed   board
             1  2000-01-01T00:00:00.000Z  passed    3 of 3    4x6:2,3;1,1;4,5
             2  2000-01-01T00:00:00.176Z  passed    3 of 3    4x6:2,3;1,1;4,5
             3  2000-01-01T00:00:00.176Z  passed    1 of 1    1x1:1,1
        no news
        round 3: passed, 1 of 1 in 0 ms
        """)
    let report = play(script + "round 2").split(separator: "round 2: not over").last
    #expect(report?.split(separator: "\n").count == 9)
    #expect(
      play(script + "check-store\nround 2").split(separator: "round 2: not over").last == report)
  }

  @Test func `A trial belongs to the participant who began it`() throws {
    let script = """
      set seed a
      start 2x1:1,1;2,1
      1 1
      set participant anna
      2 1
      start 1x1:1,1
      set participant berta
      set seed b
      set seed c
      set participant carla
      start 1x1:1,1
      set participant dora
      export \(folder.path)/data.csv
      start 1x1:1,1
      1 1
      export \(folder.path)/data.csv --force
      """
    _ = play(script)
    let trials = try read(folder.bytes("data.csv")) { CSVReader<TrialRow>($0) }
    #expect(trials.fault == "")
    let facts = trials.rows.map { trial in
      "\(trial.session.participant) \(trial.session.seed) \(trial.outcome ?? "-")"
    }
    #expect(facts == ["guest a passed", "anna a gave-up", "carla c gave-up", "dora c passed"])
  }

  @Test func `A script says how many rounds it has forgotten, and keeps their numbers`() {
    let script = String(repeating: "start 1x1:1,1\n1 1\n", count: 102)
    let export = "exported 100 trials and 100 presses to \"data.jsonl\", "
    #expect(
      play(script + "export \(folder.path)/data.jsonl\nstart 1x1:1,1", last: 4) == """
        \(export)"data.jsonl.dictionary.txt"; 2 older rounds are no longer known
        round 103: 1 numeral on 1x1, board 1x1:1,1
             1
          1  1
        """)
    let roundLine = "\nround 102: passed, 1 of 1 in 0 ms"
    #expect(
      play(script + "check-store\nreplay 2", last: 2)
        == "error: there is no round 2 (\"rounds\" lists them)" + roundLine)
    #expect(
      play(script + "check-store\nreplay 3", last: 2) == "the outcome is the same: passed"
        + roundLine)
    let backup = play(script + "start 1x1:1,1\nbackup \(folder.path)/copy &", last: 1)
    #expect(backup.hasPrefix("backed up "))
    #expect(backup.hasSuffix(" bytes to \"copy\"; 3 older rounds are no longer known"))
  }

  @Test func `A backup of records in memory is a store`() {
    let copy = folder.path + "/copy"
    _ = play("news add One\n" + Self.round + "backup \(copy)")
    #expect(
      play("check-store\nrounds", options: ["--store", copy]) == """
        checked 7 rows: no damage found
         round  onset                     result    pressed   board
             1  2000-01-01T00:00:00.000Z  passed    3 of 3    4x6:2,3;1,1;4,5
        """)
  }

  @Test func `A script that asks for nothing about the store opens none`() {
    let output = OutputWriter(sink: MemorySink())
    let application = Application(
      output: output, environment: ApplicationEnvironment(sessionSeed: .script))
    let console = makeConsole(application, output)
    for line in (Self.round + "set participant x\nrounds\nreplay 1").split(separator: "\n") {
      console.perform(line: Array(line.utf8))
    }
    #expect(application.programStore.reachability.store == nil)
    console.perform(line: Array("check-store".utf8))
    #expect(application.programStore.reachability.store == .writable)
  }

  @Test func `An import that fails leaves the records in memory as they were`() {
    folder.write(ExchangeText.lines([Sample(0), Sample(1), Sample(0)]), "data.jsonl")
    folder.write(ExchangeText.lines([Sample(0)]), "good.jsonl")
    let script = """
      news add One
      import \(folder.path)/data.jsonl
      check-store
      import \(folder.path)/good.jsonl
      check-store
      """
    #expect(
      play(script, last: 4) == """
        error: data.jsonl:14: trial "trial-0" appears twice
        checked 1 row: no damage found
        imported 1 trial and 5 presses from "good.jsonl"
        checked 9 rows: no damage found
        """)
  }
}
