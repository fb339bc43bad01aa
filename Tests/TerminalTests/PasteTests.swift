import Testing

/// What is pasted is text: its line ends are Enter, and nothing in it is a key.
struct PasteTests {
  private func paste(_ text: String) -> String {
    "\u{1b}[200~" + text + "\u{1b}[201~"
  }

  @Test func `Three pasted lines are three commands`() throws {
    let player = try Player.atPrompt()
    player.type(paste("set seed one\rversion\r\nset\tseed two\n"))
    player.see(
      Player.banner + """
        chimp> set seed one
        seed = one
        chimp> version
        chimp 1.0.0
        chimp> set seed two
        seed = two
        chimp> |
        """)
  }

  @Test func `The last pasted line can be edited before it counts`() throws {
    let player = try Player.atPrompt()
    player.type(paste("version\nset seed pear"))
    player.see(Player.banner + "chimp> version\nchimp 1.0.0\nchimp> set seed pear|")
    player.type("s\r")
    player.see(
      Player.banner
        + "chimp> version\nchimp 1.0.0\nchimp> set seed pears\nseed = pears\nchimp> |")
  }

  @Test func `Pasted control characters are no keys`() throws {
    let player = try Player.atPrompt()
    player.type(paste("ver\u{1}\u{15}\u{4}\u{1b}sion") + "\r")
    player.see(Player.banner + "chimp> version\nchimp 1.0.0\nchimp> |")
  }

  @Test func `The paste mode is on while a line is edited, and off at the end`() throws {
    let player = try Player.atPrompt()
    #expect(player.screen.isPasteMode)
    player.type("quit\r")
    #expect(player.awaitEnd() == 0)
    #expect(!player.screen.isPasteMode)
    #expect(player.screen.text == Player.banner + "chimp> quit\n|")
  }
}
