import Testing
import Transcripts

@Suite struct KeyNameTests {
  private func sent(_ keys: String, after output: String = "") throws -> String {
    let screen = screen(output, columns: 80, rows: 24)
    return visible(try KeyName.parse(keys).flatMap { try $0.bytes(for: screen) })
  }

  @Test(
    arguments: [
      ("", ""), ("Up Down Left Right", "␛[A␛[B␛[D␛[C"), ("Home End", "␛[H␛[F"), ("Enter", "<13>"),
      ("Esc Tab BackTab Backspace Space", "␛<9>␛[Z<127> "), ("Insert Delete", "␛[2~␛[3~"),
      ("PageUp PageDown", "␛[5~␛[6~"), ("F1 F2 F3 F4 F5 F6", "␛OP␛OQ␛OR␛OS␛[15~␛[17~"),
      ("F7 F8 F9 F10 F11 F12", "␛[18~␛[19~␛[20~␛[21~␛[23~␛[24~"), ("q : 漢 é -", "q:漢é-"),
      ("Ctrl-A Ctrl-a Ctrl-Z Ctrl-[ Ctrl-@ Ctrl-Space Ctrl-_ Ctrl-?", "<1><1><26>␛<0><0><31><127>"),
      ("Alt-x Alt-漢 Alt-Enter Alt-- Ctrl-Alt-b Alt-Ctrl-b", "␛x␛漢␛<13>␛-␛<2>␛<2>"),
      ("Ctrl-Up Alt-Left Shift-F5 Ctrl-Shift-Home Ctrl-F1", "␛[1;5A␛[1;3D␛[15;2~␛[1;6H␛[1;5P"),
      ("Shift-Tab", "␛[Z"), ("\"some text\" 'say \"hi\"'", "some textsay \"hi\""), ("\"\"", ""),
      ("\"a\\nb\\t\\e\\\\\"", "a<10>b<9>␛\\"), ("paste \"a\\nb\"", "a<13>b"),
      ("  Up   Down ", "␛[A␛[B"),
    ])
  func `Keys are sent as a terminal sends them`(keys: String, expected: String) throws {
    #expect(try sent(keys) == expected)
  }

  @Test(arguments: [
    ("Up Home Ctrl-Up F1 Delete", "␛[?1h", "␛OA␛OH␛[1;5A␛OP␛[3~"), ("Enter", "␛[20h", "<13><10>"),
    ("paste \"a\\nb\"", "␛[?2004h", "␛[200~a<13>b␛[201~"),
    ("paste \"a\\e[201~b\"", "␛[?2004h", "␛[200~a[201~b␛[201~"),
    ("click 12 5", "␛[?1000;1006h", "␛[<0;12;5M␛[<0;12;5m"),
    ("click 80 24", "␛[?1002h", "␛[M p8␛[M#p8"),
    ("click 1 1", "␛[?1003;1006h", "␛[<0;1;1M␛[<0;1;1m"),
    ("wheel up wheel down", "␛[?1000;1006h␛[3;7H", "␛[<64;7;3M␛[<65;7;3M"),
    ("wheel up", "␛[?1000h", "␛[M`!!"),
  ])
  func `Modes of the screen change what is sent`(
    keys: String, output: String, expected: String
  ) throws {
    #expect(try sent(keys, after: output) == expected)
  }

  @Test(arguments: [
    ("click 1 1", "", "the program does not ask for the mouse"),
    ("wheel down", "␛[?1006h", "the program does not ask for the mouse"),
    ("click 81 1", "␛[?1000h", "column 81, row 1 is not on the screen"),
    ("click 1 25", "␛[?1000;1006h", "column 1, row 25 is not on the screen"),
  ])
  func `A click that can't be sent is refused`(keys: String, output: String, expected: String) {
    let error = #expect(throws: KeyError.self) { try sent(keys, after: output) }
    #expect(error?.description == expected)
  }

  @Test func `A click behind the reach of the old reports is refused`() throws {
    let screen = screen("␛[?1000h", columns: 300, rows: 2)
    let error = #expect(throws: KeyError.self) {
      try KeyName.click(column: 224, row: 2).bytes(for: screen)
    }
    #expect(error == .tooFar(column: 224, row: 2))
    #expect(
      error?.description
        == "column 224, row 2 is too far for the mouse reports that the program asks for")
    #expect(try KeyName.click(column: 223, row: 2).bytes(for: screen).count == 12)
  }

  @Test(arguments: [
    ("up", "1:1: unknown key \"up\""), ("Up  Donw", "1:5: unknown key \"Donw\""),
    ("漢 xx", "1:3: unknown key \"xx\""), ("F13", "1:1: unknown key \"F13\""),
    ("Ctrl-", "1:1: unknown key \"Ctrl-\""), ("Ctrl-Ctrl-a", "1:1: unknown key \"Ctrl-Ctrl-a\""),
    ("Ctrl-1", "1:1: a terminal does not send \"Ctrl-1\""),
    ("Shift-a", "1:1: a terminal does not send \"Shift-a\""),
    ("Ctrl-Enter", "1:1: a terminal does not send \"Ctrl-Enter\""),
    ("\"abc", "1:1: the quoted text is not closed"), ("a '", "1:3: the quoted text is not closed"),
    ("\"a\"b", "1:4: a blank is missing after the quoted text"),
    ("\"a\\q\"", "1:1: unknown escape in the quoted text"), ("click", "1:6: a column is missing"),
    ("click 1", "1:8: a row is missing"), ("click 1 x", "1:9: a row is expected, not \"x\""),
    ("click 0 1", "1:7: a column is expected, not \"0\""),
    ("click +1 1", "1:7: a column is expected, not \"+1\""),
    ("click 99999999999999999999 1", "1:7: a column is expected, not \"99999999999999999999\""),
    ("wheel", "1:6: \"up\" or \"down\" is missing"),
    ("wheel left", "1:7: \"up\" or \"down\" is expected, not \"left\""),
    ("paste", "1:6: a quoted text is missing"),
    ("paste x", "1:7: a quoted text is expected, not \"x\""),
  ])
  func `An error names its column`(keys: String, expected: String) {
    let error = #expect(throws: TranscriptFault.self) { try KeyName.parse(keys) }
    #expect(error?.description == expected)
  }
}
