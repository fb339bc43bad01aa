import Glibc
import TestSupport
import Testing

/// Tests of the history of entered lines, within a session and in the next one.
struct HistoryFileTests {
  private static let up = "\u{1b}[A"
  private static let down = "\u{1b}[B"

  /// Types lines in a new session and ends it.
  private func enter(_ lines: [String], folder: TemporaryFolder) throws {
    let player = try Player.atPrompt(rows: 40, folder: folder)
    player.type(lines.map { $0 + "\r" }.joined() + "quit\r")
    #expect(player.awaitEnd() & 0xff == 0)
  }

  @Test func `Up and down go through the lines that begin as typed`() throws {
    let folder = TemporaryFolder()
    folder.write("set seed a\nversion\nset seed b\nhelp\n", to: folder.historyPath)
    let player = try Player.atPrompt(folder: folder)
    let steps = [
      (Self.up, "help|"), (Self.up, "set seed b|"), (Self.down, "help|"), (Self.down, "|"),
      ("se", "se|"), (Self.up, "set seed b|"), (Self.up, "set seed a|"), (Self.down, "set seed b|"),
      (Self.down, "se|"),
    ]
    for (keys, line) in steps {
      player.type(keys)
      player.see(Player.banner + "chimp> " + line)
    }
  }

  @Test func `A line that is entered again stands last, and only there`() throws {
    let player = try Player.atPrompt()
    player.type("version\rset seed a\rversion\r")
    let screen =
      Player.banner
      + "chimp> version\nchimp 1.0.0\nchimp> set seed a\nseed = a\nchimp> version\nchimp 1.0.0\n"
    player.see(screen + "chimp> |")
    for line in ["version|", "set seed a|"] {
      player.type(Self.up)
      player.see(screen + "chimp> " + line)
    }
    player.type(Self.up + "!")
    player.see(screen + "chimp> set seed a!|")
  }

  @Test func `A search finds what the lines hold`() throws {
    let folder = TemporaryFolder()
    folder.write("set seed pear\nversion\nset seed apple\n", to: folder.historyPath)
    let player = try Player.atPrompt(folder: folder)
    player.type("\u{12}seed")
    player.see(Player.banner + "chimp> set |seed apple\nbck:seed")
    player.type("\u{12}")
    player.see(Player.banner + "chimp> set |seed pear\nbck:seed")
    player.type("\u{1b}[F")
    player.see(Player.banner + "chimp> set seed pear|")
    player.type("\r")
    player.see(Player.banner + "chimp> set seed pear\nseed = pear\nchimp> |")
  }

  @Test func `An interrupt leaves a search and the program goes on`() throws {
    let folder = TemporaryFolder()
    folder.write("version\n", to: folder.historyPath)
    let player = try Player.atPrompt(folder: folder)
    player.type("\u{12}ver")
    player.see(Player.banner + "chimp> |version\nbck:ver")
    player.type("\u{3}help help\r")
    player.see(
      Player.banner + """
        chimp> version
        chimp> help help
        help [NAME] [PART]
          list the main commands, or explain one, a group or a test
          also: ?
        examples:
          help
          help all
          help start
          help tests
        chimp> |
        """)
  }

