package import Shell

extension ListController {
  /// The commands about the list.
  package static var commands: [Command] {
    [
      Command(
        "list", "show the label and all rows, which are numbered from 0, or set them anew",
        CommandForm { _ in .message(.action(ListAction.show)) },
        CommandForm([.literal("set")], tail: text) { invocation in
          let texts = (1..<invocation.argumentCount).map { invocation.text($0) }
          return .message(.action(ListAction.set(texts)))
        },
        CommandForm([.literal("clear")]) { _ in .message(.action(ListAction.set([]))) },
        examples: ["list", "list set apple \"two words\"", "list clear"]),
      Command(
        "add", "add a row at the end",
        CommandForm([Parameter("TEXT", .text, .optional)]) { invocation in
          .message(.action(ListAction.add(invocation.textIfGiven(0) ?? addedText)))
        }, examples: ["add", "add banana", "add \"two words\""]),
      Command(
        "insert", "put a row in before another",
        CommandForm([row, text]) { invocation in
          .message(.action(ListAction.insert(row: invocation.number(0), invocation.text(1))))
        }, examples: ["insert 0 first"]),
      Command(
        "replace", "give a row another text",
        CommandForm([row, text]) { invocation in
          .message(.action(ListAction.replace(row: invocation.number(0), invocation.text(1))))
        }, examples: ["replace 2 cherry"]),
      Command(
        "remove", "take a row away",
        CommandForm([row]) { .message(.action(ListAction.remove(row: $0.number(0)))) },
        examples: ["remove 2"]),
      Command(
        "move", "take a row to another place",
        CommandForm([row, row]) {
          .message(.action(ListAction.move(row: $0.number(0), to: $0.number(1))))
        }, examples: ["move 6 0"]),
      Command(
        "select", "put the text of a row into the label",
        CommandForm([row]) { .message(.action(ListAction.select(row: $0.number(0)))) },
        examples: ["select 3"]),
      Command(
        "label", "show the label, or write another text into it",
        CommandForm([Parameter("TEXT", .text, .optional)]) { invocation in
          let text = invocation.textIfGiven(0)
          return .message(.action(text.map(ListAction.setLabel) ?? .showLabel))
        }, examples: ["label", "label \"two words\""]),
    ]
  }

  private static var row: Parameter { Parameter("ROW", .number(0...Int.max)) }
  private static var text: Parameter { Parameter("TEXT", .text) }
}
