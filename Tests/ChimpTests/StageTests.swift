import Glibc
import TestSupport
import Testing

/// Tests of the live board above the prompt: complete screens, and the effects of keys and clicks.
struct StageTests {
  /// Returns a simulated user at the first prompt.
  private func player(
    columns: Int = 64, rows: Int = 17, board: String = "plain", clock: String = "virtual"
  ) throws -> Player {
    let player = try Player(columns: columns, rows: rows, clock: clock, board: board)
    player.wait { $0.text.hasSuffix("chimp> |") }
    return player
  }

  /// Returns a simulated user in a round whose numerals are visible.
  private func visibleRound(
    columns: Int = 64, rows: Int = 17, board: String = "plain", line: String = "start 3 3 2"
  ) throws -> Player {
    let player = try player(columns: columns, rows: rows, board: board)
    player.type(line + "\r")
    player.wait { $0.text.contains("Remember") && $0.text.hasSuffix("chimp> |") }
    return player
  }

  /// Returns the screen during the round whose first row has 1, 3 and 2.
  private func screen(
    _ sentence: String, _ row: String, state: String, replies: String,
    title: String = "3 numerals on 3x2",
    keys: String = "? help; click, arrows and Enter, or column and row", mark: String = ""
  ) -> String {
    let lines = """
          \(title)
          \(sentence)
                            1          2          3
      \(mark)
                     1 \(row)



                     2      .          .          .

          \(state)
          \(keys)
      \(replies)
      chimp> |
      """
    return lines
  }

  private static let begun = """
    chimp> start 3 3 2

    """
  private static let remember = "Remember where they are. When you press 1, the rest vanish."
  private static let hidden = "Press the hidden numerals in ascending order."

