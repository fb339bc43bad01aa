@testable import Screens
import TestSupport
import Testing
import Transcripts

/// Tests of random recordings, which pass their check, at whichever line they begin.
struct RecordingTests {
  private static let lines = [
    "start 3 3 2", "start 5 4 6 hold=100", "start 4x6n5#1/apple", "start 2 2 2 empty=ignore",
    "again", "give-up", "board", "hide", "identifier", "round", "wait 50", "wait 1000",
    "add x", "add \"two words  \"", "insert 0 y", "replace 0 z", "remove 0", "move 0 1", "select 0",
    "label", "label \"\u{1b}[31m\"", "list", "observe cellTextArray old new",
    "observe topLabelText",
    "unobserve topLabelText", "observers", "observe rounds", "sum 1 2", "sum", "history",
    "help sum",
    "set", "set seed apple", "set seed \"a b\"", "set echo on", "set echo off", "set color on",
    "set color off", "mode", "coin", "tree", "touch 1 1", "swipe left", "accelerate right",
    "mode play", "mode attract", "mode start", "nonsense", "board x", "version \"", "# comment", "",
    "   ", "version   ", "  version", "record off", "source \"\(missing)\"", "version \u{0}",
  ]
  private static let missing = "/nowhere/moves.txt"

  /// Plays random lines, the later ones of them recorded, and returns the output.
  private func session(_ random: inout RandomNumbers, recordingTo path: String, _ sourced: String)
    -> String
  {
    var lines: [String] = []
    let count = 5 + random.below(60)
    let beginning = random.below(count)
    for number in 0..<count {
      if number == beginning { lines.append("record \(path)") }
      switch random.below(10) {
      case 0...3: lines.append("\(1 + random.below(4)) \(1 + random.below(4))")
      case 4: lines.append("source \(sourced)")
      default: lines.append(Self.lines[random.below(Self.lines.count)])
      }
    }
    // NB: the commands that end a recording early are excluded.
    return lines.enumerated().filter { $0.element != "record off" || $0.offset <= beginning }
      .map(\.element).joined(separator: "\n")
  }

  @Test(arguments: 0..<300)
  func `A recording that begins anywhere passes its check`(seed: UInt64) {
    let folder = TemporaryFolder()
    let path = folder.path + "/session.txt"
    let moves = folder.file("moves.txt", "start 3 3 2\n1 1\nadd sourced\nset color on\nbad\n")
    var random = RandomNumbers(seed: seed)
    let options = [[], ["--seed", "pear"], ["--echo"], ["--color", "always"], ["--bail"]]
    let option = options[random.below(options.count)]
    let input = session(&random, recordingTo: path, moves)
    checkRecording(folder, run(option, input: input), "\(option)\n\(input)")
  }

  /// Expects that the check of a recorded file passes; its message has the lines of the session.
  private func checkRecording(
    _ folder: TemporaryFolder, _ recorded: FinishedRun, _ words: String
  ) {
    let path = folder.path + "/session.txt"
    let check = run(["transcript", "check", path])
    if recorded.diagnostics.hasSuffix("nothing was recorded to \"\(path)\"\n") {
      #expect(!folder.files.contains("session.txt"), "\(words)")
    } else if recorded.diagnostics.hasSuffix("where nothing can be checked\n") {
      #expect(check.diagnostics.hasSuffix("whatever the commands answer, they pass\n"), "\(words)")
    } else if recorded.output.contains("recording to ") {
      #expect(check.status == 0, "\(words)\n\(check.output)\(check.diagnostics)")
    }
  }

