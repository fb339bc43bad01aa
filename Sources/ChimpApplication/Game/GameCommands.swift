import Examiner
package import Shell

extension GameController {
  /// The commands about the round.
  package static func roundCommands(in language: Language) -> [Command] {
    [start(language), press(language), adapt(language)] + plainCommands(language)
      + testCommands(language)
  }

  private static var hold: Parameter { .key("hold", .number(Rule.holdLimits), "MS") }
  private static var limit: Parameter { .key("limit", .number(Rule.holdLimits), "MS") }
  private static var line: Parameter { .key("line", .choice(["any", "one"])) }
  private static var mask: Parameter { .key("mask", .choice(["first", "never"])) }
  private static var empty: Parameter { .key("empty", .choice(["wrong", "ignore"])) }

  private static var wrong: Parameter { .key("wrong", .choice(["ends", "again"])) }

  private static func start(_ language: Language) -> Command {
    Command(
      "start", language.help(.start), in: .play, isSafe: true,
      CommandForm(
        [
          Parameter("COUNT", .number(1...9801)), Parameter("H", .number(BoardSize.limits)),
          Parameter("V", .number(BoardSize.limits)),
        ],
        keys: [
          .key("seed", .text, "TEXT"), hold, mask, .key("numerals", .text, "1..9"), empty, wrong,
          limit, line,
        ]
      ) { invocation throws(ArgumentFault) in
        .message(.action(try draw(invocation, language)))
      },
      CommandForm([Parameter("TEST", .choice(TestPreset.names))], keys: testKeys) {
        invocation throws(ArgumentFault) in
        .message(
          .action(
            RoundAction.test(
              invocation.text(0), try testSettings(invocation.text(0), invocation, language))))
      },
      CommandForm(
        [Parameter("IDENTIFIER", .identifier)], keys: [hold, mask, empty, wrong, limit, line]
      ) {
        invocation throws(ArgumentFault) in
        .message(.action(try begin(invocation, language)))
      },
      examples: [
        "start 5 4 6", "start 5 8 5 hold=210 numerals=1..9", "start 9 8 5 seed=apple",
        "start 4x6:2,3;1,1;4,5", "start 4x6n5#1/apple", "start human-benchmark",
        "start kawai count=5 practice=3",
      ])
  }

  private static func press(_ language: Language) -> Command {
    Command(
      "press", language.help(.press), in: .play, isSafe: true,
      CommandForm(
        [Parameter("H", .number(BoardSize.limits)), Parameter("V", .number(BoardSize.limits))],
        repeats: true
      ) { invocation in
        if invocation.argumentCount == 2 {
          return .message(.touch(h: invocation.number(0), v: invocation.number(1)))
        }
        let cells = stride(from: 0, to: invocation.argumentCount, by: 2).map {
          Cell(h: invocation.number($0), v: invocation.number($0 + 1))
        }
        return .message(.action(RoundAction.press(cells)))
      },
      examples: ["press 2 3", "press 2 3 1 1", "2 3"], takesBareNumbers: true)
  }

  private static func plainCommands(_ language: Language) -> [Command] {
    [
      plain("board", language.help(.board), .show, example: "board"),
      Command(
        "round", language.help(.round), in: .results, isSafe: true,
        CommandForm { _ in .message(.action(RoundAction.report)) },
        CommandForm([ArchiveController.number]) {
          .message(.action(ArchiveAction.show($0.number(0))))
        }, examples: ["round", "round 3"]),
      plain("hide", language.help(.hide), .hide, example: "hide"),
      plain("identifier", language.help(.identifier), .identify, example: "identifier"),
      plain("again", language.help(.again), .again, example: "again"),
      plain("give-up", language.help(.giveUp), .giveUp, example: "give-up"),
      Command(
        "resume", language.help(.resume), in: .play, isSafe: true,
        CommandForm { _ in .message(.action(RoundAction.resume)) }, examples: ["resume"]),
    ]
  }

  static func plain(
    _ name: StaticString, _ summary: String, _ action: RoundAction, example: String
  ) -> Command {
    // Made once, because it is the same each time.
    let message = Message.action(action)
    return Command(
      name, summary, in: .play, isSafe: true, CommandForm { _ in .message(message) },
      examples: [example])
  }

  private static func draw(
    _ invocation: Invocation, _ language: Language
  ) throws(ArgumentFault) -> RoundAction {
    let size: BoardSize
    do { size = try BoardSize(h: invocation.number(1), v: invocation.number(2)) } catch {
      throw .invalid(language.words(for: error), column: invocation.column(1))
    }
    return .draw(
      RoundPlan(
        count: invocation.number(0), size: size, range: try range(invocation, language),
        rule: try rule(invocation, language)), seed: try seed(invocation, language))
  }