  @Test(arguments: ["LANG=C", "LANG=ja_JP.EUC-JP", "LC_ALL=POSIX", "LANG=en_US.UTF-8"])
  func `A terminal that does not take UTF-8 is shown nothing but ASCII`(_ variable: String) throws {
    let player = try Player(
      columns: 64, rows: 17, variables: ["NO_COLOR=1", variable], board: "live")
    player.wait { $0.text.hasSuffix("chimp> |") }
    player.type("start 3 3 2\r")
    player.wait { $0.text.contains("Remember") && $0.text.hasSuffix("chimp> |") }
    player.type("press 1 2\r")
    player.wait { $0.text.contains("wrong") && $0.text.hasSuffix("chimp> |") }
    #expect(
      player.screen.text.unicodeScalars.allSatisfy(\.isASCII) == !variable.hasSuffix("UTF-8"))
  }

  @Test func `The first screen says what there is to do`() throws {
    try player().see(
      """
      chimp: the chimpanzee memory test
      Numerals appear and vanish: press them in order. Choose a test.
      > 1  human-benchmark  the web classic: pressing 1 hides the rest
        2  zoo              a zoo's exhibit: you against its visitors
        3  monkey-ladder    up and down: 2 s to look, 3 misses end it
        4  span             your memory span: how many can you hold?
        5  inoue-masking    no hurry: look as you like
        6  kawai            Ai's test: 5 numerals out of 0 to 9
        7  muramatsu        numerals with gaps: press 2 7 8 13 19
        8  inoue-650        a long look: the numerals show for 0.65 s
        9  inoue-430        a short look: the numerals show for 0.43 s
        0  inoue-210        Ayumu's test: the numerals flash for 0.2 s
        -  a round          5 numerals on 8x5, without a score
        =  daily            the game of today
      Enter, a digit or a click starts a test; ? help
      chimp> |
      """)
  }

  @Test func `A test that has no room for all its words in Japanese says its first ones`() throws {
    let player = try Player(
      columns: 64, rows: 19, variables: ["NO_COLOR=1", "LANG=ja_JP.UTF-8"], board: "plain")
    player.see(
      """
      chimp: チンパンジーの記憶テスト
      数字が出て、消えます。小さい順に押してください。テストを選んでく
        ださい。
      > 1  human-benchmark  有名なテスト: 1を押すと残りが隠れる
        2  zoo              動物園の展示: 来園者と比べてみる
        3  monkey-ladder    上り下り: 見る時間は2秒、3回の失敗で終わる
        4  span             記憶範囲: いくつ覚えられるか
        5  inoue-masking    ゆっくり: 好きなだけ見て、1から9の5個
        6  kawai            アイのテスト: 0から9の5個、50枚
        7  muramatsu        とびとびの数: 2 7 8 13 19 の順に押す、50枚
        8  inoue-650        長めの提示: 数字は0.65秒、50枚
        9  inoue-430        短い提示: 数字は0.43秒、50枚
        0  inoue-210        アユムのテスト: 数字は0.2秒だけ、50枚
        -  ラウンド         8x5の盤に5個の数字、得点なし
        =  daily            今日のゲーム。盤はだれでも同じ
      Enter、数字、クリックで開始。? は説明。Esc はコマンド入力
      chimp 1.0.0: menu でテスト、help でコマンドを表示、quit で終わり
      chimp> |
      """)
  }

  @Test func `In a small window, too, two keys begin a test, and nothing stands between`() throws {
    let player = try player(columns: 40, rows: 15, clock: "real")
    player.see(
      """
      > 1  human-benchmark  the web classic
        2  zoo              a zoo's exhibit
        3  monkey-ladder    up and down
        4  span             your memory span
        5  inoue-masking    no hurry
        6  kawai            Ai's test
        7  muramatsu        numerals with gaps
        8  inoue-650        a long look
        9  inoue-430        a short look
        0  inoue-210        Ayumu's test
        -  a round          5 numerals on 8x5
        =  daily            the game of today
      Enter, a digit or a click starts a test
      chimp> |
      """)
    player.type("\r")
    player.wait { $0.text.contains("Enter, space or a click") && $0.text.hasSuffix("chimp> |") }
    player.type("\r")
    player.wait { $0.text.contains("Remember where") && $0.text.hasSuffix("chimp> |") }
  }

  @Test func `Clicks press cells, and the mask stands where the numerals stood`() throws {
    let player = try visibleRound()
    player.see(
      screen(
        Self.remember, "     1          3          2", state: "0 of 3", replies: Self.begun + "\n"))
    player.click(column: 18, row: 4)
    player.see(
      screen(
        Self.hidden, "     .          #          #", state: "+ right: 1 of 3", replies: "\n\n"))
    player.click(column: 45, row: 6)
    player.wait { $0.text.contains("+ right: 2 of 3\n") && $0.text.hasSuffix("chimp> |") }
    player.click(column: 29, row: 7)
    player.wait { $0.text.contains("passed: all 3 numerals") && $0.text.hasSuffix("chimp> |") }
  }

  @Test func `The arrows move over the board, and Enter presses`() throws {
    let player = try visibleRound()
    player.type("\u{1b}[B")
    player.see(
      screen(
        Self.remember, "     1     [    3    ]     2", state: "0 of 3", replies: Self.begun + "\n"))
    player.type("\u{1b}OD")
    player.see(
      screen(
        Self.remember, "[    1    ]     3          2", state: "0 of 3", replies: Self.begun + "\n"))
    player.type(" ")
    player.wait { $0.text.contains("+ right: 1 of 3") && $0.text.hasSuffix("chimp> |") }
    player.type("\u{1b}[C\u{1b}[C\u{1b}[C\r")
    player.wait { $0.text.contains("+ right: 2 of 3") && $0.text.hasSuffix("chimp> |") }
  }

  @Test func `Two digits press, and a mistake has a mark and a word`() throws {
    let player = try visibleRound()
    player.type("1")
    player.wait { $0.text.hasSuffix("chimp> 1|") }
    player.type("121")
    player.see(
      screen(
        "Enter plays again, Esc goes to the menu.", "     1          3          2",
        state: "x wrong: that was 3, 2 came next; 1 of 3 correct", replies: "\n\n",
        keys: "rounds lists your rounds; ? help",
        mark: String(repeating: " ", count: 37) + "x"))
    // Late presses are dropped; outside a test a letter begins a command.
    player.type("21\u{1b}[Asum 1 2\r")
    player.wait { $0.text.contains("chimp> sum 1 2\ntotal: 3\n") }
  }

  @Test func `A line of bare numbers can still be typed, and commands too`() throws {
    let player = try visibleRound()
    player.type("1 1\r")
    player.wait { $0.text.contains("+ right: 1 of 3\n") && $0.text.hasSuffix("chimp> |") }
    player.type("press 3 1\r")
    player.wait { $0.text.contains("+ right: 2 of 3\n") && $0.text.hasSuffix("chimp> |") }
    player.type("sum 1 2\r")
    player.wait { $0.text.contains("total: 3\nchimp> |") }
  }

  @Test func `Other clicks, pastes and sequences press no square`() throws {
    let player = try visibleRound()
    let before = player.screen.text
    for column in [1, 64] { player.click(column: column, row: 4) }
    player.click(column: 30, row: 1)
    player.type("\r \r")
    player.type("\u{1b}[200~11\rpress 2 1\r\u{1b}[201~")
    player.type("\u{1b}[<2;30;4M\u{1b}[<64;30;4M\u{1b}[M !!\u{1b}[?62c\u{1b}[24;80R\u{1b}[15~")
    player.type("\u{1b}^1 1\r\u{1b}\\\u{1b}X1 1\r\u{1b}\\\u{1b}\\")
    player.type("\u{1b}]11;rgb:0000/0000/0000\u{7}")
    player.type("v\u{7f}")
    player.see(before)
  }

  @Test func `Esc leaves for the prompt, where nothing of the board is to be seen`() throws {
    let player = try visibleRound()
    player.type("\u{1b}")
    let left = """
      chimp 1.0.0: menu for tests, help for commands, quit to leave
      chimp> start 3 3 2
      round 1: 3 numerals on 3x2, board 3x2n3#1/apple.1
      chimp> |
      """
    player.see(left)
    #expect(player.screen.modes.isSubset(of: [25]))
    #expect(player.screen.mainText == left.dropLast(2))
    player.type("menu\r")
    player.wait { $0.text.hasPrefix("chimp: the chimpanzee memory test\n") }
  }

  @Test func `Another window shows the same board, and a small one says so`() throws {
    let player = try visibleRound()
    let before = player.screen.text
    player.resize(columns: 10, rows: 3)
    player.wait { $0.text.hasSuffix("chimp> |") }
    #expect(!player.screen.text.contains("11"))
    player.resize(columns: 64, rows: 17)
    player.see(before)
  }

  @Test func `No instruction and no question is cut above a board`() throws {
    let player = try player(clock: "real")
    player.type("start span\r")
    let begin = """
                span: level 3, try 1 of 2
                Enter, space or a click shows the numerals. Empty
                  squares are misses.
                     1    2    3    4    5    6    7    8

      """
    player.wait { $0.text.hasPrefix(begin) && $0.text.hasSuffix("chimp> |") }
    player.type("\u{1b}")
    let question = """
                span: level 3, try 1 of 2
                Leave█the█test?█Its█trials█are█kept,█but█it█can't█be
                ██continued.█(y/n) |
                     1    2    3    4    5    6    7    8

      """
    player.wait { $0.text.hasPrefix(question) && $0.text.contains("\n          y: yes, n: no\n") }
    player.type("n")
    player.wait { $0.text.hasPrefix(begin) && $0.text.hasSuffix("chimp> |") }
  }

  @Test func `A reply takes the place of the instruction where a menu fills the window`() throws {
    let player = try player()
    let instruction = "Numerals appear and vanish: press them in order. Choose a test.\n"
    let whole = player.screen.text
    #expect(whole.contains(instruction))
    player.type("version\r")
    player.see(
      whole.replacing(instruction, with: "").replacing("chimp> |", with: "chimp 1.0.0\nchimp> |"))
  }

  @Test func `A board that does not fit into the window is played on lines`() throws {
    let player = try player(columns: 30, rows: 12)
    player.see(
      """
      chimp 1.0.0: menu for tests,
        help for commands, quit to
        leave
      this window (30x12) is too
        small for the menu: make it
        at least 40x15 and type
        menu, or type start
        human-benchmark
      chimp> |
      """)
    player.type("start 3 8 5\r")
    let board = """
           1  2  3  4  5  6  7  8
        1  .  .  .  .  .  .  .  .
        2  .  .  .  .  .  .  .  .
        3  .  .  .  .  .  .  .  .
        4  .  .  2  .  .  .  .  3
        5  .  .  .  .  1  .  .  .
      chimp> |
      """
    player.see("round 1: 3 numerals on 8x5,\n  board 8x5n3#1/apple.1\n" + board)
    player.resize(columns: 64, rows: 17)
    player.see("round 1: 3 numerals on 8x5, board 8x5n3#1/apple.1\n" + board)
    player.type("start 3 3 2\r")
    player.wait { $0.text.hasPrefix("    3 numerals on 3x2\n") && $0.text.hasSuffix("chimp> |") }
  }

  @Test func `A line that begins a round shows it at once, however long its reply is`() throws {
    let player = try player(columns: 40, rows: 15)
    player.type("start 3 8 5 hold=60000\r")
    player.see(
      """
        3 numerals on 8x5, shown for 60000 ms
        Remember where they are; they vanish
          after a moment.

            1   2   3   4   5   6   7   8
         1  .   .   .   .   .   .   .   .
         2  .   .   .   .   .   .   .   .
         3  .   .   .   .   .   .   .   .
         4  .   .   2   .   .   .   .   3
         5  .   .   .   .   1   .   .   .
        0 of 3
        no keys while the numerals show
      chimp> start 3 8 5 hold=60000
      chimp> |
      """)
    player.type("help start\r")
    player.wait { $0.text.hasSuffix("chimp> |") && !$0.text.contains("chimp> start 3") }
    #expect(player.screen.text.hasPrefix("  3 numerals on 8x5, shown for 60000 ms\n"))
  }

  @Test func `The end of a round of a test covers nothing, however it was asked for`() throws {
    let player = try player(columns: 40, rows: 15)
    player.type("start human-benchmark begin=now\r")
    player.wait { $0.text.contains("Remember") && $0.text.hasSuffix("chimp> |") }
    player.type("give-up\r")
    player.wait {
      $0.text.hasPrefix("  human-benchmark: level 4, misses 1 of\n    3\n")
        && $0.text.contains("\n  you gave up\n") && $0.text.hasSuffix("chimp> |")
    }
    #expect(player.screen.alternate != nil)
  }

  @Test func `A countdown shows its seconds, and asks for no key`() throws {
    let player = try Player(columns: 64, rows: 17, clock: "real", board: "plain")
    player.wait { $0.text.hasSuffix("chimp> |") }
    player.type("start span begin=countdown\r")
    player.wait { $0.text.contains("\n          The numerals come in 3 s.\n") }
    player.type("\r ")
    player.wait { $0.text.contains("\n          The numerals come in 2 s.\n") }
    #expect(!player.screen.text.contains("error"))
  }

  @Test func `A menu over an open round closes with Esc, and its board is there again`() throws {
    let player = try player(columns: 80, rows: 24)
    player.type("start 3 8 5\r")
    player.wait { $0.text.contains("0 of 3") }
    player.type("menu\r")
    player.wait { $0.text.contains("Choose a test.") }
    player.type("\u{1b}")
    player.wait { $0.text.contains("0 of 3") }
  }

  @Test func `On a board of more than nine columns, no digit is said to name one`() throws {
    let player = try player(columns: 80, rows: 24)
    player.type("start 5 12 5\r")
    player.wait { $0.text.contains("? help; click, or arrows and Enter") }
    player.type("2")
    player.wait { $0.text.hasSuffix("chimp> 2|") }
    #expect(!player.screen.text.contains("now type the row"))
  }

  @Test func `The help in a test tells its rules as it is played`() throws {
    let player = try player(columns: 100, rows: 24)
    player.type("start plain wrong=again empty=ignore trials=2 count=3\r")
    player.wait { $0.text.contains("0 of 2 trials") }
    player.type("?")
    player.wait {
      $0.text.contains(
        "plain: 2 trials. A wrong press does not end the trial. Empty squares are ignored.")
    }
  }

  @Test func `A mistake has its mark in the narrowest cells, too`() throws {
    let player = try player(columns: 40, rows: 15)
    player.type("start 3 8 5\r")
    player.wait { $0.text.contains("Remember") && $0.text.hasSuffix("chimp> |") }
    player.type("34")
    player.wait { $0.text.contains("\n   4  .   .  x2   .   .   .   .   3\n") }
  }

  @Test func `In an empty cell the mark of a mistake takes the place of the dot`() throws {
    let player = try player(columns: 40, rows: 15)
    player.type("start 8x5:1,5;4,2;6,2\r")
    player.wait { $0.text.contains("Remember") && $0.text.hasSuffix("chimp> |") }
    player.type("52")
    player.wait { $0.text.contains("\n   2  .   .   .   2   x   3   .   .\n") }
  }

  @Test func `Replies are wrapped between words, and no title is cut`() throws {
    let player = try player(columns: 40, rows: 15)
    player.type("start inoue-210 trials=1\r")
    player.wait { $0.text.contains("Remember") && $0.text.hasSuffix("chimp> |") }
    player.type("give-up\r")
    player.see(
      """
      inoue-210: score 0 of 1

      you passed 0 %; chimpanzee Ayumu about
        79 %; 9 students about 40 %

        ######
        ##  ##
        ##  ##
        ##  ##
        ###### %

      you gave up
      Enter again after 1 s; s share; Esc menu
      chimp> |
      """)
  }

  @Test func `No prompt is drawn while a long reply waits for a key`() throws {
    let player = try visibleRound()
    player.type("help start\r")
    player.wait { $0.text.hasSuffix("-- Enter shows more, q ends --|") }
    player.type("   ")
    player.wait { $0.text.hasSuffix("-- any key goes back to the board --|") }
    let before = player.written.count
    player.resize(columns: 60, rows: 17)
    player.type(" ")
    player.wait { $0.text.contains("Remember") && $0.text.hasSuffix("chimp> |") }
    let written = String(decoding: player.written[before...], as: UTF8.self)
    #expect(written.split(separator: "\u{1b}[?1049h").first?.contains("chimp") == false)
  }

  @Test(arguments: [SIGTERM, SIGHUP, SIGQUIT, SIGSEGV, SIGABRT, SIGUSR1])
  func `Every mode is reset after a signal`(signal: Int32) throws {
    let player = try visibleRound(board: "live")
    #expect(player.screen.modes.isSuperset(of: [1000, 1006]))
    player.send(signal)
    #expect(player.awaitEnd() & 0x7f == signal)
    #expect(player.screen.modes.isSubset(of: [25]))
    #expect(!player.screen.isPasteMode)
    #expect(player.screen.alternate == nil)
    #expect(player.hasUsualModes)
    #expect(!player.screen.mainText.contains("  1       3"))
  }

  @Test func `Every mode is reset at the end`() throws {
    let player = try visibleRound(board: "live")
    player.type("quit\r")
    #expect(player.awaitEnd() == 0)
    #expect(player.screen.modes.isSubset(of: [25]))
    #expect(player.screen.alternate == nil)
    #expect(player.hasUsualModes)
  }

  @Test(arguments: ["\u{1a}", "TTIN", "TTOU"])
  func `A stop shows the terminal as it was, and then the board again`(key: String) throws {
    let script = """
      set -m; "$CHIMP" --seed apple --clock virtual --board $BOARD & echo; fg; printf 'stopped> '
      read answer; fg
      """
    let player = try Player(columns: 64, rows: 17, through: script, board: "plain")
    player.wait { $0.text.hasSuffix("chimp> |") }
    player.type("start 3 3 2\r")
    player.wait { $0.text.contains("Remember") && $0.text.hasSuffix("chimp> |") }
    if key.hasPrefix("TT") {
      player.type("!")
      player.wait { $0.text.hasSuffix("chimp> !|") }
      player.sendToChild(key == "TTIN" ? SIGTTIN : SIGTTOU)
    } else {
      player.type(key)
    }
    player.wait { $0.text.hasSuffix("stopped> |") }
    #expect(player.screen.modes.isSubset(of: [25]))
    #expect(player.screen.alternate == nil)
    #expect(player.hasUsualModes)
    player.type("\n")
    player.wait { $0.text.contains("Remember") }
    #expect(player.screen.modes.isSuperset(of: [1000, 1006]))
  }
}
