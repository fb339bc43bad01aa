import TestSupport
import Testing

/// Tests of replies that are longer or wider than the window.
struct LongReplyTests {
  @Test func `At a terminal Enter shows more, and q ends`() throws {
    let player = try Player(columns: 80, rows: 10)
    player.wait { $0.text.hasSuffix("chimp> |") }
    player.type("help wait\r")
    player.wait { $0.text.hasSuffix("  wait 650\nchimp> |") }
    player.type("help\r")
    player.see(
      """
      chimp> help
      play
        start    start a test, or a round of COUNT numerals on H columns and V rows
        press    press the square in column H and row V, or several in turn
        again    start a round on the same board, with the same rule
      tests
        stop     stop a test before its end; its trials are kept
        menu     choose a test
        daily    play the game of the day: the same boards everywhere
      -- Enter shows more, q ends --|
      """)
    player.type("\r")
    player.wait {
      $0.text.hasSuffix(
        "  plot     draw scores, accuracy, positions, times, learning, spans or holds\n"
          + "store\n-- Enter shows more, q ends --|")
    }
    player.type("q")
    player.wait { $0.text.hasSuffix("holds\nstore\nchimp> |") }
    player.type("help\r")
    player.wait { $0.text.hasSuffix("-- Enter shows more, q ends --|") }
    // Other keys, and sequences that are none, do nothing and are not typed.
    player.type("x\u{1b}[5~\u{1b}]11;rgb:0/0/0\u{7}\u{1b}xqversion\r")
    player.wait { $0.text.hasSuffix("everywhere\nchimp> version\nchimp 1.0.0\nchimp> |") }
  }

  @Test func `A refused command and a wrong option break no word`() throws {
    let player = try Player(
      columns: 40,
      through: """
        "$CHIMP" --colour; "$CHIMP" -c "participant"; "$CHIMP" missing.txt; echo over
        """)
    player.see(
      """
      chimp: unknown option "--colour" (see
        chimp --help)
      error: unknown command "participant" at
        column 1 ("help" lists the commands)
      chimp: can't read "missing.txt": no such
        file or directory
      over
      |
      """)
  }
}
