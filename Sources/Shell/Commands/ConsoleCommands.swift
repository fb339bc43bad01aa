extension Command {
  /// The commands that every console has, such as `help`, `set` and `quit`.
  ///
  /// A program appends them to its own: `CommandTable(own + Command.consoleCommands)`.
  public static var consoleCommands: [Command] {
    overviewCommands + fileCommands + stateCommands + jobCommands + closingCommands
  }

  /// The commands about the commands and the lines so far: `help` and `history`.
  private static var overviewCommands: [Command] {
    [
      Command(
        "help",
        Text(
          "list the main commands, or explain one, a group or a test",
          "主なコマンドを表示します（all ですべて）。名前を書くと、コマンド、分類、テストを説明します"),
        in: .shell, isSafe: true,
        .console(
          [Parameter("NAME", .commandName, .optional), Parameter("PART", .text, .optional)]
        ) { console, line in
          try console.showHelp(line.textIfGiven(0), line.textIfGiven(1))
        }, aliases: ["?"], examples: ["help", "help all", "help start", "help tests"]),
      Command(
        "history", Text("list the lines entered so far, each one once", "これまでに入力した行を表示します"),
        in: .shell, isSafe: true, .console { console, _ in console.showHistory() }),
    ]
  }

  /// The commands that read or write a file of lines: `source` and `record`.
  private static var fileCommands: [Command] {
    [
      Command(
        "source", Text("run the commands of a file", "ファイルのコマンドを実行します"), in: .shell,
        .console([Parameter("FILE", .file)]) { console, line in try console.source(line.file(0)) },
        examples: ["source moves.txt"]),
      Command(
        "record",
        Text(
          """
          record the session as a transcript
          The file must be new; "record ./off" writes to a file of that name.
          """,
          """
          セッションをトランスクリプトに書き取ります
          新しいファイルだけに書きます。off という名前のファイルなら record ./off と書きます。
          """),
        in: .shell,
        .console([Parameter("FILE", .file)]) { console, line in try console.record(line.file(0)) },
        .console([.literal("off")]) { console, _ in try console.stopRecording() },
        examples: ["record session.txt", "record off"]),
    ]
  }

  /// The commands about the state of the session: `set` and `status`.
  private static var stateCommands: [Command] {
    [
      Command(
        "set", Text("show the settings, or change one", "設定を表示するか、1つを変えます"),
        in: .shell, isSafe: true,
        .console([
          Parameter("KEY", .settingName, .optional), Parameter("VALUE", .text, .optional),
        ]) { console, line in try console.set(line.textIfGiven(0), to: line.textIfGiven(1)) },
        examples: ["set", "set seed", "set seed apple"]),
      Command(
        "status", Text("tell the state of the store, and of the jobs", "記録の場所とジョブの状態を表示します"),
        in: .shell, .console { console, _ in console.showStatus() }),
    ]
  }

  /// The commands about jobs: `jobs`, `cancel` and `foreground`.
  private static var jobCommands: [Command] {
    [
      Command(
        "jobs",
        Text(
          """
          list the jobs: commands that run in the background
          A command that can take long becomes a job with & as its last word.
          In a script a job has finished before the next line is read.
          """,
          """
          ジョブ（並行して動くコマンド）を表示します
          時間のかかるコマンドは、最後に & と書くとジョブになります。
          スクリプトでは、次の行を読む前にジョブは終わっています。
          """),
        in: .shell, isSafe: true, .console { console, _ in console.showJobs() }),
      Command(
        "cancel", Text("cancel a job", "ジョブを中止します"), in: .shell, isSafe: true,
        .console([Parameter("N", .number(jobNumbers))]) { console, line in
          try console.cancelJob(line.number(0))
        }, examples: ["cancel 1"]),
      Command(
        "foreground",
        Text(
          """
          wait for a job, and show its progress
          Ctrl-C cancels the job.
          """,
          """
          ジョブの進み具合を見ながら、終わりを待ちます
          Ctrl-C で、待っているものを中止します。
          """),
        in: .shell, isSafe: true,
        .console([Parameter("N", .number(jobNumbers))]) { console, line in
          try console.foregroundJob(line.number(0))
        }, examples: ["foreground 1"]),
    ]
  }

  /// The last commands of the help: `version` and `quit`.
  private static var closingCommands: [Command] {
    [
      Command(
        "version", Text("show the version of the program", "プログラムの版を表示します"),
        in: .shell, isSafe: true,
        .console { console, _ in console.speaker.say(line: console.programVersion) }),
      Command(
        "quit",
        Text(
          """
          end the session
          While jobs are running, the first quit lists them, and a second one cancels them.
          A script waits for its jobs.
          --yes         does not ask, and cancels the jobs
          """,
          """
          セッションを終わります
          ジョブが動いているとき、1回目の quit はそれを知らせ、続けて書いた2回目で中止します。
          スクリプトではジョブの終わりを待ちます。
          --yes         尋ねずに、ジョブも中止して終わります
          """),
        in: .shell, isSafe: true, isEssential: true,
        .console { console, line in console.quit(isConfirmed: line.isConfirmed) },
        aliases: ["exit", "q"], asks: true),
    ]
  }

  /// The job numbers that `cancel` and `foreground` accept as an argument.
  private static var jobNumbers: ClosedRange<Int> { 1...9999 }

  /// The commands for programs that drive this one through a pipe; the help doesn't list them.
  public static var machineCommands: [Command] {
    [
      Command(
        "list-commands", Text("list the names of the commands", "コマンドの名前を1行に1つずつ表示します"),
        in: .shell, isSafe: true,
        .console { console, _ in
          for command in console.table.commands { console.speaker.say(line: command.name) }
        }),
      Command(
        "protocol-version", Text("show the version of the framing", "応答の枠の版を表示します"),
        in: .shell, isSafe: true, .console { console, _ in console.speaker.say(line: "1") }),
    ]
  }
}
