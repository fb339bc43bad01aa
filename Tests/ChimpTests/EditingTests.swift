import Glibc
import TestSupport
import Testing

/// Tests of editing a line with the keys of common shells.
struct EditingTests {
  /// Types keys in steps and expects the line after each step.
  private func check(_ player: Player, _ steps: [(keys: String, line: String)]) {
    for step in steps {
      player.type(step.keys)
      player.see(Player.banner + "chimp> " + step.line)
    }
  }

  @Test func `Home and End and their control keys move to the ends of the line`() throws {
    check(
      try .atPrompt(),
      [
        ("set seed", "set seed|"), ("\u{1b}[H", "|set seed"), ("\u{1b}[F", "set seed|"),
        ("\u{1b}OH", "|set seed"), ("\u{1b}OF", "set seed|"), ("\u{1b}[1~", "|set seed"),
        ("\u{1b}[4~", "set seed|"), ("\u{1}", "|set seed"), ("\u{5}", "set seed|"),
      ])
  }

  @Test func `Arrows move by a character, with the control key by a word`() throws {
    check(
      try .atPrompt(),
      [
        ("one two", "one two|"), ("\u{1b}[D", "one tw|o"), ("\u{1b}[1;5D", "one |two"),
        ("\u{1b}[1;5D", "|one two"), ("\u{1b}[C", "o|ne two"), ("\u{1b}[1;5C", "one| two"),
        ("\u{1b}[1;5C", "one two|"),
      ])
  }

  @Test func `Delete takes the character at the cursor, Backspace the one before it`() throws {
    check(
      try .atPrompt(),
      [
        ("abcd", "abcd|"), ("\u{1b}[D\u{1b}[D", "ab|cd"), ("\u{1b}[3~", "ab|d"),
        ("\u{7f}", "a|d"), ("\u{4}", "a|"),
      ])
  }

  @Test func `Parts of the line are cut and put back`() throws {
    check(
      try .atPrompt(),
      [
        ("one two three", "one two three|"), ("\u{17}", "one two |"), ("\u{19}", "one two three|"),
        ("\u{1}\u{1b}[1;5C", "one| two three"), ("\u{b}", "one|"), ("\u{19}", "one two three|"),
        ("\u{1b}[1;5D\u{15}", "|three"), ("\u{19}", "one two |three"),
      ])
  }

  @Test func `All sequences of a key for editing do the same`() throws {
    check(
      try .atPrompt(),
      [
        ("one two", "one two|"), ("\u{1b}[7~", "|one two"), ("\u{1b}[8~", "one two|"),
        ("\u{1b}[1;3D", "one |two"), ("\u{1b}Od", "|one two"), ("\u{1b}\u{1b}[C", "one| two"),
        ("\u{1b}f", "one two|"), ("\u{1b}b", "one |two"), ("\u{1b}d", "one |"),
        ("\u{1b}\u{7f}", "|"),
      ])
  }

  /// Keys and answers of terminals that have no function.
  ///
  /// Alt with a letter that begins a text, such as `ESC X`, stands here with the end of that text:
  /// a letter typed at once belongs to it.
  static let unknownSequences = [
    "\u{1b}x", "\u{1b}X\u{1b}\\", "\u{1b}[15~", "\u{1b}[3;5~", "\u{1b}[1;2H", "\u{1b}[1;2D",
    "\u{1b}[97;5u",
    "\u{1b}[57358;1:3u", "\u{1b}[27;6;120~", "\u{1b}OP", "\u{1b}O5P", "\u{1b}[[A", "\u{1b}[2~",
    "\u{1b}]11;rgb:1e1e/1e1e/1e1e\u{1b}\\", "\u{1b}]52;c;YQ==\u{7}", "\u{1b}P1+r544e=1\u{1b}\\",
    "\u{1b}_Gi=1;OK\u{1b}\\", "\u{1b}^private\u{7}", "\u{1b}Xstring\u{1b}\\", "\u{1b}é",
    "\u{9b}5~", "\u{9d}11;rgb:0/0/0\u{9c}", "\u{1b}[?2026;2$y", "\u{1b}[I", "\u{1b}\r",
    "\u{1b}\u{1b}[A",
  ]

