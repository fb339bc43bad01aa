import Shell
import TestSupport
import Testing

extension CommandGroup {
  fileprivate static let play = CommandGroup("play", "ラウンド")
  fileprivate static let articles = CommandGroup("articles", "記事")
}

struct CommandTests {
  /// A program that stores what its commands ask for as text.
  private final class Receiver: CommandReceiver {
    var seen = ""
  }

  private static let table = CommandTable<Receiver>(commands, in: [.articles])

  private static let commands: [Command<Receiver>] = [
    Command(
      "paint", Text("paint something", ""), in: .articles,
      CommandForm(
        [
          Parameter("COLOR", .choice(["red", "green"])),
          Parameter("TIMES", .number(1...9), .optional),
        ],
        keys: [.key("size", .number(0...5), "N"), .key("name", .text, "TEXT")]
      ) { receiver, line in
        let size = line.number(key: "size").map(String.init) ?? "-"
        let name = line.text(key: "name") ?? "-"
        receiver.seen = "\(line.text(0)) \(size) \(name) \(line.argumentCount)"
      }, examples: ["paint red"]),
    Command(
      "pair", Text("take pairs", ""), in: .articles,
      CommandForm(
        [Parameter("A", .number(1...99)), Parameter("B", .number(-9...9))], repeats: true
      ) { receiver, line in
        receiver.seen = "touch \(line.number(0)) \(line.number(line.argumentCount - 1))"
      }, examples: [], acceptsBareNumbers: true),
    Command(
      "log", Text("keep a log", ""), in: .articles,
      CommandForm([Parameter("FILE", .file)]) { receiver, line in
        receiver.seen = "log to \(line.file(0).name)"
      },
      CommandForm([.literal("off")]) { receiver, _ in receiver.seen = "log off" },
      CommandForm([.literal("level"), Parameter("N", .number(0...3))]) { receiver, line in
        receiver.seen = "log level \(line.number(1))"
      },
      aliases: ["keep", "!"], examples: []),
    Command(
      "all", Text("take a flag", ""), in: .articles,
      CommandForm([Parameter("--each", .flag(["--each"]), .optional)]) { receiver, _ in
        receiver.seen = "all"
      },
      examples: []),
    Command(
      "each", Text("take one of two", ""), in: .articles,
      CommandForm([Parameter("a|b", .flag(["a", "b"]), .optional)]) { receiver, _ in
        receiver.seen = "each"
      },
      examples: []),
    Command(
      "view", Text("show a page", ""), in: .articles,
      CommandForm { receiver, _ in receiver.seen = "view" },
      CommandForm([.literal("last")]) { receiver, _ in receiver.seen = "last view" },
      CommandForm([Parameter("N", .number(1...9))]) { receiver, line in
        receiver.seen = "view \(line.number(0))"
      },
      examples: []),
    Command(
      "set", Text("change something", ""), in: .articles,
      CommandForm([Parameter("N", .number(0...9))], keys: [.key("size", .text, "N")]) {
        receiver, _ in receiver.seen = "set"
      },
      CommandForm([Parameter("NAME", .identifier)], keys: [.key("size", .text, "N")]) {
        receiver, _ in receiver.seen = "set"
      },
      examples: []),
  ]

  /// Performs a line and returns what the program was asked for, or the error.
  private func result(_ line: String, _ table: CommandTable<Receiver> = table) -> String {
    let receiver = Receiver()
    let output = OutputWriter(sink: MemorySink())
    let console = Console(
      receiver, table: table, speaker: Speaker(output),
      diagnostics: OutputWriter(sink: MemorySink()), options: ConsoleOptions(),
      programVersion: "test 1", recordingFormat: PlainFormat())
    let reply = output.text { console.perform(line: Array(line.utf8)) }
    return reply + receiver.seen
  }

