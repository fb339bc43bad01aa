import TestSupport
import Testing
@testable import Transcripts

@Suite struct ScreenSessionTests {
  let folder = TemporaryFolder()

  /// A program that shows its size, then each line that it gets, in the style of its first word.
  private static let program = """
    sh -c 'stty -echo; set -- $(stty size); printf "\\033[2J\\033[H$2 columns, $1 rows\\r\\n"; \
    while read -r style line; do case $style in quit) exit $line;; clear) printf "\\033[2J\\033[H";; \
    *) printf "\\033[%sm%s\\033[0m\\r\\n" $style "$line";; esac; done'
    """

  /// A program that shows the bytes of each key, and asks for the mouse.
  private static let keys = """
    sh -c 'stty -icanon -echo; printf "\\033[?1000h\\033[?1006hready\\r\\n"; \
    while key=$(dd bs=32 count=1 2> /dev/null) && [ -n "$key" ]; do \
    printf %s "$key" | od -An -c | tr -d " \\n"; printf "\\r\\n"; done'
    """

  private func check(
    _ command: String, _ lines: String..., inWorkers: Bool = false
  ) -> FinishedRun {
    let path = folder.write("t", (["@ chimp-transcript 1"] + lines).joined(separator: "\n"))
    return runTool(["check", "--command", command, path], in: folder, inWorkers: inWorkers)
  }

  @Test(arguments: [false, true])
  func `A reply is a picture of the screen, with holes and gaps`(inWorkers: Bool) {
    #expect(
      check(
        Self.program, "@ screen 40x6", ">>", "% 40 columns, 6 rows", "> 1 made 12:30 today",
        ": 1", "%~ made {int}:{int} today", "> 1  two", "% 40 columns, 6 rows", ": ...", "% two",
        "> clear", "> quit 3", "= 3", inWorkers: inWorkers)
        == FinishedRun(status: 0, "5 commands in 1 file: 5 pass\n"))
    #expect(
      check(
        Self.program, "@ screen 40x6", "> 1 b", "% 40 columns, 5 rows", "% b", inWorkers: inWorkers
      )
      .output == """
        t:3: FAIL: 1 b
          1 line differs
          % 40 columns, 5 rows | % 40 columns, 6 rows
          % b                    % b
        1 command in 1 file: 0 pass, 1 FAIL

        """)
  }

  @Test(arguments: [false, true])
  func `Styles are a part of the picture where they are asked for`(inWorkers: Bool) {
    let old = text("@ screen 20x4 styled", "> 1 bold", "> 31;4 red")
    let path = folder.write("t", old)
    let arguments = ["--command", Self.program, path]
    #expect(runTool(["bless"] + arguments, in: folder, inWorkers: inWorkers).status == 0)
    let blessed = text(
      "@ screen 20x4 styled", "> 1 bold", "% 20 columns, 4 rows", "% bold", "^ 1-4 bold",
      "> 31;4 red", "% 20 columns, 4 rows", "% bold", "^ 1-4 bold", "% red", "^ 1-3 underline red")
    #expect(folder.read("t") == blessed)
    #expect(runTool(["bless"] + arguments, in: folder, inWorkers: inWorkers).status == 0)
    #expect(folder.read("t") == blessed)
  }

  @Test func `Keys are sent by their names, and the mouse where it is asked for`() {
    #expect(
      check(
        Self.keys, "@ screen 40x8", ">> wait \"ready\"", "% ready", ">> Up", ": 1", "% 033[A",
        ">> \"a b\"", ": 2", "% ab", ">> click 3 2", ": 3", "% 033[<0;3;2M033[<0;3;2m")
        == FinishedRun(status: 0, "4 commands in 1 file: 4 pass\n"))
    #expect(
      check(Self.program, "@ screen 40x6", ">> click 3 2", "= refused", "% 40 columns, 6 rows")
        == FinishedRun(status: 0, "1 command in 1 file: 1 pass\n"))
  }

  @Test func `A program that computes or leaves keys unread is not at rest`() {
    let busy = folder.write("busy", "echo ready\nread -r line\nwhile :; do :; done\n")
    let hung = folder.write("hung", "echo ready\nread -r line\nsleep 60\n")
    for (program, count) in [(busy, 1), (hung, 2)] {
      let path = folder.write(
        "t",
        text("@ screen 20x4", ">> wait \"ready\"", ": ...", "> a", ": ...", "! x", "> b", ": ..."))
      let result = runTool(
        ["check", "--command", "sh \(program)", "--timeout", "1500ms", path], in: folder)
      #expect(result.status == 3)
      #expect(result.output.contains("\(count) pass"), "\(result.output)")
    }
  }

  @Test func `A picture that does not come is a timeout`() {
    let path = folder.write(
      "t",
      text("@ screen 40x6", ">> wait \"never\"", "% x", "@ case b", ">>", "% 40 columns, 6 rows"))
    let result = runTool(
      ["check", "--command", Self.program, "--timeout", "2s", path], in: folder)
    #expect(
      result
        == FinishedRun(
          status: 3,
          """
          t:3: TIMEOUT: wait "never"
            the screen did not come to rest with what was awaited; at the end it had
            + % 40 columns, 6 rows
          2 commands in 1 file: 1 pass, 1 TIMEOUT

          """))
  }

  @Test(arguments: [
    (["@ screen 80"], "2:10: not a screen: \"80\" (as in 80x24, or 80x24 styled)"),
    (["@ screen 0x5"], "2:10: not a screen: \"0x5\" (as in 80x24, or 80x24 styled)"),
    (["@ screen 8x5 bold"], "2:10: not a screen: \"8x5 bold\" (as in 80x24, or 80x24 styled)"),
    (["> a", "% b"], "3:1: such a line needs \"@ screen\" in its session"),
    (["> a", "^ 1 bold"], "3:1: such a line needs \"@ screen\" in its session"),
    (["@ screen 8x5", ">> Up Foo"], "3:7: unknown key \"Foo\""),
    (["@ screen 8x5", ">> wait"], "3:8: a quoted text is missing"),
    (["> a", ">> Up"], "3:1: such a line needs \"@ screen\" in its session"),
    (
      ["@ case a", "@ screen 8x5", "> a", "@ case b", "> b", "% c"],
      "7:1: such a line needs \"@ screen\" in its session"
    ),
    (["@ screen 8x5", ">> Up", ". Down"], "4:1: \".\" does not stand below a line of input"),
    (["@ screen 8x5", ">>x"], "3:2: there is no blank after \">\""),
  ])
  func `What a screen can't have is refused with its place`(lines: [String], words: String) {
    let path = folder.write(
      "t", (["@ chimp-transcript 1"] + lines + ["> x"]).joined(separator: "\n"))
    #expect(
      runTool(["check", "--command", "cat", path], in: folder).diagnostics == "tool: t:\(words)\n")
  }

  @Test func `Several lines have one picture, that behind the last one`() {
    #expect(
      check(Self.program, "@ screen 40x6", "> 1 a", ". 1 b", "% 40 columns, 6 rows", "% a", "% b")
        == FinishedRun(status: 0, "1 command in 1 file: 1 pass\n"))
  }

  @Test func `A session without a terminal has no screen`() {
    let path = folder.write("t", text("@ screen 8x5", "> add 1", "% 1"))
    #expect(
      runTool(["check", path], in: folder).diagnostics
        == "tool: t:1:1: the session has no terminal\n")
  }
}
