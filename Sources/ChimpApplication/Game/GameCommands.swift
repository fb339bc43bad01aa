import Examiner
package import Shell

extension GameController {
  /// The commands about the round.
  package static var roundCommands: [Command] {
    [start, press] + plainCommands
  }

  private static var hold: Parameter { .key("hold", .number(Rule.holdLimits), "MS") }
  private static var mask: Parameter {
    .key("mask", .choice(["first", "never"]))
  }
  private static var empty: Parameter {
    .key("empty", .choice(["wrong", "ignore"]))
  }

  private static var wrong: Parameter {
    .key("wrong", .choice(["ends", "again"]))
  }

  private static var start: Command {
    Command(
      "start", "start a round: COUNT numerals on a board of H columns and V rows",
      CommandForm(
        [
          Parameter("COUNT", .number(1...9801)), Parameter("H", .number(BoardSize.limits)),
          Parameter("V", .number(BoardSize.limits)),
        ],
        keys: [
          .key("seed", .text, "TEXT"), hold, mask, .key("numerals", .text, "1..9"), empty, wrong,
        ]
      ) { invocation throws(ArgumentFault) in
        .message(.action(try draw(invocation)))
      },
      CommandForm([Parameter("TEST", .choice(TestPreset.names))]) { invocation in
        .message(.action(RoundAction.test(invocation.text(0))))
      },
      CommandForm([Parameter("IDENTIFIER", .identifier)], keys: [hold, mask, empty, wrong]) {
        invocation throws(ArgumentFault) in
        .message(.action(try begin(invocation)))
      },
      examples: [
        "start 5 4 6", "start 5 8 5 hold=210 numerals=1..9", "start 9 8 5 seed=apple",
        "start 4x6:2,3;1,1;4,5", "start 4x6n5#1/apple", "start human-benchmark",
      ],
      notes: [
        "seed=TEXT       draw the board from this text",
        "hold=MS         mask the numerals by themselves after so many milliseconds",
        "mask=first      the first right press masks the others (this is the default)",
        "mask=never      no press masks anything",
        "numerals=1..9   draw COUNT numerals out of these",
        "empty=wrong     a press on an empty cell is wrong (this is the default)",
        "empty=ignore    a press on an empty cell does nothing",
        "wrong=ends      a wrong press ends the round (this is the default)",
        "wrong=again     a wrong press counts, and the round goes on",
        "A TEST is played round by round:",
      ] + TestPreset.all.map(note))
  }

  private static func note(on preset: TestPreset) -> String {
    let gap = String(repeating: " ", count: max(1, 16 - preset.name.utf8.count))
    return "\(preset.name)\(gap)\(preset.plan), \(preset.course) (\(preset.source))"
  }

  private static var press: Command {
    Command(
      "press", "press the cell in column H and row V, or several in turn",
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
      examples: ["press 2 3", "press 2 3 1 1", "2 3"],
      notes: ["A line of bare numbers is a press too."], takesBareNumbers: true)
  }

  private static var plainCommands: [Command] {
    [
      plain("board", "show the board as it stands", .show, example: "board"),
      Command(
        "round", "show all that is known of the round, or of round N, its times and presses",
        CommandForm { _ in .message(.action(RoundAction.report)) },
        CommandForm([ArchiveController.number]) {
          .message(.action(ArchiveAction.show($0.number(0))))
        }, examples: ["round", "round 3"]),
      plain("hide", "mask the numerals now", .hide, example: "hide"),
      plain("identifier", "print the board's identifiers", .identify, example: "identifier"),
      plain(
        "again", "start a round on the same board, with the same rule", .again, example: "again"),
      plain("give-up", "end the round and show the solution", .giveUp, example: "give-up"),
      Command(
        "resume", "go on with the round that a killed program left behind",
        CommandForm { _ in .message(.action(RoundAction.resume)) }, examples: ["resume"],
        notes: [
          "Only what is kept in a store can be left behind. A round that was left by \"quit\" or",
          "at the end of the input is over. While nobody was there, its time has stood still.",
        ]),
    ]
  }

  private static func plain(
    _ name: StaticString, _ summary: String, _ action: RoundAction, example: String
  ) -> Command {
    // Made once, because it is the same each time.
    let message = Message.action(action)
    return Command(
      name, summary, CommandForm { _ in .message(message) }, examples: [example])
  }

