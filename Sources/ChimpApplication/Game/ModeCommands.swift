import Examiner
package import Shell

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
    // NB: in the order of the directions; asking the type for them would take half of a start.
    let names = ["right", "left", "up", "down"]
    return CommandForm([Parameter("DIRECTION", .choice(names))]) { invocation in
      // NB: the check of the arguments has let through nothing but the names there are.
      .message(message(Direction.allCases[names.firstIndex(of: invocation.text(0)) ?? 0]))
    }
  }
}
