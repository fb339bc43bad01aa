import Glibc
import TestSupport
import Testing
@testable import Transcripts

// NB: no module declares it.
@_silgen_name("pidfd_open")
private func openProcess(_ process: pid_t, _ flags: UInt32) -> Int32

@Suite struct DrivenProgramTests {
  let folder = TemporaryFolder()

  /// The source of a program that prints a prompt and replies to each line by echoing it.
  private static let echoing = """
    sh -c 'printf "ready> "; while read -r line; do case "$line" in no*) echo "error: no";; \
    quit) exit;; *) echo "got $line";; esac; printf "ready> "; done'
    """

  /// Writes a transcript and checks it with these arguments.
  private func check(
    _ arguments: [String], inWorkers: Bool = false, _ lines: String...
  ) -> FinishedRun {
    let path = folder.write("t", (["@ chimp-transcript 1"] + lines).joined(separator: "\n"))
    return runTool(["check"] + arguments + [path], in: folder, inWorkers: inWorkers)
  }

  private let passed = FinishedRun(
    status: 0, "3 commands in 1 file: 3 pass\n")

  @Test(arguments: [false, true])
  func `Another program is driven by its prompt`(inWorkers: Bool) {
    let options = ["--command", Self.echoing, "--prompt", "ready> ", "--refused", "error: {}"]
    #expect(
      check(
        options, inWorkers: inWorkers, "> a  b", "= ok", "| got a  b", "> no", "= refused",
        "| error: no", "@ case b", "> quit") == passed)
    #expect(
      check(
        options + ["--terminal"], inWorkers: inWorkers, "> a  b", "= ok", "| got a  b", "> no",
        "= refused", "| error: no", "@ case b", "> quit") == passed)
  }

  @Test func `A program without a prompt prints one when it is asked to`() {
    #expect(
      check(
        ["--command", "sh", "--prompt", "<end>\\n", "--synchronize", "echo '<end>'"],
        "> echo a; echo b", "| a", "| b", "> x=1", "> echo $x", "| 1") == passed)
  }

  @Test func `A reply that ends in an empty line keeps its own line`() {
    let program = "sh -c 'while read -r line; do printf \"= %s\\n\\n\" \"$line\"; done'"
    #expect(
      check(
        ["--command", program, "--prompt", "\\n\\n"], "> a", "| = a", "> b", "| = b", "> c", "| = c"
      )
        == passed)
  }

  @Test func `The seed goes where the command wants it`() {
    let options = [
      "--command", "sh -c 'while read -r l; do echo {seed}; echo; done'", "--prompt", "\n\n",
    ]
    #expect(
      check(options, "@ seed 7", "> a", "| 7", "> b", "| 7", "@ case b", "@ seed x", "> a", "| x")
        == passed)
    #expect(
      check(options, "> a").diagnostics
        == "tool: t:1:1: the command needs a seed, but the session has none\n")
    #expect(
      check(["--command", "cat", "--prompt", "$"], "@ seed 7", "> a").diagnostics
        == "tool: t:2:1: the command takes no seed (as in \"--seed {seed}\")\n")
  }

  @Test func `A program that ends, is silent or does not exist passes nothing`() {
    #expect(
      check(["--command", "true", "--prompt", "$ "], "> a", "| b", "> c").output == """
        t:2: FAIL: a
          the answer is not complete
          - | b
        t:4: NOTRUN: c
        2 commands in 1 file: 0 pass, 1 FAIL, 1 NOTRUN

        """)
    #expect(
      check(
        ["--command", "cat", "--prompt", "never\\n", "--timeout", "2s"], "> a", ": ...", "> c"
      ).output == """
        t:2: TIMEOUT: a
          until then came
          + | a
        t:4: NOTRUN: c
        2 commands in 1 file: 0 pass, 1 NOTRUN, 1 TIMEOUT

        """)
    #expect(
      check(["--command", "cat", "--prompt", "$ ", "--timeout", "50ms"], "> a", ": ...").output
        == """
        t:2: TIMEOUT: a
          no prompt came; some programs write at once only with --terminal
        1 command in 1 file: 0 pass, 1 TIMEOUT

        """)
    #expect(
      check(["--command", "/nonexistent/x", "--prompt", "$ "], "> a").diagnostics
        == "tool: t:1:1: can't start \"/nonexistent/x\": no such file or directory\n")
    #expect(
      check(["--prompt", "$ "], "> a").diagnostics == "tool: --command is missing\n")
    #expect(
      check(["--command", "a 'b", "--prompt", "$ "], "> a").diagnostics
        == "tool: --command can't be \"a 'b\"\n")
  }

  @Test(arguments: [false, true])
  func `What a terminal's program prints is no echo unless it is one`(inWorkers: Bool) {
    let silent = folder.write(
      "silent", "stty -echo\nprintf '# '\nwhile read -r line; do echo $line; printf '# '; done\n")
    let options = ["--terminal", "--prompt", "# ", "--command", "sh \(silent)"]
    #expect(check(options, inWorkers: inWorkers, "> hi", "| hi", "> ho", "| ho").status == 0)
    #expect(check(options, inWorkers: inWorkers, "> hi", "> ho", "| ho").status == 1)
    let loud = folder.write(
      "loud", "stty echo\nprintf '# '\nwhile read -r line; do echo $line; printf '# '; done\n")
    let others = ["--terminal", "--prompt", "# ", "--command", "sh \(loud)"]
    #expect(check(others, inWorkers: inWorkers, "> hi", "| hi", "> ho", "| ho").status == 0)
    #expect(check(others, inWorkers: inWorkers, "> hi", "> ho", "| ho").status == 1)
    // bash reads keys by itself, and echoes them only where the terminal does.
    let prompt = ["--terminal", "--prompt", "bash-{/[^#$]*[#$]/} "]
    let keys = prompt + ["--command", "bash --norc --noprofile -i"]
    #expect(
      check(keys, inWorkers: inWorkers, "> echo hi", "| hi", "> hi() { echo hi; }", "> hi", "| hi")
        .status == 0)
    let other = check(
      keys, inWorkers: inWorkers, "> stty -echo", "> stty echo", "> true", "> echo hi", "| hi")
    #expect(other.status == 0, "\(other.output)")
    let wrong = check(
      keys, inWorkers: inWorkers, "> stty -echo", "> stty echo", "> true", "| true")
    #expect(wrong.status == 1, "\(wrong.output)")
  }

  @Test(arguments: [false, true])
  func `A program that breaks down has crashed, and nothing of it is taken over`(inWorkers: Bool) {
    let options = ["--command", "sh", "--prompt", "<end>\\n", "--synchronize", "echo '<end>'"]
    let lines = ["> echo a", "| a", "> echo b; kill -SEGV $$", "| c", "> echo d", "@ case two"]
    let path = folder.write(
      "t", (["@ chimp-transcript 1"] + lines + ["> echo e", "| e"]).joined(separator: "\n"))
    let before = folder.read("t")
    for verb in ["check", "bless"] {
      #expect(
        runTool([verb] + options + [path], in: folder, inWorkers: inWorkers)
          == FinishedRun(
            status: 3,
            """
            t:4: CRASH: echo b; kill -SEGV $$
              the program was ended by signal 11
              until then came
              + | b
            t:6: NOTRUN: echo d
            4 commands in 1 file: 2 pass, 1 NOTRUN, 1 CRASH

            """))
    }
    #expect(folder.read("t") == before)
    #expect(
      check(options, inWorkers: inWorkers, "> echo b; exit 3", "| b", "> echo c").output == """
        t:2: CRASH: echo b; exit 3
          the program ended with status 3
          until then came
          + | b
        t:4: NOTRUN: echo c
        2 commands in 1 file: 0 pass, 1 NOTRUN, 1 CRASH

        """)
    #expect(
      check(["--command", "sh -c 'exit 3'", "--prompt", "$ "], inWorkers: inWorkers, "> a").output
        == """
        t:2: CRASH: a
          the program ended with status 3
        1 command in 1 file: 0 pass, 1 CRASH

        """)
    #expect(
      check(
        options, inWorkers: inWorkers, "> true", "@ case b", "> echo b; exit 3", "= 3", "| b",
        "@ case c", "> exit") == passed)
    #expect(
      runTool(
        ["record"] + options + ["\(folder.path)/new"], in: folder,
        answer: { "echo b; kill -SEGV $$" }
      ).diagnostics == """
        tool: the reply is not complete and can't be recorded
        tool: new: the session had ended, so "echo b; kill -SEGV $$" and what follows was not \
        recorded
        tool: new: nothing was recorded

        """)
    #expect(folder.read("new") == "no file")
  }

  @Test(arguments: [false, true])
  func `The line with which a program ends has its exit status`(inWorkers: Bool) {
    let options = ["--command", "sh", "--prompt", "<end>\\n", "--synchronize", "echo '<end>'"]
    #expect(
      check(
        options, inWorkers: inWorkers, "> exit", "= ok", "@ case b", "> exit 3", "= refused",
        "@ case c", "> exit 3", "= 3") == passed)
    // Without a status, it has to be 0.
    #expect(
      check(
        options, inWorkers: inWorkers, "> exit", "@ case b", "> exit", "= 0", "@ case c", "> exit 3"
      )
      .output == """
        t:7: FAIL: exit 3
          the program ended with status 3
          1 line differs
          + = 3
        3 commands in 1 file: 2 pass, 1 FAIL

        """)
    #expect(
      check(options, inWorkers: inWorkers, "> echo a; exit 3", "= ok", "| a").output == """
        t:2: FAIL: echo a; exit 3
          the program ended with status 3
          1 line differs
          - = ok
          + = 3
            | a
        1 command in 1 file: 0 pass, 1 FAIL

        """)
    // A command that does not end the program has no exit status, not even 0.
    #expect(
      check(options, inWorkers: inWorkers, "> true", "= 0").output == """
        t:2: FAIL: true
          1 line differs
          - = 0
          + = ok
        1 command in 1 file: 0 pass, 1 FAIL

        """)
    // What follows a program's end does not run.
    #expect(
      check(options, inWorkers: inWorkers, "> exit 4", "= 4", "> true").output == """
        t:4: NOTRUN: true
        2 commands in 1 file: 1 pass, 1 NOTRUN

        """)
    let path = folder.write("t", text("> exit 5", "@ case b", "> exit 6", "= ok"))
    #expect(runTool(["bless"] + options + [path], in: folder, inWorkers: inWorkers).status == 0)
    #expect(folder.read("t") == text("> exit 5", "= 5", "@ case b", "> exit 6", "= 6"))
    var lines = ["exit 3", "true"]
    #expect(
      runTool(
        ["record"] + options + ["\(folder.path)/new"], in: folder, answer: { lines.popLast() }
      ).status == 0)
    #expect(folder.read("new") == text("> true", "= ok", "> exit 3", "= 3"))
    #expect(
      runTool(["check"] + options + ["\(folder.path)/new"], in: folder, inWorkers: inWorkers).status
        == 0)
  }

  @Test(arguments: [false, true])
  func `After a crash the next case runs, and what is skipped stays so`(inWorkers: Bool) {
    let options = ["--command", "sh", "--prompt", "<end>\\n", "--synchronize", "echo '<end>'"]
    #expect(
      check(
        options, inWorkers: inWorkers, "> kill -9 $$", "> echo a", "@ skip \"later\"", "| a",
        "> echo b",
        "@ case two", "> x=5", "> sleep 9 & echo $x", "| 5", "@ case three", "@ skip \"no\"",
        "> echo",
        "@ case four", "@ xfail \"wrong\"", "> echo a", "| b"
      ).output == """
        t:2: CRASH: kill -9 $$
          the program was ended by signal 9
        t:6: NOTRUN: echo b
        7 commands in 1 file: 2 pass, 1 xfail, 2 SKIP, 1 NOTRUN, 1 CRASH

        """)
  }

  @Test(arguments: [[], ["--clean"]])
  func `Lines that continue a command have one answer`(options: [String]) {
    let shell = ["--command", "sh", "--prompt", "<end>\\n", "--synchronize", "echo '<end>'"]
    #expect(
      check(
        shell + options, "> cat <<X", ". one", ".", ". > two", ". X", "| one", "|", "| > two",
        "> for i in 1 2; do", ". echo $i", ". done", "| 1", "| 2", "> echo a", "= ok", "| a")
        == passed)
    #expect(
      check(shell + options, "> cat <<X", ". one", ". X", "| two", "> true").output == """
        t:2: FAIL: cat <<X ...
          1 line differs
          - | two
          + | one
        2 commands in 1 file: 1 pass, 1 FAIL

        """)
    let path = folder.write("t", text("> cat <<X", ". one", ". X", "> echo a", "| b"))
    #expect(runTool(["bless"] + shell + options + [path], in: folder).status == 0)
    #expect(folder.read("t") == text("> cat <<X", ". one", ". X", "| one", "> echo a", "| a"))
  }

  @Test(arguments: [[], ["--terminal"]])
  func `Child processes of a program end with it, and are not waited for`(options: [String]) {
    let path = "\(folder.path)/process"
    #expect(
      check(
        ["--command", "env 'PS1=ready> ' sh -i", "--prompt", "ready> "] + options,
        "> sleep 1000 & echo $! >\(path)", ": ...", "> echo a", "| a", "> exit", ": ...") == passed)
    let process = pid_t(folder.read("process").dropLast()) ?? 0
    #expect(process > 0)
    #expect(waitUntilEnd(process))
  }

  @Test(arguments: ["record", "replay"], [[], ["--terminal"]])
  func `Child processes of a program end after its last line`(
    verb: String, options: [String]
  ) {
    let path = "\(folder.path)/process"
    let line = "sleep 1000 & echo $! >\(path)"
    let file = verb == "record" ? "\(folder.path)/new" : folder.write("t", text("> \(line)"))
    var lines = verb == "record" ? [line] : []
    let result = runTool(
      [verb, "--command", "env 'PS1=ready> ' sh -i", "--prompt", "ready> "] + options + [file],
      in: folder, answer: { lines.popLast() })
    #expect(result.status == 0)
    let process = pid_t(folder.read("process").dropLast()) ?? 0
    #expect(process > 0)
    #expect(waitUntilEnd(process))
  }

  @Test(.timeLimit(.minutes(1)), arguments: [SIGHUP, SIGINT, SIGQUIT, SIGTERM])
  func `A program that is replayed is interrupted with the tool`(signal: Int32) {
    let pipe = "\(folder.path)/pipe"
    mkfifo(pipe, 0o600)
    let path = folder.write("t", text("> go"))
    let program = """
      sh -c 'trap "echo told >&9" \(signal); printf "> "; read -r line; exec 9>\(pipe); \
      echo >&9; while :; do :; done'
      """
    let tool = startDouble(["replay", "--command", program, "--prompt", "> ", path], variables: [])
    let reader = open(pipe, O_RDONLY)
    defer { close(reader) }
    var bytes = Array(repeating: UInt8(0), count: 9)
    #expect(read(reader, &bytes, 1) == 1)
    kill(tool, signal)
    #expect(waitForExit(tool) & 0x7f == signal)
    #expect(read(reader, &bytes, 9) == 5)
    #expect(read(reader, &bytes, 9) == 0)
  }

  @Test func `A program does not ignore what the tool ignores`() {
    let line = "sh -c 'kill -XFSZ $$; echo alive' 2>/dev/null; echo $?"
    let path = folder.write(
      "t", text("> yes | head -n 1", "| y", "> \(line)", "| \(128 + SIGXFSZ)"))
    let output = "\(folder.path)/output"
    let options = ["--command", "sh", "--prompt", "<end>\\n", "--synchronize", "echo '<end>'"]
    #expect(runDouble(["check"] + options + [path], output: output) == 0)
    #expect(folder.read("output") == "2 commands in 1 file: 2 pass\n")
  }

  /// Waits up to ten seconds for the end of a process; returns `true` if it has ended.
  private func waitUntilEnd(_ process: pid_t) -> Bool {
    var waiting = pollfd(fd: openProcess(process, 0), events: Int16(POLLIN), revents: 0)
    guard waiting.fd >= 0 else { return true }
    defer { close(waiting.fd) }
    return poll(&waiting, 1, 10_000) == 1
  }

  @Test func `A prompt counts at the beginning of a line, or where nothing follows it`() {
    let program = """
      sh -c 'printf "> "; while read -r line; do printf "a > "; sleep 0.02; \
      printf "%s\\n> " "$line"; done'
      """
    #expect(
      check(
        ["--command", program, "--prompt", "> "], "> b", "| a > b", "> c", "| a > c", "> d",
        "| a > d") == passed)
    #expect(
      check(
        ["--command", "sh -c 'printf \"> \"; while read -r line; do printf \"$line> \"; done'"]
          + ["--prompt", "> "], "> b", "\\ b\\c", "> c", "\\ c\\c", "> d", "\\ d\\c") == passed)
  }

  /// The options that drive a shell by a marker.
  private let shell = [
    "--command", "sh", "--synchronize", "echo '{marker}'", "--prompt", "{marker}\\n",
  ]

  @Test(arguments: [[], ["--clean"]])
  func `A reply may contain what looks like a marker, and need not end its line`(
    options: [String]
  ) {
    #expect(
      check(
        shell + options, "> echo '{marker}'; echo @@", "| {marker}", "| @@", "> printf a",
        "\\ a\\c",
        "> printf 'a\\nb'", "| a", "\\ b\\c") == passed)
  }

  @Test func `A prompt may have a number`() {
    let program = """
      sh -c 'n=1; printf "[$n]> "; while read -r l; do echo "<$l>"; n=$((n+1)); printf "[$n]> "; done'
      """
    #expect(
      check(
        ["--command", program, "--prompt", "[{int}]> "], "> a", "| <a>", "> [7]>", "| <[7]>>",
        "> b", "| <b>")
        == passed)
    #expect(
      check(["--command", program, "--prompt", "[{number}]> "], "> a").diagnostics
        == "tool: --prompt can't be \"[{number}]> \"\n")
  }

  @Test(arguments: [[], ["--terminal"]])
  func `A program that asks for the rest of a command is answered line by line`(options: [String]) {
    let program = """
      sh -c 'printf "> "; while read -r l; do case "$l" in *,) s="$s$l"; printf ". ";; \
      *) echo "<$s$l>"; s=; printf "> ";; esac; done'
      """
    let drive = ["--command", program, "--prompt", "> ", "--continue", ". "] + options
    #expect(
      check(drive, "> a", "| <a>", "> a,", ". b,", ". c", "| <a,b,c>", "> d,", ". e", "| <d,e>")
        == passed)
  }

  @Test(arguments: [false, true])
  func `Each session has an empty folder, and the same environment everywhere`(inWorkers: Bool) {
    #expect(
      check(
        shell, inWorkers: inWorkers, "> ls -A; echo x > kept; ls", "| kept",
        "> echo $LANG $TZ $COLUMNS $TERM; test $HOME = $PWD && test $TMPDIR = $PWD && echo same",
        "| C.UTF-8 UTC 80 dumb", "| same", "@ case two", "> ls -A") == passed)
    folder.write("data.txt", "1\n")
    #expect(
      check(
        shell, inWorkers: inWorkers, "@ file data.txt", "> cat data.txt; echo 2 > data.txt", "| 1",
        "@ case two", "@ file data.txt", "> cat data.txt", "| 1", "> ls", "| data.txt") == passed)
    #expect(folder.read("data.txt") == "1\n")
    #expect(
      check(shell, inWorkers: inWorkers, "@ file ../data.txt", "> true").diagnostics
        == "tool: t:2:1: \"../data.txt\" is not in the folder of the transcript\n")
    #expect(
      check(shell, inWorkers: inWorkers, "@ file none", "> true").diagnostics
        == "tool: t:2:1: can't copy \"none\": no such file or directory\n")
    // A program may be named as seen from the tool.
    #expect(names(in: folder.path).sorted() == ["data.txt", "t"])
  }

  @Test(arguments: [false, true])
  func `The standard error can be a part of the reply of its own`(inWorkers: Bool) {
    #expect(
      check(
        shell, inWorkers: inWorkers, "@ stderr", "> echo a; echo b >&2; echo c", "| a", "| c",
        "2| b",
        "> echo 7 >&2", "2~ {int}", "> printf 'x\\t' >&2", "2\\ x\\t\\c") == passed)
    #expect(
      check(shell, inWorkers: inWorkers, "@ stderr", "> echo a >&2", "| a").output == """
        t:3: FAIL: echo a >&2
          1 line differs
          - | a
          + 2| a
        1 command in 1 file: 0 pass, 1 FAIL

        """)
    #expect(
      check(shell, inWorkers: inWorkers, "> echo a >&2", "2| a").diagnostics
        == "tool: t:3:1: such a line needs \"@ stderr\" in its session\n")
    let path = folder.write("t", text("@ stderr", "> echo a; echo b >&2", "> exit 4"))
    #expect(runTool(["bless"] + shell + [path], in: folder, inWorkers: inWorkers).status == 0)
    #expect(
      folder.read("t") == text("@ stderr", "> echo a; echo b >&2", "| a", "2| b", "> exit 4", "= 4")
    )
    folder.write("t", text("@ stderr", "> add 1", "| 1"))
    #expect(
      runTool(["check", path], in: folder, inWorkers: inWorkers).diagnostics
        == "tool: t:1:1: the session has no standard error of its own\n")
  }

  @Test func `What differs between two runs is recorded with holes`() {
    var lines = ["echo took $(date +%s%N) ns", "echo $$ a", "echo b"]
    let path = "\(folder.path)/new"
    #expect(
      runTool(
        ["record"] + shell + [path], in: folder,
        answer: { lines.isEmpty ? nil : lines.removeFirst() }
      ).status == 0)
    #expect(
      folder.read("new")
        == text(
          "> echo took $(date +%s%N) ns", "= ok", "~ took {int} ns", "> echo $$ a", "= ok",
          "~ {int} a",
          "> echo b", "= ok", "| b"))
    #expect(runTool(["check"] + shell + [path], in: folder).status == 0)
  }
}
