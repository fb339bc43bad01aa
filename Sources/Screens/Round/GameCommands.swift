import Archive
package import Events
import Examiner
import Game
package import Shell
import Studies

/// The commands about rounds and modes, whose help texts are in `Words`.
extension GameController {
  /// Returns the commands about the round and the test.
  package static func roundCommands(in language: Language) -> [Command] {
    [start(language), press(language), adapt(language)] + plainCommands(language)
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

  /// Returns the command `start`, which accepts the size of a board, a test, or a board identifier.
  private static func start(_ language: Language) -> Command {
    Command(
      "start", language.help(.start), in: .play, isSafe: true, isEssential: true,
      .asking(
        [
          Parameter("COUNT", .number(1...9801)),
          Parameter("H", .number(BoardSize.limits), noun: "column"),
          Parameter("V", .number(BoardSize.limits), noun: "row"),
        ],
        keys: [.key("seed", .text, "TEXT")] + timeAndMask + [.key("numerals", .text, "1..9")]
          + otherRules
      ) { invocation throws(ConsoleError) in try draw(invocation, language) },
      .asking(
        [Parameter("TEST", .choice(TestPreset.names))], keys: TestSettings.parameters,
        keysWithArgument: { TestPreset.named($0)?.keyNames }
      ) { invocation throws(ConsoleError) in
        let name = invocation.text(0)
        return RoundAction.test(name, try testSettings(name, invocation, language))
      },
      .asking([Parameter("IDENTIFIER", .identifier)], keys: timeAndMask + otherRules) {
        invocation throws(ConsoleError) in try begin(invocation, language)
      },
      examples: [
        "start 5 8 5", "start 5 8 5 hold=210 numerals=1..9", "start 9 8 5 seed=apple",
        "start 4x6:2,3;1,1;4,5", "start 4x6n5#1/apple", "start human-benchmark",
        "start kawai count=4 practice=3",
      ])
  }

  /// The numbers that are accepted for the column and the row of a press.
  ///
  /// They are more than any board has, so that the round refuses a cell with the limits of its own
  /// board.
  private static var cellNumbers: ClosedRange<Int> { -999_999_999...999_999_999 }

  /// Returns the command `press`.
  ///
  /// One cell is sent as a touch, which the objects of the tree may handle; several cells are sent
  /// as one action.
  private static func press(_ language: Language) -> Command {
    Command(
      "press", language.help(.press), in: .play, isSafe: true, isEssential: true,
      CommandForm(
        [
          Parameter("H", .number(cellNumbers), noun: "column"),
          Parameter("V", .number(cellNumbers), noun: "row"),
        ],
        repeats: true
      ) { invocation in
        if invocation.argumentCount == 2 {
          return .message(.touch(h: invocation.number(0), v: invocation.number(1)))
        }
        let cells = stride(from: 0, to: invocation.argumentCount, by: 2).map {
          Cell(h: invocation.number($0), v: invocation.number($0 + 1))
        }
        return .message(.action(RoundAction.play(.press(cells))))
      }, examples: ["press 2 3", "press 2 3 1 1", "2 3"], acceptsBareNumbers: true)
  }

  /// Returns the commands without arguments, such as `stop`.
  private static func plainCommands(_ language: Language) -> [Command] {
    [
      .plain("board", language.help(.board), in: .play, RoundAction.show),
      Command(
        "round", language.help(.round), in: .results, isSafe: true, .asking(RoundAction.report),
        .asking([ArchiveController.number]) { ArchiveAction.show($0.number(0)) },
        examples: ["round", "round 3"]),
      .plain("hide", language.help(.hide), in: .play, RoundAction.play(.move(.hide))),
      .plain("identifier", language.help(.identifier), in: .play, RoundAction.identify),
      .plain("again", language.help(.again), in: .play, RoundAction.again, isEssential: true),
      .plain("give-up", language.help(.giveUp), in: .play, RoundAction.play(.move(.giveUp))),
      .plain("resume", language.help(.resume), in: .play, RoundAction.resume),
      .plain("begin", language.help(.begin), in: .tests, RoundAction.begin),
      .plain("stop", language.help(.stop), in: .tests, RoundAction.stop, isEssential: true),
    ]
  }

  /// Returns the action of `start COUNT H V`, a round with a new board.
  private static func draw(
    _ invocation: Invocation, _ language: Language
  ) throws(ConsoleError) -> RoundAction {
    let size = try language.checking(
      at: invocation.column(1), BoardSize(h: invocation.number(1), v: invocation.number(2)))
    return .draw(
      RoundPlan(
        count: invocation.number(0), size: size, range: try numeralRange(invocation, language),
        rule: try rule(invocation, language)), seed: try seed(invocation, language))
  }

  /// Returns the range given by `numerals=`; `nil` without that key.
  private static func numeralRange(
    _ invocation: Invocation, _ language: Language
  ) throws(ConsoleError) -> NumeralRange? {
    try language.checking(invocation.numeralRange())
  }

  /// Returns the action of `start IDENTIFIER`; throws a special error for a misspelled test.
  private static func begin(
    _ invocation: Invocation, _ language: Language
  ) throws(ConsoleError) -> RoundAction {
    let rule = try rule(invocation, language)
    let text = invocation.text(0)
    if looksLikeTest(text) {
      guard ConsoleError.nearest(to: text, among: TestPreset.names) != nil else {
        throw .invalid(language.noStart(text), column: invocation.column(0))
      }
      throw .notChoice("TEST", text, TestPreset.names, column: invocation.column(0))
    }
    do { return .start(try BoardIdentifier(text), rule: rule) } catch {
      throw .invalid(language.damagedIdentifier(error), column: nil)
    }
  }

  /// Returns whether a text looks like the name of a test rather than a board identifier.
  private static func looksLikeTest(_ text: String) -> Bool {
    guard let first = text.utf8.first, first | 0x20 >= UInt8(ascii: "a") else { return false }
    return !text.utf8.contains { $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: "#") }
  }

