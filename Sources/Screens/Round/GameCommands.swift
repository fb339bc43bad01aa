import Archive
import Events
import Examiner
import Game
import Shell
import Studies

/// The commands about rounds and modes.
extension GameController {
  /// The commands about the round and the test.
  static var roundCommands: [Command<Application>] {
    [start, press, adapt] + plainCommands
  }

  /// The keys `hold` and `mask` of a rule: the time of visibility, and the moment of the mask.
  private static var timeAndMask: [Parameter] {
    [.key("hold", .number(Rule.holdLimits), "MS"), .key("mask", .choice(["first", "never"]))]
  }

  /// The other keys of a round's rule, such as `wrong` and `limit`.
  private static var otherRules: [Parameter] {
    [
      .key("empty", .choice(["wrong", "ignore"])), .key("wrong", .choice(["ends", "again"])),
      .key("limit", .number(Rule.holdLimits), "MS"), .key("line", .choice(["any", "one"])),
      .key("press", .choice(Rule.Press.allCases.map(\.rawValue))),
    ]
  }

  /// The command `start`, which accepts the size of a board, a test, or a board identifier.
  private static var start: Command<Application> {
    Command(
      "start",
      startHelp, in: .play, of: "game", isSafe: true, isEssential: true,
      CommandForm(
        [
          Parameter("COUNT", .number(1...9801)),
          Parameter("H", .number(BoardSize.limits), noun: "column"),
          Parameter("V", .number(BoardSize.limits), noun: "row"),
        ],
        keys: [.key("seed", .text, "TEXT")] + timeAndMask + [.key("numerals", .text, "1..9")]
          + otherRules, sharesCommit: true
      ) { program, line in
        let game = program.game
        try game.start(try game.examiner(for: try plan(line), seed: try seed(line)))
      },
      CommandForm(
        [Parameter("TEST", .choice(TestPreset.names))], keys: TestSettings.parameters,
        keysWithArgument: { TestPreset.named($0)?.keyNames }
      ) { program, line in
        try startTest(line.text(0), program, line)
      },
      CommandForm(
        [Parameter("IDENTIFIER", .identifier)], keys: timeAndMask + otherRules, sharesCommit: true
      ) { program, line in
        let rule = try rule(line)
        let game = program.game
        try game.start(try game.checked(.startGame(try identifier(line), rule: rule)))
      },
      examples: [
        "start 5 8 5", "start 5 8 5 hold=210 numerals=1..9", "start 9 8 5 seed=apple",
        "start 4x6:2,3;1,1;4,5", "start 4x6n5#1/apple", "start human-benchmark",
        "start kawai count=4 practice=3",
      ], asks: true)
  }

  /// The help of `start`.
  private static let startHelp = Text(
    """
    start a test, or a round of COUNT numerals on H columns and V rows
    seed=TEXT       draw the board from this text
    hold=MS         mask the numerals after so many milliseconds, without a press
    mask=first      the first right press masks the others (the default)
    mask=never      no press masks anything
    numerals=1..9   draw COUNT numerals out of these
    empty=wrong     a press on an empty cell is wrong (the default)
    empty=ignore    a press on an empty cell does nothing
    wrong=ends      a wrong press ends the round (the default)
    wrong=again     a wrong press counts, and the round continues
    limit=MS        end the round so many milliseconds after the mask, or after the onset if \
    nothing masks
    line=any        every press of a line is made (the default)
    line=one        before the mask only the first press of a line is made, as in a test
    press=ignored   a press before the end of the hold is stored as early, and does nothing (the \
    default)
    press=ends-look  a right press before the end of the hold masks the others
    --yes           does not ask whether to leave a test in progress
    "help tests" explains the tests and their keys.
    """,
    """
    テストか、横 H 列、縦 V 行の盤に COUNT 個の数字のラウンドを始めます
    seed=TEXT       この文字列から盤を作ります
    hold=MS         MS ミリ秒たつと、押さなくても数字が隠れます
    mask=first      最初の正解で残りの数字が隠れます（既定）
    mask=never      数字は隠れません
    numerals=1..9   この中から COUNT 個の数字を選びます
    empty=wrong     空のマスを押すとまちがいです（既定）
    empty=ignore    空のマスを押しても何も起きません
    wrong=ends      まちがえるとラウンドが終わります（既定）
    wrong=again     まちがえても、数えるだけでラウンドは続きます
    limit=MS        隠れてから MS ミリ秒で終わります。隠れないルールでは提示から数えます
    line=any        1行に書いたマスをすべて押します（既定）
    line=one        隠れる前は、1行の最初のマスだけを押します。テストではいつもこうです
    press=ignored   提示時間が終わる前の押下は、早すぎる押下として保存するだけです（既定）
    press=ends-look  提示時間が終わる前でも押下を数え、正解なら残りの数字が隠れます
    --yes           テストの途中でも、尋ねずに始めます
    TEST とそのキーは help tests で説明します。
    """)

