/// What the console's own commands ask for.
package enum ConsoleAction: Equatable, Sendable {
  case help(command: String?)
  case history
  case source(FilePlace)
  case record(FilePlace)
  case recordOff
  case showSettings
  case showSetting(String)
  case changeSetting(String, to: String)
  case showStatus
  case showJobs
  case cancelJob(Int)
  case foregroundJob(Int)
  case version
  case quit
  case listCommands
  case protocolVersion
}

extension Command {
  /// The commands that every shell has, explained in the words of a language.
  package static func consoleCommands(in words: any ConsoleWords) -> [Command] {
    consoleCommands.map { $0.explained(in: words) }
  }

  /// The commands that every shell has.
  package static var consoleCommands: [Command] {
    [
      Command(
        "help", "list the commands, or explain one, a group or a test", in: .shell, isSafe: true,
        CommandForm([Parameter("NAME", .commandName, .optional)]) { invocation in
          .console(.help(command: invocation.textIfGiven(0)))
        },
        aliases: ["?"], examples: ["help", "help start", "help tests"]),
      Command(
        "history", "list the lines entered so far, each one once", in: .shell, isSafe: true,
        CommandForm { _ in .console(.history) }, examples: ["history"]),
      Command(
        "source", "run the commands of a file", in: .shell,
        CommandForm([Parameter("FILE", .file)]) { invocation in
          .console(.source(invocation.file(0)))
        },
        examples: ["source moves.txt"]),
      Command(
        "record",
        """
        write the session down as a transcript
        The file must be new; "record ./off" writes to a file of that name.
        """, in: .shell,
        CommandForm([Parameter("FILE", .file)]) { invocation in
          .console(.record(invocation.file(0)))
        },
        CommandForm([.literal("off")]) { _ in .console(.recordOff) },
        examples: ["record session.txt", "record off"]),
      Command(
        "set", "show the settings, or change one", in: .shell, isSafe: true,
        CommandForm([
          Parameter("KEY", .settingName, .optional), Parameter("VALUE", .text, .optional),
        ]) { invocation in
          guard let name = invocation.textIfGiven(0) else { return .console(.showSettings) }
          guard let value = invocation.textIfGiven(1) else { return .console(.showSetting(name)) }
          return .console(.changeSetting(name, to: value))
        },
        examples: ["set", "set seed", "set seed apple"]),
      Command(
        "status", "tell the state of the store, and of the jobs", in: .shell,
        CommandForm { _ in .console(.showStatus) }, examples: ["status"]),
      Command(
        "jobs",
        """
        list the jobs: commands that run beside the session
        A command that can take long becomes a job where & stands behind it as the last word.
        In a script a job has finished before the next line is read.
        """, in: .shell, isSafe: true,
        CommandForm { _ in .console(.showJobs) }, examples: ["jobs"]),
      Command(
        "cancel", "cancel a job", in: .shell, isSafe: true,
        CommandForm([Parameter("N", .number(jobNumbers))]) { invocation in
          .console(.cancelJob(invocation.number(0)))
        },
        examples: ["cancel 1"]),
      Command(
        "foreground",
        """
        wait for a job, with its progress to be seen
        Ctrl-C cancels what is waited for.
        """, in: .shell, isSafe: true,
        CommandForm([Parameter("N", .number(jobNumbers))]) { invocation in
          .console(.foregroundJob(invocation.number(0)))
        },
        examples: ["foreground 1"]),
      Command(
        "version", "tell the version of the program", in: .shell, isSafe: true,
        CommandForm { _ in .console(.version) }, examples: ["version"]),
      Command(
        "quit",
        """
        end the session
        While jobs run, the first quit tells which, and a second one in a row cancels them.
        A script waits for its jobs.
        """, in: .shell, isSafe: true, CommandForm { _ in .console(.quit) },
        aliases: ["exit", "q"], examples: ["quit"]),
    ]
  }

  private static var jobNumbers: ClosedRange<Int> { 1...9999 }

  /// The commands that only a driving program needs.
  package static var machineCommands: [Command] {
    [
      Command(
        "list-commands", "list the names of the commands", in: .shell, isSafe: true,
        CommandForm { _ in .console(.listCommands) }, examples: ["list-commands"]),
      Command(
        "protocol-version", "tell the version of the framing", in: .shell, isSafe: true,
        CommandForm { _ in .console(.protocolVersion) }, examples: ["protocol-version"]),
    ]
  }
}
