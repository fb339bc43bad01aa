@testable import Screens
import Shell
import TestSupport
import Testing

/// Tests of a restricted session: the commands that it allows, and its limits.
struct RestrictedTests {
  private let folder = TemporaryFolder()
  private var store: String { folder.path + "/store" }

  /// Runs lines in a restricted session and returns the output.
  private func session(_ lines: [String], as participant: String? = nil) -> String {
    let code = participant.map { ["--participant", $0] } ?? []
    let text = lines.map { $0 + "\n" }.joined()
    return run(["--restricted", "--store", store] + code, input: text).output
  }

  /// Returns a line for each form of a command, with arguments that it accepts.
  private func lines(of command: Command<Application>) -> [String] {
    command.forms.map { form in
      let words = form.parameters.map { parameter in
        switch parameter.kind {
        case .number(let range): "\(max(1, range.lowerBound))"
        case .choice(let choices), .flag(let choices): choices[0]
        case .literal: "\(parameter.name)"
        case .commandName: "start"
        case .settingName: "board"
        case .file, .text, .identifier: "\(folder.path)/stolen"
        }
      }
      return (["\(command.name)"] + words).joined(separator: " ")
    }
  }

  @Test func `Every command that does not say that it is safe is refused, in every form`() {
    let commands = Application.table(isMachine: false).commands.filter { !$0.isSafe }
    #expect(commands.count >= 10)
    for command in commands {
      for line in lines(of: command) {
        #expect(session([line]) == "error: a restricted session has no \(command.name)\n")
      }
    }
  }

  @Test func `No command of the table makes, changes or reads a file beside the store`() {
    folder.write(Array("start 1 1 1\n".utf8), "stolen")
    let commands = Application.table(isMachine: false).commands.filter { "\($0.name)" != "quit" }
    for command in commands {
      let answers = lines(of: command).map { session(["start 3 3 2", $0, "\($0) &"], as: "eve") }
      #expect(!answers.contains { $0.contains("/stolen\" ") && $0.contains("to ") }, "\(answers)")
    }
    let names = TemporaryFolder.names(in: folder.path) ?? []
    #expect(names.filter { !$0.hasPrefix("store") } == ["stolen"])
    #expect(folder.text("stolen") == "start 1 1 1\n")
  }

  @Test func `A session that needs more memory than it may have says so and ends`() throws {
    let lines = Array(repeating: "start 9801 99 99 mask=never\n", count: 200).joined()
    let script = folder.file("script", lines)
    let result = FinishedRun([
      "/bin/sh", "-c", "ulimit -d 4000; exec \(programPath) --restricted \(script)",
    ])
    #expect(result.status == 2)
    #expect(
      result.diagnostics.hasSuffix("\nchimp: a restricted session may take no more memory\n"))
  }

  @Test func `A restricted session shows nothing of another participant`() {
    _ = run(
      ["--store", store, "--participant", "anna", "--seed", "secret"],
      input: "start 3 3 2\ngive-up\nstart 2x1:1,1;2,1\n1 1 2 1\nlist set secret\nnews add secret\n")
    let commands = Application.table(isMachine: false).commands.filter { "\($0.name)" != "quit" }
    let lines =
      commands.flatMap(lines) + ["round 1", "round 2", "replay 2", "rounds all", "resume"]
    let answer = session(lines, as: "bob")
    for secret in ["secret", "anna", "3x2"] {
      #expect(!answer.contains(secret), "\(secret)")
    }
    #expect(session(["rounds", "round 1"], as: "bob").hasPrefix(" round"))
    #expect(
      session(["rounds", "round 1", "set participant anna"], as: "carol")
        == "no rounds\nerror: there is no round 1 (\"rounds\" lists them)\n"
        + "error: \"participant\" can't be changed\n"
    )
    #expect(session(["round 2"], as: "anna").hasPrefix("round 2: passed, 2 of 2\n"))
  }

  @Test func `Without a code each restricted session has a new guest`() {
    func answers(_ lines: String, _ number: UInt32) -> String {
      run(["--restricted", "--store", store], input: lines) { environment in
        environment.randomNumber = { number }
      }.output
    }
    #expect(answers("set participant\nstart 2 2 1\n", 9).hasPrefix("participant = guest-9-9\n"))
    #expect(answers("set participant\nrounds\n", 10) == "participant = guest-a-a\nno rounds\n")
    #expect(answers("rounds\n", 9).hasPrefix(" round"))
  }

  @Test func `A line is bounded, and so are the lines of a session`() {
    let long = "add " + String(repeating: "x", count: 4_096)
    #expect(session([long, "sum 1 2"]) == "error: the line is longer than 4096 bytes\ntotal: 3\n")
    let output = session(Array(repeating: "sum", count: 10_002))
    let last = output.split(separator: "\n").suffix(2)
    #expect(last.count == 2 && last.last == "error: a restricted session takes at most 10000 lines")
  }

  @Test func `The number of rounds and presses of a restricted session is limited`() {
    let cells = (0..<700).map { "\($0 % 90 + 1) \($0 / 90 + 1)" }.joined(separator: " ")
    let lines = ["start 99x99:99,99 empty=ignore"] + Array(repeating: cells, count: 16)
    let refusal = "error: a restricted session keeps at most 10000 rounds and presses\n"
    #expect(session(lines, as: "eve").hasSuffix(refusal))
    #expect(session(["round"] + lines.prefix(2), as: "eve").contains("round 2:"))
    // What was refused is not kept, so a shorter line still has room.
    #expect(!session(lines + ["1 9"], as: "eve").hasSuffix(refusal))
  }

  @Test func `A restricted session has no golden-file tool`() {
    let result = run(["--restricted", "transcript", "check", store])
    #expect(result.status == 2 && result.diagnostics.hasPrefix("chimp: can't read \"transcript\""))
  }
}
