import Shell
import Terminal
import TestSupport
import Testing

/// Tests of the two screens that the program uses during a hold, as bytes of input and output.
struct LookScreenTests {
  private static let enter = "\u{1b}[?1049h" + clear
  private static let leave = clear + "\u{1b}[?1049l"
  private static let clear =
    "\u{1b}[1H\u{1b}[K\u{1b}[2H\u{1b}[K\u{1b}[3H\u{1b}[K\u{1b}[4H\u{1b}[K\u{1b}[H"

  /// Returns a look screen with a number of rows and 20 columns.
  private func screen(rows: Int = 4, hasAlternateScreen: Bool = true) -> LookScreen {
    LookScreen(
      canvas: LookCanvas(
        text: screenText(columns: 20), rowCount: rows, hasAlternateScreen: hasAlternateScreen,
        hasColor: false))
  }

  /// Appends a reply to the screen and returns the bytes written.
  ///
  /// Text in `{…}` is concealed later; `!` ends the concealment.
  private func reply(_ text: String, to screen: inout LookScreen) -> String {
    var bytes: [UInt8] = []
    var marks: [OutputMark] = []
    var start = 0
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "{"): start = bytes.count
      case UInt8(ascii: "}"): marks.append(.concealed(start..<bytes.count))
      case UInt8(ascii: "!"): marks.append(.concealmentEnds(at: bytes.count))
      default: bytes.append(byte)
      }
    }
    return String(decoding: screen.append(bytes, marks: marks), as: UTF8.self)
  }

  /// Returns the bytes that draw rows on an empty screen.
  private func drawing(_ rows: String...) -> String {
    "\u{1b}[H" + rows.map { "\u{1b}[K\($0)\r\n" }.joined() + "\u{1b}[J"
  }

  @Test func `A reply without concealed text passes unchanged`() {
    var screen = screen()
    #expect(reply("one\ntwo\n!", to: &screen) == "one\ntwo\n")
    #expect(screen.shown == .main)
  }

  @Test func `Concealed text is drawn on the second screen only`() {
    var screen = screen()
    #expect(
      reply("round\n{1 2\n}", to: &screen) == "round\n" + Self.enter + drawing("round", "1 2"))
    screen.accept("> hide")
    #expect(reply("!masked\n# #\n", to: &screen) == Self.leave + "> hide\nmasked\n# #\n")
    #expect(screen.shown == .main)
  }

  @Test func `A look that begins and ends in one reply is never drawn`() {
    var screen = screen()
    #expect(reply("round\n{1 2\n}!masked\n", to: &screen) == "round\nmasked\n")
    #expect(screen.shown == .main)
  }

  @Test func `A concealed word leaves dots in its line`() {
    var screen = screen()
    #expect(
      reply("board {1,2}\n{1 2\n}", to: &screen)
        == "board " + Self.enter + drawing("board 1,2", "1 2"))
    screen.accept("> id")
    #expect(reply("id {1,2}\n", to: &screen) == drawing("board 1,2", "1 2", "id 1,2"))
    #expect(reply("!", to: &screen) == Self.leave + "...\n> id\nid ...\n")
  }

  @Test func `A reply too long for the look is shown on the main screen`() {
    var screen = screen()
    _ = reply("round\n{1 2\n}", to: &screen)
    screen.accept("> help")
    #expect(
      reply("a\nb\n", to: &screen)
        == Self.leave + "> help\na\nb\n-- any key goes back to the board --")
    #expect(screen.shown == .review)
    let back = String(decoding: screen.endReview(), as: UTF8.self)
    #expect(back == "\r\u{1b}[K" + Self.enter + drawing("round", "1 2"))
    #expect(String(decoding: screen.close(), as: UTF8.self) == Self.leave)
  }

  @Test func `A stop shows the main screen with all that is no secret, and a look comes back`() {
    var screen = screen()
    _ = reply("round\n{1 2\n}", to: &screen)
    screen.accept("> x")
    #expect(String(decoding: screen.suspend(), as: UTF8.self) == Self.leave + "> x\n")
    #expect(
      String(decoding: screen.resume(), as: UTF8.self)
        == Self.enter + drawing("round", "1 2", "> x"))
    #expect(String(decoding: screen.close(), as: UTF8.self) == Self.leave)
  }

  @Test func `A terminal with one screen is cleared before and after`() {
    var screen = screen(hasAlternateScreen: false)
    #expect(
      reply("round\n{1 2\n}", to: &screen) == "round\n" + Self.clear + drawing("round", "1 2"))
    #expect(reply("!masked\n", to: &screen) == Self.clear + "masked\n")
  }

  @Test func `A board that is too tall goes without its announcement, then is cut and says so`() {
    var screen = screen()
    #expect(
      reply("round\n{1\n2\n3\n}", to: &screen) == "round\n" + Self.enter + drawing("1", "2", "3"))
    _ = reply("!", to: &screen)
    #expect(
      reply("round\n{1\n2\n3\n4\n}", to: &screen)
        == "round\n" + Self.enter + drawing("1", "2", "the board needs 5 ro"))
  }
}