  @Test(arguments: [
    ("paint red", "red - - 1"),
    ("paint green 9 size=0 name=x", "green 0 x 4"),
    ("paint name=\"two words\" red", "red - two words 2"),
    ("paint red name=a=b", "red - a=b 2"),
    ("pair 1 -9", "touch 1 -9"),
    ("pair 1 2 3 4", "touch 1 4"),
    ("pair 007 -0", "touch 7 0"),
    ("pair 0000000000000000000000042 -00000000000000000000009", "touch 42 -9"),
    ("pair \"5\" \"-6\"", "touch 5 -6"),
    ("paint red size=0000000000000000000000003", "red 3 - 2"),
    ("7 8", "touch 7 8"),
    ("7 8 9 5", "touch 7 5"),
    ("log a.txt", "log to a.txt"),
    ("log off", "log off"),
    ("log level 2", "log level 2"),
    ("\"log\" \"off\"", "log off"),
    ("keep a.txt", "log to a.txt"),
    ("! off", "log off"),
    ("all --each", "all"),
    ("each b", "each"),
    ("view", "view"),
    ("view 9", "view 9"),
    ("view last", "last view"),
  ])
  func `A command runs the form that fits, with its values`(line: String, expected: String) {
    #expect(result(line) == expected)
  }

  @Test(arguments: [
    ("paint", "paint needs more, for example \"paint red\" (\"help paint\" explains it)"),
    ("paint blue", "COLOR must be one of red, green: \"blue\" at column 7"),
    (
      "paint red 1 2",
      "unexpected argument \"2\" at column 13 (usage: paint COLOR [TIMES] [size=N] [name=TEXT])"
    ),
    ("paint red many", "TIMES must be a number: \"many\" at column 11"),
    ("paint red 0", "TIMES must be from 1 to 9: \"0\" at column 11"),
    ("paint red size=6", "size must be from 0 to 5: \"6\" at column 11"),
    ("paint red size=", "size must be a number: \"\" at column 11"),
    ("paint red weight=6", "unknown key \"weight\" at column 11 (known: size, name)"),
    ("paint red size=1 size=1", "key \"size\" is given twice, again at column 18"),
    ("pair", "type A and B"),
    ("pair 1", "type A and B"),
    ("pair 1 2 3", "type A and B"),
    ("pair 1 10", "B must be from -9 to 9: \"10\" at column 8"),
    ("pair 1 2 100 2", "A must be from 1 to 99: \"100\" at column 10"),
    ("pair -", "A must be a number: \"-\" at column 6"),
    ("pair 1 -9223372036854775809", "B must be from -9 to 9: \"-9223372036854775809\" at column 8"),
    ("pair 18446744073709551617 1", "A must be from 1 to 99: \"18446744073709551617\" at column 6"),
    ("pair 1 1e9", "B must be from -9 to 9: \"1e9\" at column 8"),
    ("pair 1 --2", "B must be a number: \"--2\" at column 8"),
    ("pair 1 +2", "B must be a number: \"+2\" at column 8"),
    ("pair 1 2=2", "B must be a number: \"2=2\" at column 8"),
    ("pair 1 0000000000000000000x", "B must be a number: \"0000000000000000000x\" at column 8"),
    ("paint red size=\"2 \"", "size must be a number: \"2 \" at column 11"),
    ("log", "FILE is missing (usage: log FILE, or log off, or log level N)"),
    ("log off 9", "unexpected argument \"9\" at column 9 (usage: log off)"),
    ("log level 9", "N must be from 0 to 3: \"9\" at column 11"),
    ("log level", "N is missing (usage: log level N)"),
    (
      "log a b",
      """
      unexpected argument "b" at column 7 \
      (usage: log FILE, or log off, or log level N)
      """
    ),
    ("all one", "unexpected argument \"one\" at column 5 (usage: all [--each])"),
    ("each one", "option must be one of a, b: \"one\" at column 6"),
    ("view 0", "N must be from 1 to 9: \"0\" at column 6"),
    (
      "view x",
      "N must be a number: \"x\" at column 6 (usage: view, or view last, or view N)"
    ),
    (
      "view 1 x",
      "unexpected argument \"x\" at column 8 (usage: view, or view last, or view N)"
    ),
    ("view last x", "unexpected argument \"x\" at column 11 (usage: view last)"),
    ("pait red", "unknown command \"pait\" at column 1, did you mean \"paint\"?"),
    ("  PAIR", "type A and B"),
    ("1x 2", "unknown command \"1x\" at column 1 (\"help\" lists the commands)"),
    ("a\u{1b}[2J", "unknown command \"a\\e[2J\" at column 1 (\"help\" lists the commands)"),
    ("palrx", "unknown command \"palrx\" at column 1 (\"help\" lists the commands)"),
  ])
  func `A wrong command is refused with the complete message`(line: String, expected: String) {
    #expect(result(line) == "error: \(expected)\n")
  }

