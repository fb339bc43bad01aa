import TestSupport
import Testing

/// Tests of the completion by the Tab key, and of the hints about missing arguments.
struct CompletionTests {
  /// Types keys in steps and expects the screen after each step.
  private func check(_ player: Player, _ steps: [(keys: String, screen: String)]) {
    for step in steps {
      player.type(step.keys)
      player.see(Player.banner + "chimp> " + step.screen)
    }
  }

  @Test func `A command is completed as far as it is clear`() throws {
    let player = try Player.atPrompt()
    check(player, [("vers\t", "version |"), ("\u{15}he\t", "help |"), ("his\t", "help history |")])
    #expect(player.screen.bellCount == 0)
  }

  @Test func `A candidate of several forms of a command is listed once`() throws {
    let player = try Player.atPrompt(rows: 20)
    player.type("start m\t")
    player.see(
      Player.banner + """
        chimp> start m
        muramatsu
        monkey-ladder
        mask=          the first right press masks the others (the default)
        method=        choose the most informative trial (Watson 2017); end
        chimp> start m|
        """)
    #expect(player.screen.bellCount == 0)
  }

  @Test func `Only the keys that go with the test are listed, and only once`() throws {
    let player = try Player.atPrompt(columns: 80, rows: 20)
    player.type("start kawai \t")
    let list = """
      chimp> start kawai
      practice=  begin with N trials that do not count
      until=     only practise, until N trials in a row are passed, or a share of the
      trials=    end the test after N trials that count, at the latest
      count=     put N numerals on the first board; kawai takes 4 or 5
      seed=      draw the boards of the test from this text and the number of the
      limit=     end the round so many milliseconds after the mask, or after the
      begin=     each trial waits for "begin" or an empty line (the default on a
      feedback=  the end of a trial shows the solution; feedback=outcome says how it
      chimp> start kawai |
      """
    player.see(Player.banner + list)
    player.type("\t")
    player.wait { $0.bellCount == 1 }
    player.see(Player.banner + list)
    player.type("begin=\t")
    player.wait { $0.text.contains("begin=key        begin=countdown  begin=now\n") }
  }

  @Test func `On a narrow screen the help is wrapped between words`() throws {
    let player = try Player(columns: 40, rows: 16)
    player.wait { $0.text.hasSuffix("chimp> |") }
    player.type("help wait\r")
    player.wait { $0.text.hasSuffix("wait 650\nchimp> |") }
    #expect(
      player.screen.text.hasSuffix(
        """
        chimp> help wait
        wait MS
          let time pass
          Virtual time passes at once, in
          Updates of 16 ms, up to 30 days
          (2592000000 ms); real time up to an
          hour.
        examples:
          wait 650
        chimp> |
        """))
  }

  @Test func `Several candidates are listed with their summaries, cut to the width`() throws {
    let player = try Player.atPrompt()
    player.type("h\t")
    player.see(
      Player.banner + """
        chimp> h
        hide     mask the numerals now
        help     list the main commands, or explain one, a group or a test
        history  list the lines entered so far, each one once
        chimp> h|
        """)
    player.type("i\t")
    player.see(
      Player.banner + """
        chimp> h
        hide     mask the numerals now
        help     list the main commands, or explain one, a group or a test
        history  list the lines entered so far, each one once
        chimp> hi
        hide     mask the numerals now
        history  list the lines entered so far, each one once
        chimp> hi|
        """)
  }

  @Test func `File names are completed, in quotes where they hold blanks`() throws {
    let folder = TemporaryFolder()
    folder.write("version\n", to: folder.path + "/one game.txt")
    for number in 1...9 { folder.write("", to: folder.path + "/moves/number-\(number)") }
    let player = try Player.atPrompt(folder: folder)
    player.type("source \(folder.path)/on\t")
    player.see(Player.banner + "chimp> source \"\(folder.path)/one game.txt\" |")
    player.type("\u{15}source \(folder.path)/m\t")
    player.see(Player.banner + "chimp> source \(folder.path)/moves/|")
    player.type("\t")
    player.see(Player.banner + "chimp> source \(folder.path)/moves/number-|")
    player.type("\t")
    let name = folder.path + "/moves/number-"
    let listing = (1...4).map { "\(name)\($0)  \(name)\($0 + 5)\n" }.joined()
    player.see(
      Player.banner + "chimp> source \(name)\n\(listing)\(name)5\nchimp> source \(name)|")
  }

  @Test func `The bell rings if no candidate fits`() throws {
    let player = try Player.atPrompt()
    player.type("xyz\t!")
    player.see(Player.banner + "chimp> xyz!|")
    #expect(player.screen.bellCount == 1)
  }

  @Test func `A hint shows the missing arguments until Enter, and only with colours`() throws {
    let player = try Player.atPrompt(variables: [])
    check(
      player,
      [
        ("set", "set| [KEY] [VALUE]"), (" seed", "set seed| [VALUE]"), (" ", "set seed |[VALUE]"),
        ("x", "set seed x|"), ("\u{7f}", "set seed |[VALUE]"), ("\u{1b}[D", "set seed|"),
        ("\r", "set seed\nseed = apple\nchimp> |"),
      ])
    #expect(!player.screen.mainText.contains("VALUE"))
  }

  @Test func `A hint ends at a word that fits`() throws {
    let player = try Player.atPrompt(variables: [])
    check(player, [("start ", "start |COUNT H V [seed=TEXT] [hold=MS] [mask=first|never]")])
    player.type("\r")
    player.see(
      Player.banner + """
        chimp> start
        error: start needs more, for example "start 5 8 5" ("help start"
          explains it)
        chimp> |
        """)
  }
}
