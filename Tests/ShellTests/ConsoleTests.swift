import ChimpSystem
import Shell
import TestSupport
import Testing

struct ConsoleTests {
  /// A program that adds numbers and replies with the sum.
  ///
  /// It refuses the number seven.
  private final class Adder: CommandReceiver {
    var isInterrupted = false
    let output: OutputWriter
    var sum = 0

    init(output: OutputWriter) {
      self.output = output
    }

    func add(_ number: Int) throws {
      guard number != 7 else { throw Refusal("seven", "seven", "七") }
      sum += number
      output.write(text: "\(sum)")
      output.write(text: "\n\nend\n")
    }
  }

  private final class Fixture {
    let sink = MemorySink()
    let diagnosticsSink = MemorySink()
    let console: Console<Adder>

    init(_ configure: (inout ConsoleOptions) -> Void = { _ in }) {
      var options = ConsoleOptions()
      configure(&options)
      let output = OutputWriter(sink: sink)
      let add = Command<Adder>(
        "add", Text("add a number", ""), in: .shell,
        CommandForm([Parameter("N", .number(-99...99))]) { adder, line in
          try adder.add(line.number(0))
        }, examples: ["add 1"])
      console = Console(
        Adder(output: output),
        table: CommandTable(
          [add] + Command.consoleCommands + (options.isMachine ? Command.machineCommands : [])),
        speaker: Speaker(output),
        diagnostics: OutputWriter(sink: diagnosticsSink), options: options,
        programVersion: "test 1", recordingFormat: PlainFormat())
    }

    /// Runs a text as the input of the console and returns the output.
    func run(_ text: String, name: String? = nil) -> String {
      end = console.run(TextLines(Array(text.utf8)), name: name)
      console.output.flush()
      return String(decoding: sink.consume(), as: UTF8.self)
    }

    var end: RunEnd?
    var diagnostics: String { String(decoding: diagnosticsSink.bytes, as: UTF8.self) }
  }