  @Test func `The nearest name takes the fewest changes, swaps included`() {
    let names = ["paint", "pair", "log"]
    for (word, expected) in [("plog", 2), ("apint", 0), ("pari", 1), ("pait", 0)] {
      #expect(Self.table.nearest(to: word) == names[expected], "\(word)")
    }
  }

  @Test func `A name that differs in more than a third of the word's letters is not near`() {
    for word in ["", "l", "lo", "xog1", "palrx", "ppp"] {
      #expect(Self.table.nearest(to: word) == nil, "\(word)")
    }
    #expect(Self.table.nearest(to: "lox") == "log")
    #expect(Self.table.nearest(to: "paiirr") == "pair")
  }

  @Test func `Bare numbers are refused if a number has another meaning`() {
    let table = CommandTable(Self.table.commands, acceptsBareNumbers: false)
    #expect(
      result(" 7 8", table)
        == "error: bare numbers are no command here, put \"pair\" before them, at column 2\n")
    #expect(result("pair 7 8", table) == "touch 7 8")
  }

  @Test func `The help of a command shows all its forms`() {
    #expect(
      Self.table.command(named: "log")?.help(in: .english) == [
        "log FILE", "log off", "log level N", "  keep a log", "  also: keep, !",
      ])
    #expect(Self.table.command(named: "!")?.name.description == "log")
    #expect(
      Self.table.help(on: "articles", in: .english) == [
        "paint  paint something", "pair   take pairs", "log    keep a log", "all    take a flag",
        "each   take one of two", "view   show a page", "set    change something",
      ])
  }

  private static let helpOfHelp =
    "\"help all\" lists all commands, \"help start\" explains one, \"help tests\" the tests"

  @Test func `The help lists the commands by groups, and the topics`() {
    let table = CommandTable(
      Self.table.commands, in: [.articles, .play],
      topics: { _ in
        [HelpTopic("articles", "", lines: ["all of it"]), HelpTopic("brush", "", lines: ["hair"])]
      })
    #expect(
      table.help(in: .english) == [
        "articles  paint, pair, log, all, each, view, set", Self.helpOfHelp,
      ])
    #expect(table.help(on: "all", in: .english) == ["all [--each]", "  take a flag"])
    #expect(table.help(on: "brush", in: .english) == ["hair"])
    #expect(table.help(on: "articles", in: .english)?.first == "all of it")
    #expect(table.help(on: "articles", in: .english)?.last == "set    change something")
    #expect(table.help(on: "play", in: .english) == [])
    #expect(table.help(on: "nothing", in: .english) == nil)
  }

  @Test func `A topic of a group can stand for it in the short help`() {
    let table = CommandTable<Receiver>(
      [
        Command(
          "go", Text("do go", ""), in: .articles, isEssential: true,
          CommandForm { receiver, _ in receiver.seen = "go" })
      ], in: [.articles],
      topics: { _ in [HelpTopic("articles", "", lines: ["go, on  both"], isInOverview: true)] })
    #expect(table.help(in: .english) == ["articles", "  go, on  both", Self.helpOfHelp])
    #expect(table.help(on: "articles", in: .english) == ["go, on  both", "go  do go"])
  }

  @Test func `The short help has the essential commands; all has the rest`() {
    func command(
      _ name: String, _ group: CommandGroup, isEssential: Bool = false
    ) -> Command<Receiver> {
      Command(
        name, Text("do \(name)", ""), in: group, isEssential: isEssential,
        CommandForm(keys: [.key("size", .text, "N")]) { _, _ in },
        CommandForm { _, _ in }, examples: [])
    }
    let table = CommandTable(
      [
        command("go", .play, isEssential: true), command("look", .play),
        command("leave", .shell, isEssential: true),
      ], in: [.play, .shell])
    #expect(
      table.help(in: .english) == [
        "play", "  go     do go", "shell", "  leave  do leave", Self.helpOfHelp,
      ])
    #expect(
      table.help(on: "all", in: .english) == [
        "play   go, look", "shell  leave", Self.helpOfHelp,
      ])
    #expect(table.help(on: "go", in: .english) == ["go", "go  [size=N]", "  do go"])
  }

  @Test func `A restricted table refuses commands that are not declared safe`() {
    func command(_ name: String, isSafe: Bool, _ parameter: Parameter.Kind) -> Command<
      Receiver
    > {
      Command(
        name, Text("", ""), in: .articles, isSafe: isSafe,
        CommandForm([Parameter("A", parameter)]) { receiver, _ in receiver.seen = "touch 1 1" },
        CommandForm { receiver, _ in receiver.seen = "touch 2 2" }, examples: [])
    }
    let table = CommandTable(
      [command("new", isSafe: false, .text), command("safe", isSafe: true, .file)],
      in: [.articles], isRestricted: true)
    #expect(result("new x", table) == "error: a restricted session has no new\n")
    #expect(result("new", table) == "error: a restricted session has no new\n")
    #expect(result("safe file", table) == "error: a restricted session has no safe\n")
    #expect(result("safe", table) == "touch 2 2")
    #expect(table.help(on: "articles", in: .english) == ["safe  "])
    let words = ["", "safe ", "new "].map { table.completion(of: $0, context).candidates.count }
    #expect(words == [1, 0, 0])
  }

  private let context = CompletionContext(settings: []) { _ in ["readme", "rooms/"] }

  @Test(arguments: [
    ("", "paint pair log all each view set"),
    ("set ", ""), ("set s", "size="),
    ("pa", "paint pair"),
    ("paint ", "red green"), ("paint s", "size="),
    ("paint red ", "size= name="),
    ("paint red size=1 ", "name="),
    ("paint g", "green"),
    ("log ", "readme rooms/ off level"),
    ("log o", "off"),
    ("log level ", ""),
    ("nothing ", ""),
    ("paint \"", ""),
    ("#", ""),
    ("# pa", ""),
    ("# pa ", ""),
    (" pai", "paint pair"),
  ])
  func `A line is completed from the table`(line: String, expected: String) {
    let completion = Self.table.completion(of: line, context)
    #expect(completion.candidates.map(\.text).joined(separator: " ") == expected)
  }

  @Test func `A text is completed with what the program knows for its parameter`() {
    let table = CommandTable<Receiver>([
      Command(
        "call", Text("", ""), in: .play,
        CommandForm([Parameter("NAME", .text)]) { receiver, line in receiver.seen = line.text(0) })
    ])
    let context = CompletionContext(settings: [], fileNames: { _ in [] }) { name in
      [Completion.Candidate(text: name + "-ada"), Completion.Candidate(text: "bob")]
    }
    let found = ["call ", "call b", "call x"].map { line in
      table.completion(of: line, context).candidates.map(\.text)
    }
    #expect(found == [["NAME-ada", "bob"], ["bob"], []])
  }

  @Test(arguments: [
    ("paint", "COLOR [TIMES] [size=N] [name=TEXT]"), ("paint red", "[TIMES] [size=N] [name=TEXT]"),
    ("paint red size=1", "[TIMES] [name=TEXT]"), ("pair 1", "B"), ("log", "FILE"),
    ("log level", "N"), ("nothing", ""), ("", ""),
  ])
  func `The hint names the missing arguments`(line: String, expected: String) {
    #expect(Self.table.hint(for: line) == expected)
  }

  @Test func `Candidates share a prefix`() {
    let completion = Self.table.completion(of: "p", context)
    #expect(completion.commonPrefix == "pai")
    #expect(completion.replacedLength == 1)
  }
}