  @Test func `The next session knows each line once, where it stood last`() throws {
    let folder = TemporaryFolder()
    try enter(["version", "set seed x", "# a comment", "", "nonsense", "version"], folder: folder)
    let player = try Player.atPrompt(folder: folder)
    player.type("history\r")
    player.see(
      Player.banner + """
        chimp> history
          1  set seed x
          2  nonsense
          3  version
          4  quit
          5  history
        chimp> |
        """)
    #expect(
      folder.read(folder.historyPath)
        == "version\nset seed x\nnonsense\nversion\nquit\nhistory\n")
    #expect(folder.mode(folder.historyPath) == 0o600)
    #expect(folder.mode(folder.path + "/.local/state/chimp") == 0o700)
    #expect(folder.mode(folder.path + "/.local") == 0o700)
  }

  @Test func `Two sessions that add to the same file at once lose no line`() throws {
    let folder = TemporaryFolder()
    let one = try Player.atPrompt(folder: folder)
    let other = try Player.atPrompt(folder: folder)
    let ours = (1...50).map { "set seed a\($0)" }
    let theirs = (1...50).map { "set seed b\($0)" }
    one.type(ours.map { $0 + "\r" }.joined())
    other.type(theirs.map { $0 + "\r" }.joined())
    one.wait { $0.text.hasSuffix("seed = a50\nchimp> |") }
    other.wait { $0.text.hasSuffix("seed = b50\nchimp> |") }
    let text = try #require(folder.read(folder.historyPath))
    let lines = text.split(separator: "\n").map(String.init)
    #expect(lines.filter { $0.hasPrefix("set seed a") } == ours)
    #expect(lines.filter { $0.hasPrefix("set seed b") } == theirs)
    #expect(lines.count == 100)
  }

  @Test func `A file is shortened while others add to it, and no line is lost`() throws {
    let folder = TemporaryFolder()
    let lines = (1...20_000).map { "set seed number-\($0)\n" }.joined()
    folder.write(lines, to: folder.historyPath)
    let players = try (1...4).map { _ in try Player(columns: 70, folder: folder) }
    for (number, player) in players.enumerated() { player.type("set seed player\(number)\r") }
    for (number, player) in players.enumerated() {
      player.wait { $0.text.hasSuffix("seed = player\(number)\nchimp> |") }
    }
    let text = try #require(folder.read(folder.historyPath))
    let kept = text.split(separator: "\n").map(String.init)
    #expect(kept.suffix(4).sorted() == (0..<4).map { "set seed player\($0)" })
    #expect(kept.dropLast(4).allSatisfy { $0.hasPrefix("set seed number-") })
  }

  @Test func `A file that has grown is shortened to its latest lines`() throws {
    let folder = TemporaryFolder()
    let lines = (1...20_000).map { "set seed number-\($0)\n" }.joined()
    folder.write(lines + "set seed last\n", to: folder.historyPath)
    let player = try Player.atPrompt(folder: folder)
    player.type(Self.up)
    player.see(Player.banner + "chimp> set seed last|")
    let kept = try #require(folder.read(folder.historyPath))
    #expect(kept.utf8.count <= 1 << 16)
    #expect((lines + "set seed last\n").hasSuffix(kept))
    #expect(kept.hasPrefix("set seed number-"))
    #expect(folder.mode(folder.historyPath) == 0o600)
  }

  @Test func `Control characters never break the file`() throws {
    let folder = TemporaryFolder()
    let player = try Player.atPrompt(folder: folder)
    player.type("help \"a\u{16}\u{1b}b\"\rversion\r")
    player.see(
      Player.banner + """
        chimp> help "a^[b"
        error: no help about "a\\eb" ("help" lists the commands)
        chimp> version
        chimp 1.0.0
        chimp> |
        """)
    #expect(folder.read(folder.historyPath) == "version\n")
  }

  @Test func `A history that can't be saved is reported once`() throws {
    let folder = TemporaryFolder()
    folder.write("", to: folder.path + "/.local/state/chimp/history/file")
    let player = try Player(columns: 180, folder: folder)
    let complaint = """
      chimp: the lines that you type are not kept for the next time: \
      can't read \"\(folder.historyPath)\": is a directory\n
      """
    player.see(complaint + Player.banner + "chimp> |")
    player.type("version\r")
    player.see(complaint + Player.banner + "chimp> version\nchimp 1.0.0\nchimp> |")
  }

  @Test func `A line that does not fit into the history is reported once`()
    throws
  {
    let folder = TemporaryFolder()
    // NB: the store exists and has room; only the history grows.
    let first = try Player.atPrompt(folder: folder)
    first.type("\u{4}")
    #expect(first.awaitEnd() == 0)
    let line = String(repeating: "x", count: 999) + "\n"
    folder.write(String(repeating: line, count: 125), to: folder.historyPath)
    let player = try Player(
      columns: 180, folder: folder,
      through: "ulimit -f 240; exec \"$CHIMP\" --clock virtual --board $BOARD")
    player.see(Player.banner + "chimp> |")
    player.type("version\rversion\r")
    let message = """
      chimp: the lines that you type are not kept for the next time: \
      can't write "\(folder.historyPath)": file too large\n
      """
    player.wait { screen in
      screen.text.hasSuffix("version\nchimp 1.0.0\nchimp> |")
        && screen.text.split(separator: "\n").filter { $0 + "\n" == message }.count == 1
    }
    player.type("\u{4}")
    #expect(player.awaitEnd() == 0)
  }
}