  @Test func `A recording of which nothing can be checked says so`() {
    let folder = TemporaryFolder()
    let path = folder.path + "/session.txt"
    let lines = ["record \(path)", "import nothing.csv", "record off", "record \(path)2"]
    let recorded = run([], input: lines.joined(separator: "\n"))
    #expect(
      recorded.output.hasSuffix(
        """
        recorded to "\(path)", where nothing can be checked
        recording to "\(path)2"

        """))
    #expect(recorded.diagnostics == "chimp: nothing was recorded to \"\(path)2\"\n")
    #expect(folder.files == ["session.txt"])
  }

  @Test func `A recording by the tool passes its check, though its files exist now`() {
    let folder = TemporaryFolder()
    let path = folder.path + "/session.txt"
    var lines = [
      "start 2x1:1,1;2,1", "1 1", "export data.csv", "backup copy", "record inner", "sum 1 2",
      "record off", "rounds", "import data.csv", "rounds",
    ][...]
    let recorded = run(["transcript", "record", path]) { environment in
      environment.configureTool = { $0.answer = { lines.popFirst() } }
    }
    #expect(recorded.status == 0)
    #expect(run(["transcript", "check", path]).status == 0)
    #expect(folder.files == ["session.txt"])
    #expect(
      String(decoding: folder.bytes("session.txt"), as: UTF8.self).hasSuffix(
        """
        > export data.csv
        : ...
        > backup copy
        : ...
        > record inner
        : ...
        > sum 1 2
        = ok
        | total: 3
        > record off
        : ...
        > rounds
        = ok
        |  round  onset                     result    pressed   board
        |      1  2000-01-01T00:00:00.000Z  not over  1 of 2    described
        > import data.csv
        : ...
        > rounds
        : ...

        """))
  }

  @Test func `A session that was recorded in real time passes its check in virtual time`() {
    let folder = TemporaryFolder()
    let path = folder.path + "/session.txt"
    let lines = [
      "record \(path)", "start 3x1:1,1;2,1;3,1 hold=100", "board", "board", "1 1", "round",
      "2 1 3 1", "mode",
    ]
    var time = 0
    _ = run(["--clock", "real"], input: lines.joined(separator: "\n")) { environment in
      // Each call advances the clock by 5 milliseconds.
      environment.milliseconds = {
        time += 5
        return time
      }
    }
    #expect(run(["transcript", "check", path]).status == 0)
    #expect(String(decoding: folder.bytes("session.txt"), as: UTF8.self).contains("\n> wait "))
  }

  @Test func `A recording of a driving program has no numbers, and can be played`() {
    let folder = TemporaryFolder()
    let path = folder.path + "/framed.txt"
    let input = "1 record \(path)\n2 start 1x1:1,1\n  3 press 1 1\n4\n5 record off\n"
    #expect(run(["--machine"], input: input).status == 1)
    let recorded = String(decoding: folder.bytes("framed.txt"), as: UTF8.self)
    #expect(recorded.contains("\n> start 1x1:1,1\n"))
    #expect(recorded.contains("\n> press 1 1\n"))
    #expect(run([path]).output.contains("\npassed: 1 of 1\n"))
  }

  @Test(arguments: 0..<60)
  func `A recording leaves open what depends on a store, on the date or on files`(seed: UInt64) {
    let folder = TemporaryFolder()
    let path = folder.path + "/session.txt"
    let store = folder.path + "/store"
    let earlier = ["start 1x1:1,1", "1 1", "news add Earlier", "start 2x1:1,1;2,1", "1 1"]
    #expect(run(["--store", store], input: earlier.joined(separator: "\n")).status == 0)
    let others = [
      "rounds", "round 1", "round 2", "replay 1", "news", "news add Title Body", "news clear --yes",
      "start 2x1:1,1;2,1", "1 1", "2 1", "check-store", "check-store full", "resume", "mode",
      "backup \(folder.path)/copy", "export \(folder.path)/data.jsonl", "wait 3000",
      "import \(folder.path)/data.jsonl", "rounds all", "again", "jobs", "history",
    ]
    var random = RandomNumbers(seed: seed)
    var lines = (0..<30).map { _ in others[random.below(others.count)] }
    lines.insert("record \(path)", at: random.below(20))
    let input = lines.joined(separator: "\n")
    checkRecording(folder, run(["--store", store], input: input), input)
  }

  @Test func `A recording keeps what is the same in every session, and has holes for the rest`() {
    let folder = TemporaryFolder()
    let path = folder.path + "/session.txt"
    let store = folder.path + "/store"
    #expect(run(["--store", store], input: "start 1x1:1,1\n1 1\n").status == 0)
    let lines = ["record \(path)", "start 2x1:1,1;2,1", "1 1", "news add Title", "sum 1 2"]
    _ = run(["--store", store], input: lines.joined(separator: "\n"))
    #expect(
      String(decoding: folder.bytes("session.txt"), as: UTF8.self) == """
        @ chimp-transcript 1
        @ seed 42-1
        > start 2x1:1,1;2,1
        = ok
        ~ round {int}: 2 numerals on 2x1, board 2x1:1,1;2,1
        |      1  2
        |   1  1  2
        > 1 1
        = ok
        | right: 1 of 2
        |      1  2
        |   1  .  #
        > news add Title
        = ok
        : ...
        > sum 1 2
        = ok
        | total: 3

        """)
  }
}