  /// The numbers that are accepted for the column and the row of a press.
  ///
  /// They are more than any board has, so that the round refuses a cell with the limits of its own
  /// board.
  private static var cellNumbers: ClosedRange<Int> { -999_999_999...999_999_999 }

  /// The command `press`.
  ///
  /// One cell is sent as a touch, which the objects of the tree may handle; several cells are one
  /// input, which is made or refused as a whole.
  private static var press: Command<Application> {
    Command(
      "press",
      Text(
        """
        press the square in column H and row V, or several in turn
        A line of bare numbers is a press too.
        """,
        """
        H 列 V 行のマスを押します。続けていくつでも書けます
        数字だけの行も press と同じです。
        """), in: .play, isSafe: true, isEssential: true,
      CommandForm(
        [
          Parameter("H", .number(cellNumbers), noun: "column"),
          Parameter("V", .number(cellNumbers), noun: "row"),
        ],
        repeats: true, isImmediate: true, sharesCommit: true
      ) { program, line in
        guard line.argumentCount > 2 else {
          return try program.send(.touch(h: line.number(0), v: line.number(1)))
        }
        program.awaitTurn()
        let cells = stride(from: 0, to: line.argumentCount, by: 2).map {
          Cell(h: line.number($0), v: line.number($0 + 1))
        }
        try program.press(cells)
      }, examples: ["press 2 3", "press 2 3 1 1", "2 3"], acceptsBareNumbers: true)
  }

  /// The commands without arguments, such as `stop`, and `round`.
  private static var plainCommands: [Command<Application>] {
    [board, round, hide, identifier, again, giveUp, resume, begin, stop]
  }

  private static var board: Command<Application> {
    Command(
      "board", Text("show the board as it stands", "今の盤を表示します"), in: .play, of: "game",
      isSafe: true,
      CommandForm { program, _ in try program.game.showBoard() })
  }

  private static var round: Command<Application> {
    Command(
      "round",
      Text(
        "show the round, or round N, with its times and presses", "今のラウンドかラウンド N の詳細（時間と押下）を表示します"
      ), in: .results, isSafe: true,
      CommandForm { program, _ in
        try program.checkReached("game")
        try program.game.showRound()
      },
      CommandForm([ArchiveController.number]) { program, line in
        try program.checkReached("rounds")
        try program.archive.show(line.number(0))
      },
      examples: ["round", "round 3"])
  }

  private static var hide: Command<Application> {
    Command(
      "hide", Text("mask the numerals now", "今すぐ数字を隠します"), in: .play, isSafe: true,
      CommandForm(sharesCommit: true) { program, _ in try program.play(.move(.hide)) })
  }

  private static var identifier: Command<Application> {
    Command(
      "identifier", Text("print the board's identifiers", "盤の識別子を表示します"), in: .play, of: "game",
      isSafe: true,
      CommandForm { program, _ in try program.game.showIdentifiers() })
  }

  private static var again: Command<Application> {
    Command(
      "again",
      Text(
        """
        start a round on the same board, with the same rule
        After a test it is a single round on the last board; "start TEST" plays the test again.
        """,
        """
        同じ盤、同じルールでもう一度始めます
        テストのあとでは、最後の盤の1ラウンドだけです。テストをもう一度するには start TEST と書きます。
        """), in: .play, of: "game", isSafe: true, isEssential: true,
      CommandForm(sharesCommit: true) { program, _ in
        try program.game.start(try program.game.sameGame())
      },
      asks: true)
  }