  private static func draw(_ invocation: Invocation) throws(ArgumentFault) -> RoundAction {
    let size: BoardSize
    do { size = try BoardSize(h: invocation.number(1), v: invocation.number(2)) } catch {
      throw .invalid("\(error)", column: invocation.column(1))
    }
    return .draw(
      RoundPlan(
        count: invocation.number(0), size: size, range: try range(invocation),
        rule: try rule(invocation)), seed: try seed(invocation))
  }

  private static func begin(_ invocation: Invocation) throws(ArgumentFault) -> RoundAction {
    let rule = try rule(invocation)
    let text = invocation.text(0)
    if looksLikeTest(text) { throw unknownTest(text, invocation) }
    do { return .start(try BoardIdentifier(text), rule: rule) } catch {
      throw .invalid("damaged identifier: \(error)", column: nil)
    }
  }

  /// Whether a text begins as the name of a test does, and has no sign that identifiers have.
  private static func looksLikeTest(_ text: String) -> Bool {
    guard let first = text.utf8.first, first | 0x20 >= UInt8(ascii: "a") else { return false }
    return !text.utf8.contains { $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: "#") }
  }

  private static func unknownTest(_ text: String, _ invocation: Invocation) -> ArgumentFault {
    let column = invocation.column(0)
    guard TestPreset.names.contains(text) else {
      return .notChoice("TEST", text, TestPreset.names, column: column)
    }
    return .invalid(
      "a test has a rule of its own and takes no keys: \"\(text)\"", column: column)
  }

  private static func rule(_ invocation: Invocation) throws(ArgumentFault) -> Rule {
    do throws(RuleFault) {
      return try Rule(
        mask: invocation.text(key: "mask").flatMap(Rule.Mask.init) ?? .first,
        emptyCell: invocation.text(key: "empty").flatMap(Rule.EmptyCell.init) ?? .wrong,
        wrong: invocation.text(key: "wrong").flatMap(Rule.Wrong.init) ?? .ends,
        hold: invocation.number(key: "hold"))
    } catch {
      throw .invalid("\(error)", column: invocation.column(key: "hold"))
    }
  }

  private static func seed(_ invocation: Invocation) throws(ArgumentFault) -> Seed? {
    guard let text = invocation.text(key: "seed") else { return nil }
    do { return try Seed(text) } catch {
      throw .invalid("\(error)", column: invocation.column(key: "seed"))
    }
  }

  private static func range(
    _ invocation: Invocation
  ) throws(ArgumentFault) -> NumeralRange? {
    guard let text = invocation.text(key: "numerals") else { return nil }
    let column = invocation.column(key: "numerals")
    guard let ends = NumeralRange.ends(of: text) else {
      throw .invalid("numerals is no range such as 1..9: \"\(text)\"", column: column)
    }
    do { return try NumeralRange(low: ends.low, high: ends.high) } catch {
      throw .invalid("\(error)", column: column)
    }
  }
}

extension GameController {
  /// The commands about the modes.
  package static var commands: [Command] {
    let board = BoardSize.limits
    return [
      Command(
        "mode", "show the mode, or change it with the next Update",
        CommandForm([Parameter("NAME", .choice(ModeName.names), .optional)]) {
          invocation in
          let name = invocation.textIfGiven(0)
          return .message(.action(name.map(GameAction.changeMode) ?? .showMode))
        }, examples: ["mode", "mode credit"]),
      Command(
        "menu", "show the tests to choose from",
        CommandForm { _ in .message(.action(GameAction.showMenu)) }, examples: ["menu"]),
      Command(
        "coin", "put a credit in; start in one line needs none",
        CommandForm { _ in .message(.action(GameAction.insertCoin)) }, examples: ["coin"]),
      Command(
        "touch", "send a touch on the cell in column H and row V down the tree",
        CommandForm([Parameter("H", .number(board)), Parameter("V", .number(board))]) {
          .message(.touch(h: $0.number(0), v: $0.number(1)))
        }, examples: ["touch 2 3"]),
      Command(
        "swipe", "turn the page of attract, or choose the test of credit",
        direction {
          .swipe($0)
        }, examples: ["swipe right"]),
      Command(
        "accelerate", "let the demonstration go faster (right, up) or slower (left, down)",
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