  private static func begin(
    _ invocation: Invocation, _ language: Language
  ) throws(ArgumentFault) -> RoundAction {
    let rule = try rule(invocation, language)
    let text = invocation.text(0)
    if looksLikeTest(text) {
      throw .notChoice("TEST", text, TestPreset.names, column: invocation.column(0))
    }
    do { return .start(try BoardIdentifier(text), rule: rule) } catch {
      throw .invalid(language.damagedIdentifier(error), column: nil)
    }
  }

  /// Whether a text begins as the name of a test does, and has no sign that identifiers have.
  private static func looksLikeTest(_ text: String) -> Bool {
    guard let first = text.utf8.first, first | 0x20 >= UInt8(ascii: "a") else { return false }
    return !text.utf8.contains { $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: "#") }
  }

  private static func rule(
    _ invocation: Invocation, _ language: Language
  ) throws(ArgumentFault) -> Rule {
    do throws(RuleFault) {
      return try Rule(
        mask: invocation.text(key: "mask").flatMap(Rule.Mask.init) ?? .first,
        emptyCell: invocation.text(key: "empty").flatMap(Rule.EmptyCell.init) ?? .wrong,
        wrong: invocation.text(key: "wrong").flatMap(Rule.Wrong.init) ?? .ends,
        hold: invocation.number(key: "hold"), limit: invocation.number(key: "limit"),
        line: invocation.text(key: "line").flatMap(Rule.Line.init) ?? .any)
    } catch {
      throw .invalid(language.words(for: error), column: invocation.column(key: "hold"))
    }
  }

  private static func seed(
    _ invocation: Invocation, _ language: Language
  ) throws(ArgumentFault) -> Seed? {
    guard let text = invocation.text(key: "seed") else { return nil }
    do { return try Seed(text) } catch {
      throw .invalid(language.words(for: error), column: invocation.column(key: "seed"))
    }
  }

  static func range(
    _ invocation: Invocation, _ language: Language
  ) throws(ArgumentFault) -> NumeralRange? {
    guard let text = invocation.text(key: "numerals") else { return nil }
    let column = invocation.column(key: "numerals")
    guard let ends = NumeralRange.ends(of: text) else {
      throw .invalid(language.noRange(text), column: column)
    }
    do { return try NumeralRange(low: ends.low, high: ends.high) } catch {
      throw .invalid(language.words(for: error), column: column)
    }
  }
}

extension GameController {
  /// The commands about the modes.
  package static func commands(in language: Language) -> [Command] {
    let board = BoardSize.limits
    return [
      Command(
        "mode", language.help(.mode), in: .more, isSafe: true,
        CommandForm([Parameter("NAME", .choice(ModeName.names), .optional)]) {
          invocation in
          let name = invocation.textIfGiven(0)
          return .message(.action(name.map(GameAction.changeMode) ?? .showMode))
        }, examples: ["mode", "mode credit"]),
      Command(
        "menu", language.help(.menu), in: .tests, isSafe: true,
        CommandForm { _ in .message(.action(GameAction.showMenu)) }, examples: ["menu"]),
      Command(
        "coin", language.help(.coin), in: .more, isSafe: true,
        CommandForm { _ in .message(.action(GameAction.insertCoin)) }, examples: ["coin"]),
      Command(
        "touch", language.help(.touch), in: .more, isSafe: true,
        CommandForm([Parameter("H", .number(board)), Parameter("V", .number(board))]) {
          .message(.touch(h: $0.number(0), v: $0.number(1)))
        }, examples: ["touch 2 3"]),
      Command(
        "swipe", language.help(.swipe), in: .more, isSafe: true,
        direction {
          .swipe($0)
        }, examples: ["swipe right"]),
      Command(
        "accelerate", language.help(.accelerate), in: .more, isSafe: true,
        direction { .accelerate($0) }, examples: ["accelerate right"]),
    ]
  }

  private static func direction(
    _ message: @escaping @Sendable (Direction) -> Message
  ) -> CommandForm {
    // In the order of `Direction`; asking the type for its names takes half of a start.
    let names = ["right", "left", "up", "down"]
    return CommandForm([Parameter("DIRECTION", .choice(names))]) { invocation in
      // The check of the arguments lets no other name through.
      .message(message(Direction.allCases[names.firstIndex(of: invocation.text(0)) ?? 0]))
    }
  }
}