  @Test func `A key without a function types and opens nothing`() throws {
    let player = try Player.atPrompt()
    player.type("set se")
    for sequence in Self.unknownSequences {
      player.type(sequence + "e")
      player.see(Player.banner + "chimp> set see|")
      player.type("\u{7f}")
      player.see(Player.banner + "chimp> set se|")
    }
    player.type("ed pear\r")
    player.see(Player.banner + "chimp> set seed pear\nseed = pear\nchimp> |")
  }

  @Test func `With settings of the editor, too, only keys with a function are its own`() throws {
    let folder = TemporaryFolder()
    folder.write("bind \"\\e[15~\" ed-move-to-beg\n", to: folder.path + "/.editrc")
    check(
      try .atPrompt(folder: folder),
      [
        ("version", "version|"), ("\u{1b}[17~", "version|"), ("\u{1b}[15~", "|version"),
        ("\u{1b}x", "|version"), ("\u{1b}[F", "version|"),
      ])
  }

  @Test func `Wide characters are edited as whole characters`() throws {
    check(
      try .atPrompt(),
      [
        ("日本 ab 😀", "日本 ab 😀|"), ("\u{7f}", "日本 ab |"), ("\u{1}\u{1b}[C", "日|本 ab"),
        ("語", "日語|本 ab"), ("\u{1b}[3~", "日語| ab"), ("\u{5}é", "日語 ab é|"),
      ])
  }

  private static let hint = "quit or Ctrl-D ends the program\n"

  @Test func `An interrupt gives the line up and never ends the program`() throws {
    let player = try Player.atPrompt()
    player.type("set seed\u{1b}[D\u{3}")
    player.see(Player.banner + "chimp> set seed\nchimp> |")
    player.type("\u{3}version\r")
    player.see(
      Player.banner + "chimp> set seed\nchimp>\n" + Self.hint
        + "chimp> version\nchimp 1.0.0\nchimp> |")
    player.send(SIGINT)
    // The hint comes once.
    player.see(
      Player.banner + "chimp> set seed\nchimp>\n" + Self.hint
        + "chimp> version\nchimp 1.0.0\nchimp>\nchimp> |")
  }

  @Test func `An interrupt stops a file that is being read`() throws {
    let folder = TemporaryFolder()
    let path = folder.path + "/long.txt"
    folder.write(String(repeating: "set seed x\n", count: 400_000) + "quit\n", to: path)
    let player = try Player.atPrompt(rows: 4, folder: folder)
    player.type("source \(path)\r")
    player.wait { $0.text.contains("seed = x\nseed = x\n") }
    player.type("\u{3}")
    player.wait { $0.text.hasSuffix("\nseed = x\nseed = x\nchimp> |") }
    player.type("version\r")
    player.see("seed = x\nchimp> version\nchimp 1.0.0\nchimp> |")
  }

  @Test func `A terminal that the system knows nothing of is taken for the usual kind`() throws {
    let player = try Player.atPrompt(variables: ["TERM=unheard-of", "NO_COLOR=1"])
    check(player, [("set sed\u{1b}[D", "set se|d"), ("e", "set see|d")])
  }

  @Test func `A terminal that can't move its cursor is read as it is`() throws {
    let player = try Player(variables: ["TERM=dumb", "NO_COLOR=1"])
    player.type("version\n")
    player.wait { $0.text.contains("chimp 1.0.0\n") }
    #expect(!player.screen.isPasteMode)
    player.type("\u{4}")
    #expect(player.awaitEnd() == 0)
  }