  private static var giveUp: Command<Application> {
    Command(
      "give-up",
      Text(
        "end the round and show the solution", "ラウンドを終え、答えを表示します"), in: .play, isSafe: true,
      CommandForm(sharesCommit: true) { program, _ in try program.play(.move(.giveUp)) })
  }

  private static var resume: Command<Application> {
    Command(
      "resume",
      Text(
        """
        continue the round or the test that was interrupted
        Only what is kept in a store can be continued. A round is interrupted if the program is \
        killed; "quit" and the end of the input end it. Its clock stands still meanwhile.
        """,
        """
        中断したラウンドやテストを続けます
        続けられるのは、ファイルに記録していて、プログラムが急に終わったときだけです。\
        quit や入力の終わりでやめたラウンドは終わっています。\
        中断しているあいだ、ラウンドの時間は止まっています。
        """), in: .play, of: "game", isSafe: true,
      CommandForm { program, _ in try program.game.resume() }, asks: true)
  }

  private static var begin: Command<Application> {
    Command(
      "begin",
      Text(
        """
        begin the trial that is waiting; an empty line does the same
        On a terminal each trial of a test waits for this; then a mark is shown at the centre of \
        the board for half a second.
        """,
        """
        待っている試行を始めます。空の行でも始まります
        端末では、テストのどの試行もこれを待ちます。\
        まず盤の中央にしるしが0.5秒出ます。
        """), in: .tests, of: "game", isSafe: true,
      CommandForm { program, _ in try program.begin() })
  }

  private static var stop: Command<Application> {
    Command(
      "stop",
      Text(
        """
        stop a test before its end; its trials are kept
        On a board, Esc, Ctrl-C and Ctrl-D ask whether to stop the test. At the question y or Ctrl-C \
        stops it, n or Esc goes on. In a timed look they hide the numerals first; then the trial does \
        not count, and n deals a new board.
        """,
        """
        テストを途中でやめます。そこまでは記録に残ります
        盤では Esc、Ctrl-C、Ctrl-D も、やめるかどうかを尋ねます。尋ねられたら、y か Ctrl-C でやめ、\
        n か Esc で続けます。提示中なら先に数字を隠します。その試行は数えず、n で新しい盤が出ます。
        """), in: .tests, of: "game", isSafe: true, isEssential: true,
      CommandForm { program, _ in try program.game.stop() })
  }

  /// Begins the test with this name, with the settings of the line.
  private static func startTest(
    _ name: String, _ program: Application, _ line: Invocation
  ) throws {
    guard let preset = TestPreset.named(name) else {
      throw Refusal.notChoice("TEST", name, TestPreset.names, column: line.column(0))
    }
    try program.game.start(preset, try TestSettings(of: name, from: line))
  }

  /// Returns the plan of `start COUNT H V`.
  private static func plan(_ line: Invocation) throws -> RoundPlan {
    let size = try checking(at: line.column(1), BoardSize(h: line.number(1), v: line.number(2)))
    return RoundPlan(
      count: line.number(0), size: size, range: try line.numeralRange(), rule: try rule(line))
  }

  /// Returns the identifier of `start IDENTIFIER`; throws a special error for a misspelled test.
  private static func identifier(_ line: Invocation) throws -> BoardIdentifier {
    let text = line.text(0)
    if looksLikeTest(text) {
      guard TestPreset.names.nearest(to: text) != nil else {
        throw Refusal(
          "no-start",
          "\"\(text)\" is neither a number nor a test: type start 5 8 5, or menu for the tests",
          "\(text) は数でもテストの名前でもありません。start 5 8 5 のように書くか、"
            + "menu でテストを選んでください", column: line.column(0))
      }
      throw Refusal.notChoice("TEST", text, TestPreset.names, column: line.column(0))
    }
    do { return try BoardIdentifier(text) } catch {
      throw Refusal("identifier") { language in
        language.pick("damaged identifier: ", "識別子が正しくありません: ") + error.words(in: language)
      }
    }
  }