  /// Returns the rule that the keys of a line define.
  private static func rule(
    _ invocation: Invocation, _ language: Language
  ) throws(ConsoleError) -> Rule {
    let mask = invocation.text(key: "mask").flatMap(Rule.Mask.init) ?? .first
    let emptyCell = invocation.text(key: "empty").flatMap(Rule.EmptyCell.init) ?? .wrong
    let wrong = invocation.text(key: "wrong").flatMap(Rule.Wrong.init) ?? .ends
    let line = invocation.text(key: "line").flatMap(Rule.Line.init) ?? .any
    let hold = invocation.number(key: "hold")
    let press = invocation.text(key: "press").flatMap(Rule.Press.init)
    return try language.checking(
      at: invocation.column(key: "hold") ?? invocation.column(key: "press"),
      Rule(
        mask: mask, emptyCell: emptyCell, wrong: wrong, hold: hold,
        limit: invocation.number(key: "limit"), line: line,
        press: press ?? (hold == nil ? nil : .ignored)))
  }

  /// Returns the seed given by `seed=`; `nil` without that key.
  private static func seed(
    _ invocation: Invocation, _ language: Language
  ) throws(ConsoleError) -> Seed? {
    guard let text = invocation.text(key: "seed") else { return nil }
    return try language.checking(at: invocation.column(key: "seed"), Seed(text))
  }

