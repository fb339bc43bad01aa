import ChimpApplication
import TestSupport
import Testing

/// What is recorded passes its check, wherever the recording begins.
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
    // NB: what ends a recording before its time would leave nothing to prove.
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
    _ = run(option, input: input)
    guard folder.files.contains("session.txt") else { return }
    let check = run(["transcript", "check", path])
    // NB: a recording of nothing, with what came before it or without.
    let isEmpty = ["the file has no command\n", "whatever the commands answer, they pass\n"]
      .contains { check.diagnostics.hasSuffix($0) }
    #expect(
      check.status == 0 || isEmpty,
      "\(option)\n\(input)\n\(check.output)\(check.diagnostics)")
  }

  @Test func `What was recorded in the machine's time passes its check in virtual time`() {
    let folder = TemporaryFolder()
    let path = folder.path + "/session.txt"
    let lines = [
      "record \(path)", "start 3x1:1,1;2,1;3,1 hold=100", "board", "board", "1 1", "round",
      "2 1 3 1", "mode",
    ]
    var time = 0
    _ = run(["--clock", "real"], input: lines.joined(separator: "\n")) { environment in
      // A reading of the clock takes 5 milliseconds, so that all takes some time.
      environment.milliseconds = {
        time += 5
        return time
      }
    }
    #expect(run(["transcript", "check", path]).status == 0)
    #expect(String(decoding: folder.bytes("session.txt"), as: UTF8.self).contains("\n> wait "))
  }
}