  /// Evaluates an expression about a board or a rule, whose error is about the argument at a
  /// column.
  private static func checking<Result>(
    at column: @autoclosure () -> Int?, _ work: @autoclosure () throws -> Result
  ) throws -> Result {
    do { return try work() } catch { throw Refusal(error).at(column()) }
  }

  /// Returns whether a text looks like the name of a test rather than a board identifier.
  private static func looksLikeTest(_ text: String) -> Bool {
    guard let first = text.utf8.first, first | 0x20 >= UInt8(ascii: "a") else { return false }
    return !text.utf8.contains { $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: "#") }
  }

  /// Returns the rule that the keys of a line define.
  private static func rule(_ invocation: Invocation) throws -> Rule {
    let mask = invocation.text(key: "mask").flatMap(Rule.Mask.init) ?? .first
    let emptyCell = invocation.text(key: "empty").flatMap(Rule.EmptyCell.init) ?? .wrong
    let wrong = invocation.text(key: "wrong").flatMap(Rule.Wrong.init) ?? .ends
    let line = invocation.text(key: "line").flatMap(Rule.Line.init) ?? .any
    let hold = invocation.number(key: "hold")
    let press = invocation.text(key: "press").flatMap(Rule.Press.init)
    return try checking(
      at: invocation.column(key: "hold") ?? invocation.column(key: "press"),
      Rule(
        mask: mask, emptyCell: emptyCell, wrong: wrong, hold: hold,
        limit: invocation.number(key: "limit"), line: line,
        press: press ?? (hold == nil ? nil : .ignored)))
  }

  /// Returns the seed given by `seed=`; `nil` without that key.
  private static func seed(_ invocation: Invocation) throws -> Seed? {
    guard let text = invocation.text(key: "seed") else { return nil }
    return try checking(at: invocation.column(key: "seed"), Seed(text))
  }

  /// The commands about the modes, and the inputs of an arcade machine: coins, swipes and
  /// accelerations.
  static var commands: [Command<Application>] {
    [mode, menu, age, coin, touch, swipe, accelerate]
  }

  private static var mode: Command<Application> {
    Command(
      "mode",
      Text(
        "show the mode, or change to another one", "モードを表示します。名前を書くと、そのモードに変わります"), in: .articles,
      of: "game", isSafe: true,
      CommandForm([Parameter("NAME", .choice(ModeName.names), .optional)]) { program, line in
        guard let name = line.textIfGiven(0) else { return program.game.showMode() }
        try program.game.changeMode(to: name)
      }, examples: ["mode", "mode credit"], asks: true)
  }

  private static var menu: Command<Application> {
    Command(
      "menu", Text("choose a test", "テストを選びます"), in: .tests, of: "game", isSafe: true,
      isEssential: true,
      menuPicture, CommandForm { program, _ in program.game.openMenu() },
      aliases: ["play", "tests"],
      examples: ["menu", "menu picture=menu.svg"])
  }

  private static var age: Command<Application> {
    Command(
      "age",
      Text(
        """
        set or show the age of the participant
        The age is kept with the participant. A first game of zoo is compared with visitors of that \
        age, or without an age with all of 16 to 59 years.
        """,
        """
        参加者の年齢を書きます。書かなくてもかまいません
        年齢は参加者の記録に残ります。zoo の最初のゲームを同じ年齢の来園者と比べます。\
        年齢がなければ16〜59歳の全員と比べます。
        """), in: .tests, of: "game", isSafe: true,
      CommandForm { program, _ in program.game.showAge() },
      CommandForm([Parameter("YEARS", .number(ParticipantAge.limits))]) { program, line in
        try program.game.setAge(line.number(0))
      },
      CommandForm([.literal("none")]) { program, _ in try program.game.setAge(nil) },
      examples: ["age 34", "age none"])
  }

  private static var coin: Command<Application> {
    Command(
      "coin",
      Text(
        "insert a coin, as in an arcade; start works without one",
        "ゲーム機のようにコインを1枚入れます。start にコインは要りません"), in: .articles, of: "game", isSafe: true,
      CommandForm { program, _ in program.game.insertCoin() })
  }

  private static var touch: Command<Application> {
    Command(
      "touch",
      Text(
        "send a touch on the cell in column H and row V down the tree", "H 列 V 行のマスへのタッチをツリーに送ります"
      ), in: .articles, isSafe: true,
      CommandForm(
        [
          Parameter("H", .number(cellNumbers), noun: "column"),
          Parameter("V", .number(cellNumbers), noun: "row"),
        ], isImmediate: true, sharesCommit: true
      ) { program, line in
        try program.send(.touch(h: line.number(0), v: line.number(1)))
      }, examples: ["touch 2 3"])
  }

  private static var swipe: Command<Application> {
    Command(
      "swipe",
      Text(
        "turn the page in attract, or choose the test in credit",
        "attract ではページをめくり、credit ではテストを選びます"), in: .articles, isSafe: true,
      CommandForm([direction]) { program, line in try program.send(.swipe(line.direction)) },
      examples: ["swipe right"])
  }

  private static var accelerate: Command<Application> {
    Command(
      "accelerate",
      Text(
        "make the demonstration faster (right, up) or slower (left, down)",
        "デモを速く（right、up）、または遅く（left、down）します"), in: .articles, isSafe: true,
      CommandForm([direction]) { program, line in
        try program.send(.accelerate(line.direction))
      }, examples: ["accelerate right"])
  }

  /// The form of `menu` that writes the menu as a picture.
  private static var menuPicture: CommandForm<Application> {
    .operation(
      [StoreController.force], keys: [.key("picture", .file, "FILE")]
    ) { program, line in
      guard let file = line.file(key: "picture") else {
        throw Refusal.forceNeedsPicture
      }
      return try program.store.writeMenu(
        to: file, replaces: line.isForced, in: program.language)
    }
  }

  private static var direction: Parameter {
    Parameter("DIRECTION", .choice(Direction.allCases.map(\.rawValue)))
  }
}