  @Test func `Without line editing Ctrl-C cancels a command, and ends the program at the prompt`()
    throws
  {
    let folder = TemporaryFolder()
    folder.write("about\nwait 600000\nversion\n", to: folder.path + "/waits.txt")
    let player = try Player(
      columns: 100, folder: folder, variables: ["TERM=dumb", "NO_COLOR=1"], clock: "real")
    player.wait { $0.text.hasSuffix("chimp> |") }
    // The error is written when the program waits.
    player.type("source \(folder.path)/waits.txt\n")
    player.wait { $0.text.contains("unknown command \"about\"") }
    player.type("\u{3}")
    player.wait { $0.text.contains(" ms\nchimp> |") }
    // The rest of the file was cancelled, too.
    #expect(!player.screen.text.contains("\nchimp 1.0.0\n"))
    player.type("version\n")
    player.wait { $0.text.contains("chimp> version\nchimp 1.0.0\nchimp> |") }
    player.type("\u{3}")
    #expect(player.awaitEnd() == SIGINT)
  }

  @Test func `The end key ends the session on an empty line only`() throws {
    let player = try Player.atPrompt()
    player.type("x\u{4}\u{1b}[D")
    player.see(Player.banner + "chimp> |x")
    player.type("\u{4}")
    player.see(Player.banner + "chimp> |")
    player.type("\u{4}")
    #expect(player.awaitEnd() == 0)
    #expect(player.screen.text == Player.banner + "chimp> ^D\n|")
    #expect(player.screen.isPasteMode == false)
    #expect(player.hasUsualModes)
  }

  @Test func `A line that is wrapped survives a change of the width`() throws {
    let player = try Player.atPrompt(columns: 70, rows: 10)
    let words = String(repeating: "wrap ", count: 16)
    player.type("set seed " + words + "\u{1b}[D\u{1b}[D")
    player.see(
      Player.banner + "chimp> set seed " + String(repeating: "wrap ", count: 10)
        + "wrap\n wrap wrap wrap wrap wra|p")
    player.resize(columns: 40, rows: 10)
    player.see(
      """
      chimp 1.0.0: menu for tests, help for co
      mmands, quit to leave
      chimp> set seed wrap wrap wrap wrap wrap
       wrap wrap wrap wrap wrap wrap wrap wrap
       wrap wrap wra|p
      """)
    player.type("X")
    player.see(
      """
      chimp 1.0.0: menu for tests, help for co
      mmands, quit to leave
      chimp> set seed wrap wrap wrap wrap wrap
       wrap wrap wrap wrap wrap wrap wrap wrap
       wrap wrap wraX|p
      """)
    player.resize(columns: 66, rows: 12)
    player.see(
      Player.banner + "chimp> set seed " + String(repeating: "wrap ", count: 9)
        + "wrap\nwrap wrap wrap wrap wrap wraX|p")
    player.type("\u{3}version\r")
    player.see(
      Player.banner + "chimp> set seed " + String(repeating: "wrap ", count: 9)
        + "wrap\nwrap wrap wrap wrap wrap wraXp\nchimp> version\nchimp 1.0.0\nchimp> |")
  }

  @Test func `The user's own settings of the editor are heeded`() throws {
    let folder = TemporaryFolder()
    folder.write("bind ^G ed-move-to-beg\n", to: folder.path + "/.editrc")
    let player = try Player.atPrompt(folder: folder)
    check(player, [("version", "version|"), ("\u{7}", "|version")])
  }

  @Test func `A user who edits as in vi can interrupt, and has the keys`() throws {
    let folder = TemporaryFolder()
    folder.write("bind -v\n", to: folder.path + "/.editrc")
    let player = try Player.atPrompt(folder: folder)
    player.type("version\u{1b}")
    player.see(Player.banner + "chimp> versio|n")
    player.type("0x")
    player.see(Player.banner + "chimp> |ersion")
    player.type("\u{3}")
    player.see(Player.banner + "chimp> ersion\nchimp> |")
    player.type("vers\t")
    player.see(Player.banner + "chimp> ersion\nchimp> version |")
  }
}
