extension Command {
  /// Returns the commands that every console has, such as `help`, `set` and `quit`, with help in a
  /// language.
  package static func consoleCommands(in words: any ConsoleWords) -> [Command] {
    consoleCommands.map { $0.explained(in: words) }
  }

  /// The commands that every console has, such as `help`, `set` and `quit`, with help in English.
  ///
  /// A program appends its own: `CommandTable(own + Command.consoleCommands)`.
  package static var consoleCommands: [Command] {
    overviewCommands + fileCommands + stateCommands + jobCommands + closingCommands
  }

  /// The commands about the commands and the lines so far: `help` and `history`.
  private static var overviewCommands: [Command] {
    [
      Command(
        "help", "list the main commands, or explain one, a group or a test",
        in: .shell, isSafe: true,
        CommandForm([Parameter("NAME", .commandName, .optional)]) { invocation in
          let name = invocation.textIfGiven(0)
          return .console { console throws(ConsoleError) in try console.showHelp(name) }
        }, aliases: ["?"], examples: ["help", "help all", "help start", "help tests"]),
      Command(
        "history", "list the lines entered so far, each one once", in: .shell, isSafe: true,
        CommandForm { _ in .console { $0.showHistory() } }, examples: ["history"]),
    ]
  }

  /// The commands that read or write a file of lines: `source` and `record`.
  private static var fileCommands: [Command] {
    [
      Command(
        "source", "run the commands of a file", in: .shell,
        CommandForm([Parameter("FILE", .file)]) { invocation in
          let file = invocation.file(0)
          return .console { console throws(ConsoleError) in try console.source(file) }
        }, examples: ["source moves.txt"]),
      Command(
        "record",
        """
        record the session as a transcript
        The file must be new; "record ./off" writes to a file of that name.
        """, in: .shell,
        CommandForm([Parameter("FILE", .file)]) { invocation in
          let file = invocation.file(0)
          return .console { console throws(ConsoleError) in try console.record(file) }
        },
        CommandForm([.literal("off")]) { _ in
          .console { console throws(ConsoleError) in try console.stopRecording() }
        }, examples: ["record session.txt", "record off"]),
    ]
  }

  /// The commands about the state of the session: `set` and `status`.
  private static var stateCommands: [Command] {
    [
      Command(
        "set", "show the settings, or change one", in: .shell, isSafe: true,
        CommandForm([
          Parameter("KEY", .settingName, .optional), Parameter("VALUE", .text, .optional),
        ]) { invocation in
          let name = invocation.textIfGiven(0)
          let value = invocation.textIfGiven(1)
          return .console { console throws(ConsoleError) in try console.set(name, to: value) }
        }, examples: ["set", "set seed", "set seed apple"]),
      Command(
        "status", "tell the state of the store, and of the jobs", in: .shell,
        CommandForm { _ in .console { $0.showStatus() } }, examples: ["status"]),
    ]
  }

  /// The commands about jobs: `jobs`, `cancel` and `foreground`.
  private static var jobCommands: [Command] {
    [
      Command(
        "jobs",
        """
        list the jobs: commands that run in the background
        A command that can take long becomes a job with & as its last word.
        In a script a job has finished before the next line is read.
        """, in: .shell, isSafe: true,
        CommandForm { _ in .console { $0.showJobs() } }, examples: ["jobs"]),
      Command(
        "cancel", "cancel a job", in: .shell, isSafe: true,
        CommandForm([Parameter("N", .number(jobNumbers))]) { invocation in
          let number = invocation.number(0)
          return .console { console throws(ConsoleError) in try console.cancelJob(number) }
        }, examples: ["cancel 1"]),
      Command(
        "foreground",
        """
        wait for a job, and show its progress
        Ctrl-C cancels the job.
        """, in: .shell, isSafe: true,
        CommandForm([Parameter("N", .number(jobNumbers))]) { invocation in
          let number = invocation.number(0)
          return .console { console throws(ConsoleError) in try console.foregroundJob(number) }
        }, examples: ["foreground 1"]),
    ]
  }

  /// The last commands of the help: `version` and `quit`.
  private static var closingCommands: [Command] {
    [
      Command(
        "version", "show the version of the program", in: .shell, isSafe: true,
        CommandForm { _ in .console { $0.writeLine($0.programVersion) } }, examples: ["version"]),
      Command(
        "quit",
        """
        end the session
        While jobs are running, the first quit lists them, and a second one cancels them.
        A script waits for its jobs.
        """, in: .shell, isSafe: true, isEssential: true,
        CommandForm { _ in .console { $0.quit() } },
        aliases: ["exit", "q"], examples: ["quit"]),
    ]
  }

  /// The job numbers that `cancel` and `foreground` accept as an argument.
  private static var jobNumbers: ClosedRange<Int> { 1...9999 }

  /// Returns the commands for driving programs, explained in a language: the manual has them, too.
  package static func machineCommands(in words: any ConsoleWords) -> [Command] {
    machineCommands.map { $0.explained(in: words) }
  }

  /// The commands for programs that drive this one through a pipe; the help doesn't list them.
  package static var machineCommands: [Command] {
    [
      Command(
        "list-commands", "list the names of the commands", in: .shell, isSafe: true,
        CommandForm { _ in
          .console { console in console.table.commands.forEach { console.writeLine("\($0.name)") } }
        }, examples: ["list-commands"]),
      Command(
        "protocol-version", "show the version of the framing", in: .shell, isSafe: true,
        CommandForm { _ in .console { $0.writeLine("1") } }, examples: ["protocol-version"]),
    ]
  }
}