  /// Returns the commands about the modes, and the inputs of an arcade machine: coins, swipes and
  /// accelerations.
  package static func commands(in language: Language) -> [Command] {
    [
      Command(
        "mode", language.help(.mode), in: .more, isSafe: true,
        .asking([Parameter("NAME", .choice(ModeName.names), .optional)]) {
          $0.textIfGiven(0).map(GameAction.changeMode) ?? .showMode
        }, examples: ["mode", "mode credit"]),
      Command(
        "menu", language.help(.menu), in: .tests, isSafe: true, isEssential: true,
        MenuPictureRequest.form(language), .asking(GameAction.showMenu),
        aliases: ["play", "tests"],
        examples: ["menu", "menu picture=menu.svg"]),
      Command(
        "age", language.help(.age), in: .tests, isSafe: true, .asking(GameAction.tellAge),
        .asking([Parameter("YEARS", .number(ParticipantAge.limits))]) {
          GameAction.setAge($0.number(0))
        }, .asking([.literal("none")]) { _ in GameAction.setAge(nil) },
        examples: ["age 34", "age none"]),
      .plain("coin", language.help(.coin), in: .more, GameAction.insertCoin),
      Command(
        "touch", language.help(.touch), in: .more, isSafe: true,
        CommandForm([
          Parameter("H", .number(cellNumbers), noun: "column"),
          Parameter("V", .number(cellNumbers), noun: "row"),
        ]) {
          .message(.touch(h: $0.number(0), v: $0.number(1)))
        }, examples: ["touch 2 3"]),
      Command(
        "swipe", language.help(.swipe), in: .more, isSafe: true, direction { .swipe($0) },
        examples: ["swipe right"]),
      Command(
        "accelerate", language.help(.accelerate), in: .more, isSafe: true,
        direction { .accelerate($0) },
        examples: ["accelerate right"]),
    ]
  }

  /// Returns a form with a direction as its argument.
  private static func direction(
    _ message: @escaping @Sendable (Direction) -> Message
  ) -> CommandForm {
    let names = Direction.allCases.map(\.rawValue)
    return CommandForm([Parameter("DIRECTION", .choice(names))]) {
      // The check of the arguments accepts no other name.
      .message(message(Direction(rawValue: $0.text(0)) ?? .right))
    }
  }
}

extension Command {
  /// Returns a command without arguments that sends an action.
  package static func plain(
    _ name: StaticString, _ summary: @autoclosure @escaping @Sendable () -> String,
    in group: CommandGroup, _ action: some Action, isSafe: Bool = true, isEssential: Bool = false
  ) -> Command {
    Command(
      name, summary(), in: group, isSafe: isSafe, isEssential: isEssential, .asking(action))
  }
}

extension CommandForm {
  /// Returns a form without arguments that sends an action.
  static func asking(_ action: some Action) -> CommandForm {
    // Created once, because it is always the same.
    let message = Message.action(action)
    return CommandForm { _ in .message(message) }
  }

  /// Returns a form that creates an action from its arguments and sends it.
  package static func asking<Asked: Action>(
    _ parameters: [Parameter], keys: [Parameter] = [], tail: Parameter? = nil,
    keysWithArgument: @escaping @Sendable (String) -> [String]? = { _ in nil },
    _ action: @escaping @Sendable (Invocation) throws(ConsoleError) -> Asked
  ) -> CommandForm {
    CommandForm(
      parameters, keys: keys, tail: tail, keysWithArgument: keysWithArgument
    ) { invocation throws(ConsoleError) in
      .message(.action(try action(invocation)))
    }
  }
}

/// The keys with which `start` and `adapt` change the settings of a test.
extension GameController {
  /// Returns the command `adapt`, a shortcut to the two adaptive tests.
  static func adapt(_ language: Language) -> Command {
    Command(
      "adapt", language.help(.adapt), in: .tests, isSafe: true,
      .asking(
        [Parameter("WHAT", .choice(["span", "hold"]))], keys: TestSettings.parameters,
        keysWithArgument: { TestPreset.named("adapt-" + $0)?.keyNames }
      ) { invocation throws(ConsoleError) in
        let name = "adapt-" + invocation.text(0)
        return RoundAction.test(name, try testSettings(name, invocation, language))
      }, examples: ["adapt span", "adapt hold method=staircase start=430", "adapt span sd=0.4"])
  }

  /// Returns the settings of a test that the keys of a line define.
  static func testSettings(
    _ name: String, _ invocation: Invocation, _ language: Language
  ) throws(ConsoleError) -> TestSettings {
    try language.checking(TestSettings(of: name, from: invocation))
  }
}