  @Test func `Lines are answered in order, refusals included, to the end`() {
    let fixture = Fixture()
    let reply = fixture.run("add 1\nadd\nadd 2\nadd 7\nversion\n")
    #expect(
      reply
        == "1\n\nend\nerror: add needs more, for example \"add 1\" (\"help add\" explains it)\n"
        + "3\n\nend\nerror: seven\ntest 1\n"
    )
    #expect(fixture.end == .end)
    #expect(fixture.diagnostics == "")
  }

  @Test func `Quit ends the run, and nothing behind it is read`() {
    let fixture = Fixture()
    #expect(fixture.run("version\nquit\nversion\n") == "test 1\n")
    #expect(fixture.end == .quit)
  }

  @Test(arguments: ["exit", "q"]) func `Each other name of quit ends the run`(name: String) {
    let fixture = Fixture()
    #expect(fixture.run("version\n\(name)\nversion\n") == "test 1\n")
    #expect(fixture.end == .quit)
  }

  @Test func `A question mark is help`() {
    let fixture = Fixture()
    #expect(fixture.run("?\n") == fixture.run("help\n"))
    #expect(fixture.run("? add\n") == "add N\n  add a number\nexamples:\n  add 1\n")
  }

  @Test func `With bail the first refusal ends the run`() {
    let fixture = Fixture { $0.bails = true }
    #expect(fixture.run("add 7\nversion\n") == "error: seven\n")
    #expect(fixture.end == .bailed)
  }

  @Test func `With echo each line stands before its reply, escaped`() {
    let fixture = Fixture { $0.echoes = true }
    #expect(fixture.run("version\n# \u{1b}c\n\n") == "> version\ntest 1\n> # \\ec\n> \n")
  }

  @Test func `Refusals of a named source are told to the diagnostics with their lines`() {
    let fixture = Fixture()
    #expect(fixture.run("\nadd 7\n", name: "a file") == "error: seven\n")
    #expect(fixture.diagnostics == "a file:2: seven\n")
  }

  @Test func `For a driving program each reply is framed`() {
    let fixture = Fixture { $0.machineFormat = .frames }
    let reply = fixture.run(
      """
      1 add 1
      add 7
      02 add x
      # comment

         3   version
      4
      protocol-version
      5 nothing
      list-commands
      6 quit
      """)
    #expect(
      reply == """
        =1 1
         
        end

        ? seven

        ?02 N must be a number: "x" at column 8

        =3 test 1

        ?4 no command follows the number

        = 1

        ?5 unknown command "nothing" at column 3 ("help" lists the commands)

        = add
        help
        history
        source
        record
        set
        status
        jobs
        cancel
        foreground
        version
        quit
        list-commands
        protocol-version

        =6 


        """)
  }

  @Test func `A line that can't be read is refused within its frame`() {
    let fixture = Fixture { $0.machineFormat = .frames }
    #expect(fixture.run("1 add \"\n") == "?1 the quote at column 7 is not closed\n\n")
  }

  @Test func `A transcript runs its input lines only`() {
    for mark in ["@ chimp-transcript 1", "@ chimp-transcript 1 \t "] {
      let fixture = Fixture()
      let reply = fixture.run("\(mark)\n# x\n> version\n| no\n>\nversion\n>version\n> add 7\n")
      #expect(reply == "test 1\nerror: seven\n")
    }
  }

  @Test func `A sourced file is told by name and line when it is refused`() {
    let folder = TemporaryFolder()
    let inner = folder.file("inner", "add 1\r\nadd 7\n\nadd \"")
    let outer = folder.file("outer", "\u{feff}source \(inner)\nversion")
    let fixture = Fixture()
    let reply = fixture.run("source \(outer)\nadd 7\n")
    #expect(
      reply == """
        1

        end
        error: \(inner):2: seven
        error: \(inner):4: the quote at column 5 is not closed
        test 1
        error: seven

        """)
  }

  @Test func `A file that sources itself, or too deeply, is refused`() {
    let folder = TemporaryFolder()
    let own = folder.file("own", "source \(folder.path)/own\n")
    #expect(Fixture().run("source \(own)") == "error: \(own):1: \"\(own)\" is already being read\n")
    for depth in 0..<20 {
      _ = folder.file("\(depth)", "source \(folder.path)/\(depth + 1)\n")
    }
    #expect(
      Fixture().run("source \(folder.path)/0")
        == "error: \(folder.path)/15:1: files can be nested at most 16 deep\n")
  }

  @Test func `Quit and bail inside a sourced file end the run`() {
    let folder = TemporaryFolder()
    let quits = folder.file("quits", "quit\nversion\n")
    let fails = folder.file("fails", "add 7\nversion\n")
    let fixture = Fixture { $0.bails = true }
    #expect(fixture.run("source \(quits)\nversion") == "")
    #expect(fixture.end == .quit)
    let other = Fixture { $0.bails = true }
    #expect(other.run("source \(fails)\nversion") == "error: \(fails):1: seven\n")
    #expect(other.end == .bailed)
  }

  @Test func `A user who interrupts stops the file at its next line`() {
    let folder = TemporaryFolder()
    let path = folder.file("long", "version\nversion\nversion\n")
    let fixture = Fixture()
    fixture.console.program.isInterrupted = true
    #expect(fixture.run("source \(path)\nadd 1\n") == "test 1\n1\n\nend\n")
  }

  @Test func `A restricted session touches no file`() {
    let fixture = Fixture { $0.isRestricted = true }
    let reply = fixture.run("source a\nrecord b\nrecord off\n")
    #expect(
      reply == """
        error: a restricted session has no source
        error: a restricted session has no record
        error: the session is not being recorded

        """)
  }

  @Test func `A recording has each command with its reply`() {
    let folder = TemporaryFolder()
    let path = folder.path + "/session.txt"
    let fixture = Fixture()
    let reply = fixture.run(
      "version\nrecord \(path)\nadd 1\n# not a command\nadd 7\nrecord \(path)\nrecord off\nadd 2\n")
    #expect(
      reply == """
        test 1
        recording to "\(path)"
        1

        end
        error: seven
        error: the session is already being recorded to "\(path)"
        recorded to "\(path)"
        3

        end

        """)
    #expect(
      contents(of: path) == """
        session
        before: version
        yes: add 1
        1

        end
        no:  add 7
        error: seven

        """)
    #expect(
      fixture.run("record \(path)") == "error: can't write \"\(path)\": file exists\n",
      "no file is overwritten")
  }

  @Test func `A recording of nothing is not written`() {
    let folder = TemporaryFolder()
    let path = folder.path + "/session.txt"
    let fixture = Fixture()
    #expect(
      fixture.run("version\nrecord \(path)\n# not a command\nrecord off\n") == """
        test 1
        recording to "\(path)"
        nothing was recorded to "\(path)"

        """)
    #expect(folder.files == [])
    #expect(fixture.run("record \(path)\n") == "recording to \"\(path)\"\n")
    #expect(fixture.console.recordingFlaw == "nothing was recorded to \"\(path)\"")
    _ = folder.file("session.txt", "mine")
    #expect(fixture.run("version\n") == "test 1\nerror: can't write \"\(path)\": file exists\n")
    #expect(fixture.console.recordingFlaw == nil)
    #expect(contents(of: path) == "mine\n")
  }

  @Test func `A recording needs every line that was entered before it`() {
    let folder = TemporaryFolder()
    let path = folder.path + "/session.txt"
    let many = String(repeating: "add 1\n", count: 2 * History.keptSize / 6 + 1)
    #expect(
      Fixture().run("\(many)record \(path)\n").hasSuffix(
        "error: too many lines were entered: a recording can't begin here any more\n"))
    let long = "add 1" + String(repeating: " 1", count: History.keptSize / 2)
    #expect(
      Fixture().run("\(long)\nrecord \(path)\n").hasSuffix(
        "error: too many lines were entered: a recording can't begin here any more\n"))
    #expect(folder.files == [])
  }

  @Test func `Colours and echoes that are options stay out of a recording`() {
    let folder = TemporaryFolder()
    let path = folder.path + "/session.txt"
    let fixture = Fixture()
    fixture.console.options.echoes = true
    fixture.console.output.hasColor = true
    #expect(
      fixture.run("record \(path)\nadd 7\nrecord off\nadd 7\n") == """
        > record \(path)
        recording to "\(path)"
        error: seven
        recorded to "\(path)"
        > add 7
        \u{1b}[31merror:\u{1b}[0m seven

        """)
  }

  @Test(arguments: [
    ("help verson", "no help about \"verson\", did you mean \"version\"?"),
    ("help zzz", "no help about \"zzz\" (\"help\" lists the commands)"),
    ("set zzz", "unknown setting \"zzz\" (known: echo, bail, color)"),
    ("set echo loud", "echo must be one of on, off: \"loud\""),
    ("source none", "can't read \"none\": no such file or directory"),
    ("record none/none", "can't write \"none/none\": no such file or directory"),
    ("record off", "the session is not being recorded"),
  ])
  func `A command of the console tells why it is refused`(line: String, words: String) {
    #expect(Fixture().run(line + "\n") == "error: \(words)\n")
  }

  @Test func `A driving program can't change the colour`() {
    let fixture = Fixture { $0.machineFormat = .frames }
    #expect(fixture.run("set color on\n") == "? \"color\" can't be changed\n\n")
  }
}
