import Glibc
@testable import Screens
import Shell
import TestSupport
import Testing
import Transcripts

struct ProgramTests {
  @Test func `Standard input is a script`() {
    #expect(
      run([], input: "version\nset seed\n")
        == FinishedRun(status: 0, "chimp 1.0.0\nseed = 1\n"))
  }

  @Test func `A refused command makes the status 1`() {
    #expect(
      run([], input: "board\nversion\n")
        == FinishedRun(
          status: 1,
          """
          error: no round yet ("menu" shows the tests, "start 5 8 5" begins a round)
          chimp 1.0.0

          """,
          ""))
  }

  @Test func `The machine's time passes by itself, and a wait sleeps until something is expected`()
  {
    var time = 5_000_000
    var sleeps: [Int] = []
    let lines = ["start 2x1:1,1;2,1 hold=100", "wait 250", "press 1 1", "round", "set clock"]
    let result = run(["--clock", "real"], input: lines.joined(separator: "\n")) { environment in
      environment.milliseconds = { time }
      environment.waiting.sleep = { milliseconds in
        sleeps.append(milliseconds)
        time += milliseconds + 3
        return true
      }
    }
    #expect(sleeps == [100, 147])
    #expect(
      result.output == """
        round 1: 2 numerals on 2x1, board 2x1:1,1;2,1
             1  2
          1  1  2
        hidden: 2 left
             1  2
          1  #  #
        waited 253 ms
        right: 1 of 2
             1  2
          1  .  #
        round 1: not over, 1 of 2
        board: described
        rule: mask=first empty=wrong hold=100 press=ignored
        onset: 0 ms
        hold: requested 100 ms, measured 103 ms
        study time: 103 ms
        recall time: 150 ms
        first press: 253 ms after the onset, 150 ms after the mask
        press   cell    held     due   result     time  line_latency
            1    1 1       1       1    right      253           253
        clock = real

        """)
  }

  @Test func `With an input on the disk refusals are told with their lines`() {
    let result = run([], input: "version\nboard\n") { $0.inputIsFile = true }
    #expect(
      result.diagnostics
        == """
        standard input:2: no round yet ("menu" shows the tests, "start 5 8 5" begins a round)

        """)
  }

  @Test func `Files and commands run in the order in which they are named`() {
    let folder = TemporaryFolder()
    let path = folder.file("script", "set seed\nboard")
    let result = run(
      ["-c", "set seed a", path, "-c", "set seed b\nset seed", "-"], input: "version")
    #expect(
      result
        == FinishedRun(
          status: 1,
          """
          seed = a
          seed = a
          error: no round yet (\"menu\" shows the tests, \"start 5 8 5\" begins a round)
          seed = b
          seed = b
          chimp 1.0.0

          """,
          "\(path):2: no round yet (\"menu\" shows the tests, \"start 5 8 5\" begins a round)\n"))
  }

  @Test func `Quit ends the program, whatever was to follow`() {
    #expect(
      run(["-c", "quit", "-c", "version"]) == FinishedRun(status: 0, ""))
  }

  @Test func `A file that can't be read ends the program with status 2`() {
    #expect(
      run(["-c", "version", "/nowhere", "-c", "version"])
        == FinishedRun(
          status: 2, "chimp 1.0.0\n",
          "chimp: can't read \"/nowhere\": no such file or directory\n"))
    #expect(run(["/"]).diagnostics == "chimp: can't read \"/\": is a directory\n")
    #expect(run([]) { $0.input = -1 }.status == 2)
  }

  @Test func `With bail the first refusal ends the program`() {
    #expect(
      run(["--bail"], input: "board\nversion\n")
        == FinishedRun(
          status: 1,
          "error: no round yet (\"menu\" shows the tests, \"start 5 8 5\" begins a round)\n",
          ""))
  }

  @Test func `A closed output ends the program without a message`() {
    #expect(
      run([], input: "board\nversion\n") { $0.output = FailingSink(EPIPE) }
        == FinishedRun(status: 0, ""))
  }

  @Test func `An output that can't be written is reported, with status 2`() {
    #expect(
      run([], input: "version\n") { $0.output = FailingSink(ENOSPC) }
        == FinishedRun(
          status: 2, "",
          "chimp: can't write the output: no space left on device\n"))
    #expect(run(["--help"]) { $0.output = FailingSink(ENOSPC) }.status == 2)
  }

  @Test func `Colour follows the option, then NO_COLOR, then the terminal`() {
    func hasColor(_ option: String, _ variables: [String: String], terminal: Bool) -> Bool {
      run(["--color", option, "-c", "board"], variables: variables) {
        $0.outputIsTerminal = terminal
      }.output.hasPrefix("\u{1b}[31m")
    }
    #expect(hasColor("always", ["NO_COLOR": "1"], terminal: false))
    #expect(!hasColor("never", ["TERM": "xterm"], terminal: true))
    #expect(hasColor("auto", ["TERM": "xterm"], terminal: true))
    #expect(hasColor("auto", ["TERM": "xterm", "NO_COLOR": ""], terminal: true))
    #expect(!hasColor("auto", ["TERM": "xterm", "NO_COLOR": "1"], terminal: true))
    #expect(!hasColor("auto", ["TERM": "xterm"], terminal: false))
    #expect(!hasColor("auto", ["TERM": "dumb"], terminal: true))
    #expect(!hasColor("auto", [:], terminal: true))
  }

  @Test func `A command that is given as a file gets the option that runs it`() {
    #expect(
      run(["start", "zoo"]).diagnostics
        == "chimp: can't read \"start\": no such file or directory, did you mean chimp -c \"start "
        + "zoo\"?\n")
    #expect(
      run(["begun", "zoo"]).diagnostics
        == "chimp: can't read \"begun\": no such file or directory\n")
  }

  @Test func `A test that an option begins says where it can be played`() {
    let words = ["--store", ":memory:", "-c", "start span"]
    #expect(
      run(words) { $0.inputIsTerminal = true }.diagnostics
        == "chimp: the program ends here; to play the test, run chimp and type start span\n")
    #expect(run(words).diagnostics.isEmpty)
    #expect(run(words + ["-c", "stop"]) { $0.inputIsTerminal = true }.diagnostics.isEmpty)
  }

  @Test func `Commands and the names of tests may be typed in capitals`() {
    #expect(
      run([], input: "START SPAN\nHIDE\nSTOP\n").output
        == run([], input: "start span\nhide\nstop\n").output)
    #expect(
      run([], input: "START SPAM\n").output
        == "error: unknown test \"SPAM\" at column 7, did you mean \"span\"?\n")
  }

  @Test func `The seed of a script is fixed, and may be given`() {
    let boards = { (arguments: [String]) in run(arguments + ["-c", "start 3 3 2"]).output }
    #expect(boards([]) == boards(["--seed", "1"]))
    #expect(boards([]) != boards(["--seed=2"]))
  }

  @Test func `A terminal without line editing gets a seed of its own`() {
    let result = run([], input: "set seed") { $0.inputIsTerminal = true }
    #expect(result.output == "seed = 42\n")
  }

  @Test(arguments: [[], ["--board", "spoken"], ["--board", "line"]])
  func `On a terminal without a stage no demonstration scrolls by`(_ options: [String]) {
    var now = 0
    let result = run(
      options + ["--store", ":memory:"], input: "wait 60000\n", variables: ["TERM": "dumb"]
    ) {
      $0.inputIsTerminal = true
      $0.outputIsTerminal = true
      $0.milliseconds = { now }
      $0.waiting.sleep = {
        now += $0
        return true
      }
    }
    #expect(now >= 60_000)
    let spoken =
      "boards are spoken: \"help accessibility\" tells more, \"set board live\" draws them"
    #expect(
      result.output == """
        chimp 1.0.0: menu for tests, help for commands, quit to leave
        \(options.contains("spoken") ? spoken + "\n" : "")\(numberedMenu)chimp> waited 60000 ms
        chimp>\u{20}

        """)
  }

  @Test func `A machine's session frames its replies`() {
    #expect(run(["--machine"], input: "1 version\n").output == "=1 chimp 1.0.0\n\n")
  }

  @Test func `A number before a machine's command is echoed, so that presses need their name`() {
    let lines = "1 start 2x1:1,1;2,1\n1 1\n7 1 1\n3 1 1 2 1\n-1 2\n4 press 2 1\n"
    #expect(
      run(["--machine"], input: lines).output == """
        =1 round 1: 2 numerals on 2x1, board 2x1:1,1;2,1
             1  2
          1  1  2

        ?1 bare numbers are no command here, put "press" before them, at column 3

        ?7 bare numbers are no command here, put "press" before them, at column 3

        ?3 bare numbers are no command here, put "press" before them, at column 3

        ? bare numbers are no command here, put "press" before them, at column 1

        =4 wrong: that was 2, 1 came next
             1  2
          1  1  2


        """)
  }

  @Test func `The store :memory: creates no file`() {
    #expect(
      run(["--store", ":memory:"], input: "recover x\n") { $0.inputIsTerminal = true }.output
        == "error: this session has no store file (--store FILE gives it one)\n")
    #expect(access(":memory:", F_OK) != 0)
  }

  @Test(arguments: [("virtual", "16"), ("real", "1")])
  func `A session stores the resolution of its clock`(clock: String, step: String) {
    let folder = TemporaryFolder()
    let path = folder.path + "/store"
    #expect(run(["--store", path, "--clock", clock], input: "start 1 1 1\n").status == 0)
    #expect(Database.value("SELECT clockResolution FROM Session", path) == step)
  }

  @Test func `The result of the last round is written once, at the end`() {
    let result = """
      round 1: 1 numeral on 1x1, board 1x1:1,1
           1
        1  1
      passed: 1 of 1
           1
        1  .

      """
    let roundLine = "round 1: passed, 1 of 1 in 0 ms\n"
    let moves = "start 1x1:1,1\npress 1 1\n"
    #expect(run([], input: moves).output == result + roundLine)
    #expect(run([], input: moves + "quit\n").output == result + roundLine)
    #expect(run(["-c", moves]).output == result + roundLine)
    #expect(run([], input: moves + "wait 16\n").output == result + roundLine + "waited 16 ms\n")
    #expect(
      run([], input: moves + "mode credit\n").output
        == result + "mode: play, credit is next (with the next \"wait\")\n")
    #expect(
      run(["--clock", "real"], input: "mode credit\n").output
        == "mode: attract, credit is next (with the next line or \"wait\")\n")
    #expect(!run(["--machine"], input: moves).output.contains(roundLine))
  }

  @Test func `Help and version are printed and end the program`() {
    #expect(
      run(["--version", "--seed", "x"], input: "board")
        == FinishedRun(status: 0, "chimp 1.0.0\n"))
    let usage = Manual(language: .english).usage
    #expect(run(["-h"]) == FinishedRun(status: 0, usage))
  }

  @Test func `A wrong option ends the program with status 2`() {
    #expect(
      run(["--frob"])
        == FinishedRun(
          status: 2, "",
          "chimp: unknown option \"--frob\" (see chimp --help)\n"))
  }

  @Test func `A recorded session passes its check`() {
    let folder = TemporaryFolder()
    let path = folder.path + "/session.txt"
    let lines = """
      record \(path)
      start 5 4 6
      1 1
      add "trailing blank "
      label "\u{1b}[31m"
      observe cellTextArray initial new
        board
      give-up
      add \u{0}
      nothing
      record off
      """
    #expect(run(["--seed", "7"], input: lines).status == 1)
    #expect(run(["transcript", "check", path]).output == "9 commands in 1 file: 9 pass\n")
  }

  @Test func `Transcripts are checked by the tool`() {
    let folder = TemporaryFolder()
    let path = folder.file(
      "t.txt", "@ chimp-transcript 1\n@ seed 7\n> set seed\n= ok\n| seed = 7\n")
    #expect(run(["transcript", "check", path]).output == "1 command in 1 file: 1 pass\n")
    #expect(run(["transcript", "check", "/nowhere"]).status == 2)
  }

  @Test(arguments: ["replay", "record"])
  func `Each reply is written before the next line is read`(verb: String) {
    let folder = TemporaryFolder()
    let path = folder.path + "/t.txt"
    if verb == "replay" { _ = folder.file("t.txt", "@ chimp-transcript 1\n> version\n") }
    let sink = MemorySink()
    var seen: [String] = []
    var lines = ["set seed", "version"][...]
    let result = run(["transcript", verb, path]) { environment in
      environment.output = sink
      environment.configureTool = { tool in
        tool.answer = {
          seen.append(String(decoding: sink.bytes, as: UTF8.self))
          return lines.popFirst()
        }
      }
    }
    let start = verb == "replay" ? "> version\nchimp 1.0.0\n" : ""
    #expect(
      seen == [start, start + "seed = 1\n", start + "seed = 1\nchimp 1.0.0\n"])
    #expect(result == FinishedRun(status: 0, ""))
  }

  @Test func `A report that can't be written makes the status 2, unless nobody reads it`() {
    let folder = TemporaryFolder()
    let good = folder.file("good.txt", "@ chimp-transcript 1\n> version\n| chimp 1.0.0\n")
    let bad = folder.file("bad.txt", "@ chimp-transcript 1\n> version\n| chimp\n")
    for path in [good, bad] {
      #expect(
        run(["transcript", "check", path]) { $0.output = FailingSink(ENOSPC) }
          == FinishedRun(
            status: 2, "",
            "chimp: can't write the output: no space left on device\n"))
    }
    for (path, status) in [(good, 0), (bad, 1)] as [(String, Int32)] {
      #expect(
        run(["transcript", "check", path]) { $0.output = FailingSink(EPIPE) }
          == FinishedRun(status: status, ""))
    }
  }
}
