package import Shell

extension StoreController {
  /// The commands about the store as a whole.
  package static var commands: [Command] {
    [
      Command(
        "check-store", "look for damage in the store",
        CommandForm([Parameter("quick|full", .flag(["quick", "full"]), .optional)]) {
          .operation(StoreAction.check(isQuick: $0.textIfGiven(0) == "quick"))
        },
        examples: ["check-store", "check-store quick"],
        notes: [
          "Every row is compared with its checksum; what is not as it was written is listed.",
          "quick         leaves the indexes out",
        ]),
      Command(
        "backup", "copy the store as it is at the moment to a file",
        CommandForm([Parameter("FILE", .file), force]) { invocation throws(ArgumentFault) in
          .operation(
            StoreAction.backup(
              to: try file(invocation), replaces: invocation.argumentCount > 1))
        },
        examples: ["backup copy.sqlite", "backup copy.sqlite --force", "backup copy.sqlite &"],
        notes: ["--force       replaces a file that is there, once the copy is whole"]),
      Command(
        "export", "write the rounds and their presses to files that other programs read",
        CommandForm([Parameter("FILE", .file), force], keys: [format]) {
          invocation throws(ArgumentFault) in
          .operation(
            StoreAction.export(
              to: try file(invocation), invocation.format,
              replaces: invocation.textIfGiven(1) != nil))
        },
        examples: ["export data.csv", "export data.jsonl --force", "export data format=csv &"],
        notes: [
          "csv           FILE has the trials; the presses are beside it, in data-presses.csv",
          "jsonl         FILE has both, each line a JSON object",
          "What the columns say is beside FILE too, in data.csv.dictionary.txt.",
          "All trials are exported, with their presses, sessions and participants. The news, the",
          "settings and sessions without a trial are not: a backup has all.",
          "A round that is not what was written is left out, and named.",
          "--force       replaces files that are there, once the new ones are whole",
        ]),
      Command(
        "import", "take rounds and presses that were exported into the store",
        CommandForm([Parameter("FILE", .file)], keys: [format]) { invocation in
          .operation(StoreAction.import(from: invocation.file(0), invocation.format))
        },
        examples: ["import data.csv", "import data.jsonl"],
        notes: [
          "All of a file is taken, or nothing. What a trial and its presses say has to follow from",
          "its board, its rule and its moves; the presses stand in the order of the trials.",
          "A trial that is in the store already is left out, or goes on where it was not over; one",
          "that is another there is refused.",
        ]),
      Command(
        "recover", "write what is left of a damaged store to a new file",
        CommandForm([Parameter("FILE", .file)]) { invocation in
          .operation(StoreAction.recover(to: invocation.file(0)))
        },
        examples: ["recover rest.sqlite"]),
    ]
  }

  static var format: Parameter {
    .key("format", .choice(ExchangeFormat.allCases.map(\.rawValue)))
  }

  /// The file that is to be written, which nobody forgot.
  static func file(
    _ invocation: Invocation, at place: Int = 0
  ) throws(ArgumentFault) -> FilePlace {
    let file = invocation.file(place)
    guard file.name != "--force" else {
      throw .invalid("FILE is missing before --force", column: invocation.column(place))
    }
    return file
  }

  private static var force: Parameter { Parameter("--force", .flag(["--force"]), .optional) }
}

extension Invocation {
  var format: ExchangeFormat? {
    text(key: "format").flatMap { ExchangeFormat(rawValue: $0) }
  }
}