extension Invocation {
  /// The direction of the first argument, whose check accepts no other word.
  fileprivate var direction: Direction { Direction(rawValue: text(0)) ?? .right }
}

/// The keys with which `start` and `adapt` change the settings of a test.
extension GameController {
  /// The command `adapt`, a shortcut to the two adaptive tests.
  static var adapt: Command<Application> {
    Command(
      "adapt",
      Text(
        """
        measure a span or a hold: the results so far choose the next trial
        method=quest      choose the most informative trial (Watson 2017); end when the SD of the \
        estimate is below sd= (0.5 numerals, 0.2 in ln ms), or after 40 trials
        method=staircase  harder after down= passes in a row, easier after a failure (Levitt 1971); \
        end after 8 reversals; the estimate is the mean of the last 6
        start=N           the numerals, or the milliseconds, of the first trial
        step=N            by how many numerals a staircase changes; holds change by the root of 2
        The other keys are those of "start TEST"; "start adapt-span" does the same.
        """,
        """
        前の結果から次の試行を決めて、記憶範囲か提示時間を求めます
        method=quest      いちばん多くがわかる試行を選びます（Watson 2017）。標準偏差が sd= より小さく\
        なるか（0.5個、ln ミリ秒で0.2）、40回で終わります
        method=staircase  down= 回連続して成功すると難しく、失敗すると易しくなります（Levitt 1971）。\
        8回の折り返しで終わり、最後の6回を平均します
        start=N           最初の個数かミリ秒
        step=N            個数の変わり方。提示時間は√2倍ずつ変わります
        ほかは start TEST と同じで、start adapt-span とも書けます。
        """), in: .tests, of: "game", isSafe: true,
      CommandForm(
        [Parameter("WHAT", .choice(["span", "hold"]))], keys: TestSettings.parameters,
        keysWithArgument: { TestPreset.named("adapt-" + $0)?.keyNames }
      ) { program, line in
        try startTest("adapt-" + line.text(0), program, line)
      }, examples: ["adapt span", "adapt hold method=staircase start=430", "adapt span sd=0.4"])
  }
}
