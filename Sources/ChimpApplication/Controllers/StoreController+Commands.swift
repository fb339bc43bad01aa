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
        CommandForm([Parameter("FILE", .file), force]) { invocation in
          .operation(
            StoreAction.backup(to: invocation.text(0), replaces: invocation.argumentCount > 1))
        },
        examples: ["backup copy.sqlite", "backup copy.sqlite --force", "backup copy.sqlite &"],
        notes: ["--force       replaces a file that is there, once the copy is whole"]),
      Command(
        "recover", "write what is left of a damaged store to a new file",
        CommandForm([Parameter("FILE", .file)]) { invocation in
          .operation(StoreAction.recover(to: invocation.text(0)))
        },
        examples: ["recover rest.sqlite"]),
    ]
  }

  private static var force: Parameter { Parameter("--force", .flag(["--force"]), .optional) }
}
