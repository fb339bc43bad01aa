import Glibc
import TestSupport
import Testing

/// Tests of the output during a hold: nothing of it remains on the screen or in the scrollback.
struct LookTests {
  private static let start = "start 3 3 2 seed=pear"
  private static let announcement = "round 1: 3 numerals on 3x2, board 3x2n3#1/pear"
  private static let board = "     1  2  3\n  1  1  .  3\n  2  .  .  2"
  private static let beginning =
    Player.banner + "chimp> \(start)\n\(announcement)\n"

  /// Returns a simulated user in a hold, when the screen shows only the reply and the prompt.
  private func visibleRound(columns: Int = 70, rows: Int = 14) throws -> Player {
    let player = try Player.atPrompt(columns: columns, rows: rows)
    player.type(Self.start + "\r")
    player.see("\(Self.announcement)\n\(Self.board)\nchimp> |")
    return player
  }

  @Test func `The first press masks the board and leaves no numeral`() throws {
    let player = try visibleRound()
    player.type("press 1 1\r")
    player.see(
      Self.beginning + """
        chimp> press 1 1
        right: 1 of 3
             1  2  3
          1  .  .  #
          2  .  .  #
        chimp> |
        """)
    #expect(player.screen.scrollback.isEmpty)
  }

  @Test func `On a full screen no numeral is in the scrollback`() throws {
    let player = try Player.atPrompt(rows: 6)
    player.type("version\rversion\r")
    player.see(
      Player.banner + "chimp> version\nchimp 1.0.0\nchimp> version\nchimp 1.0.0\nchimp> |")
    player.type(Self.start + "\r")
    player.see("\(Self.announcement)\n\(Self.board)\nchimp> |")
    player.type("hide\r")
    player.see("chimp> hide\nhidden: 3 left\n     1  2  3\n  1  #  .  #\n  2  .  .  #\nchimp> |")
    #expect(
      player.screen.mainText
        == Player.banner + """
          chimp> version
          chimp 1.0.0
          chimp> version
          chimp 1.0.0
          chimp> \(Self.start)
          \(Self.announcement)
          chimp> hide
          hidden: 3 left
               1  2  3
            1  #  .  #
            2  .  .  #
          chimp>
          """)
  }

  @Test func `Lines and replies during a look are below the board, and stay`() throws {
    let player = try visibleRound()
    player.type("set seed x\r")
    player.see(
      "\(Self.announcement)\n\(Self.board)\nchimp> set seed x\nseed = x\nchimp> |")
    player.type("given up\u{3}\rpress 9 9\r")
    player.see(
      """
      \(Self.announcement)
      \(Self.board)
      chimp> set seed x
      seed = x
      chimp> given up
      chimp>
      chimp> press 9 9
      error: column 9 is not on the board (columns 1 to 3)
      chimp> |
      """)
    player.type("give-up\r")
    player.wait { $0.alternate == nil && $0.text.hasSuffix("2  .  .  2\nchimp> |") }
    #expect(
      player.screen.mainText == Self.beginning + """
        chimp> set seed x
        seed = x
        chimp> given up
        chimp>
        chimp> press 9 9
        error: column 9 is not on the board (columns 1 to 3)
        chimp> give-up
        you gave up at 0 of 3
        \(Self.board)
        chimp>
        """)
  }

  @Test func `The solution in an identifier is gone with the look`() throws {
    let player = try visibleRound()
    player.type("identifier\r")
    player.see(
      """
      \(Self.announcement)
      \(Self.board)
      chimp> identifier
      descriptive: 3x2:1,1;3,2;3,1
      seeded: 3x2n3#1/pear
      chimp> |
      """)
    player.type("hide\r")
    player.see(
      Self.beginning + """
        chimp> identifier
        descriptive: ...
        seeded: 3x2n3#1/pear
        chimp> hide
        hidden: 3 left
             1  2  3
          1  #  .  #
          2  .  .  #
        chimp> |
        """)
  }

  @Test func `A round that begins during a look takes its place`() throws {
    let player = try visibleRound()
    player.type("start 1 2 1 seed=fig\r")
    player.see(
      "round 2: 1 numeral on 2x1, board 2x1n1#1/fig\n     1  2\n  1  1  .\nchimp> |")
    player.type("hide\r")
    player.see(
      Self.beginning + """
        chimp> start 1 2 1 seed=fig
        round 2: 1 numeral on 2x1, board 2x1n1#1/fig
        chimp> hide
        hidden: 1 left
             1  2
          1  #  .
        chimp> |
        """)
  }

  @Test func `A reply that is too long is shown on the main screen until a key comes`() throws {
    let player = try visibleRound(rows: 9)
    player.type("help start\r")
    player.wait { $0.text.hasPrefix("chimp> help start\nstart COUNT H V  [seed=TEXT]") }
    player.wait { $0.text.hasSuffix("\n-- Enter shows more, q ends --|") }
    for _ in 0..<5 { player.type(" ") }
    player.see(
      """
      examples:
        start 5 8 5
        start 5 8 5 hold=210 numerals=1..9
        start 9 8 5 seed=apple
        start 4x6:2,3;1,1;4,5
        start 4x6n5#1/apple
        start human-benchmark
        start kawai count=4 practice=3
      -- any key goes back to the board --|
      """)
    #expect(player.screen.alternate == nil)
    #expect(!player.screen.mainText.contains(Self.board))
    player.type("\u{1b}[A")
    player.see("\(Self.announcement)\n\(Self.board)\nchimp> |")
    player.type("hide\r")
    player.see(
      """
        start 4x6n5#1/apple
        start human-benchmark
        start kawai count=4 practice=3
      chimp> hide
      hidden: 3 left
           1  2  3
        1  #  .  #
        2  .  .  #
      chimp> |
      """)
  }

  @Test func `A terminal with one screen is cleared before and after the look`() throws {
    let player = try Player.atPrompt(variables: ["TERM=linux", "NO_COLOR=1"])
    player.type(Self.start + "\r")
    player.see("\(Self.announcement)\n\(Self.board)\nchimp> |")
    #expect(player.screen.alternate == nil)
    player.type("hide\r")
    player.see("chimp> hide\nhidden: 3 left\n     1  2  3\n  1  #  .  #\n  2  .  .  #\nchimp> |")
    #expect(!player.screen.mainText.contains("1  .  3"))
  }

  @Test func `Candidates are listed below the board and leave it where it is`() throws {
    let player = try visibleRound()
    player.type("hi\t")
    player.see(
      """
      \(Self.announcement)
      \(Self.board)
      hide     mask the numerals now
      history  list the lines entered so far, each one once
      chimp> hi|
      """)
    player.type("d\t\r")
    player.see(
      Self.beginning + """
        chimp> hide
        hidden: 3 left
             1  2  3
          1  #  .  #
          2  .  .  #
        chimp> |
        """)
  }

  @Test func `A change of the size during a look draws it anew`() throws {
    let player = try visibleRound()
    player.type("pre")
    player.see("\(Self.announcement)\n\(Self.board)\nchimp> pre|")
    player.resize(columns: 30, rows: 8)
    player.see(
      """
      round 1: 3 numerals on 3x2,
        board 3x2n3#1/pear
      \(Self.board)
      chimp> pre|
      """)
    player.resize(columns: 30, rows: 3)
    player.see(
      """
           1  2  3
      the board needs 4 rows, the te
      chimp> pre|
      """)
    player.resize(columns: 70, rows: 14)
    player.see("\(Self.announcement)\n\(Self.board)\nchimp> pre|")
    player.type("\u{c}")
    player.see("\(Self.announcement)\n\(Self.board)\nchimp> pre|")
  }

  @Test func `A session that ends during a look leaves no numeral`() throws {
    let player = try visibleRound()
    player.type("version\r\u{4}")
    #expect(player.awaitEnd() == 0)
    #expect(player.screen.text == Self.beginning + "chimp> version\nchimp 1.0.0\n|")
    #expect(player.screen.alternate == nil)
    #expect(player.hasUsualModes)
  }

  @Test(arguments: [SIGTERM, SIGHUP, SIGQUIT, SIGSEGV])
  func `A signal that ends the program during a look leaves no numeral`(signal: Int32) throws {
    let player = try visibleRound()
    player.type("half a line")
    player.see("\(Self.announcement)\n\(Self.board)\nchimp> half a line|")
    player.send(signal)
    #expect(player.awaitEnd() & 0x7f == signal)
    #expect(!player.screen.mainText.contains("1  .  3"))
    #expect(player.screen.mainText.hasPrefix(Player.banner + "chimp> \(Self.start)\n"))
    #expect(player.screen.alternate == nil)
    #expect(!player.screen.isPasteMode)
    #expect(player.hasUsualModes)
  }

  @Test func `A message about the store during a look is shown after it`() throws {
    let player = try Player.atPrompt(columns: 120, rows: 24)
    player.type("start 3x1:1,1;2,1;3,1\r")
    player.wait { $0.text.hasSuffix("chimp> |") && $0.text.contains("round 1: ") }
    let path = player.folder.path + "/.local/share/chimp/chimp.sqlite"
    #expect(rename(path, path + "-gone") == 0)
    player.type("hide\r")
    let message = "chimp: '\(path)' was removed or replaced while it was open: nothing is saved"
    player.wait { $0.text.contains("error: ") && $0.text.hasSuffix("chimp> |") }
    player.type("\u{4}")
    #expect(player.awaitEnd() == 3 << 8)
    #expect(player.screen.mainText.contains(message))
  }
}
