import TestSupport
import Testing

/// Tests of pasted text: line ends act as Enter, and no other characters act as keys.
struct PasteTests {
  /// Returns the bytes that a terminal sends for pasted text.
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

  /// Returns the last screen rows of the prompt and a line, 70 columns wide.
  private func rows(_ line: String, rowCount: Int) -> String {
    let signs = Array("chimp> " + line)
    let rows = stride(from: 0, to: signs.count, by: 70).map {
      String(signs[$0..<min($0 + 70, signs.count)])
    }
    return rows.suffix(rowCount).joined(separator: "\n")
  }

  @Test(
    arguments: [true, false],
    ["", "bind -v\n", "bind ^G ed-move-to-beg\n", "bind -v\nbind jk vi-command-mode\n"])
  func `A line of 64 KiB is drawn a few times, with marks or without, whatever keys are bound`(
    _ hasMarks: Bool, _ settings: String
  ) throws {
    let folder = TemporaryFolder()
    if !settings.isEmpty { folder.write(settings, to: folder.path + "/.editrc") }
    let player = try Player.atPrompt(folder: folder)
    let line = "#" + String(repeating: "x", count: 65_534) + "y"
    player.type(hasMarks ? paste(line) : line)
    player.wait { $0.text.hasSuffix("xy|") }
    // Each drawing writes only the part that fits on the screen.
    #expect(player.written.count < 100 * 14 * 70)
    player.type("\u{7f}z\rversion\r")
    let tail = rows(line.dropLast() + "z", rowCount: 11)
    player.see(tail + "\nchimp> version\nchimp 1.0.0\nchimp> |")
  }

  @Test func `A pasted line comes to where the cursor is, and keys behind it act`() throws {
    let player = try Player.atPrompt()
    let text = String(repeating: "word ", count: 10)
    player.type("# end\u{1b}[D\u{1b}[D\u{1b}[D" + text + "\u{17}\u{1}#\u{5}!")
    let words = String(repeating: "word ", count: 9)
    player.see(Player.banner + "chimp> ## " + words + "end!|")
    player.type("\u{15}\u{1b}3x" + String(repeating: "y", count: 40))
    player.see(Player.banner + "chimp> xxx" + String(repeating: "y", count: 40) + "|")
    player.type("\u{15}\u{16}\u{1}" + String(repeating: "z", count: 40))
    player.see(Player.banner + "chimp> ^A" + String(repeating: "z", count: 40) + "|")
  }

  @Test func `In vi's mode a paste is text while text is typed, and keys behind Escape`() throws {
    let folder = TemporaryFolder()
    folder.write("bind -v\n", to: folder.path + "/.editrc")
    let player = try Player.atPrompt(folder: folder)
    let text = String(repeating: "word ", count: 10)
    player.type("version of a line\u{1b}" + String(repeating: "x", count: 60))
    player.see(Player.banner + "chimp> |")
    player.type("A# " + text + "end\u{1b}0ii" + text)
    let end = String(repeating: "word ", count: 8) + "end"
    player.see(Player.banner + "chimp> i" + text + "|# word word\n" + end)
    player.type("\u{1b}u0RR" + text + "!")
    player.see(Player.banner + "chimp> R" + text + "!|end")
  }

  @Test(arguments: [true, false])
  func `A pasted line beyond the bound of a restricted session is refused at once`(
    _ hasMarks: Bool
  ) throws {
    let player = try Player(
      columns: 70,
      through: "exec \"$CHIMP\" --restricted --color never --clock virtual --board line")
    player.wait { $0.text.hasSuffix("chimp> |") }
    let line = "#" + String(repeating: "x", count: 65_535)
    player.type((hasMarks ? paste(line) : line) + "\rsum 1 2\r")
    let tail = rows("#" + String(repeating: "x", count: 4_096), rowCount: 10)
    player.see(
      tail + "\nerror: the line is longer than 4096 bytes\nchimp> sum 1 2\ntotal: 3\nchimp> |")
    #expect(player.written.count < 50 * 14 * 70)
  }

  @Test func `A search of the history takes a pasted text for what is searched`() throws {
    let player = try Player.atPrompt()
    let line = "version of a long line of the history"
    player.type(line + "\r")
    player.wait { $0.text.hasSuffix("\nchimp> |") }
    player.type("\u{12}" + line)
    player.wait { $0.text.hasSuffix("\nbck:\(line)") }
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
