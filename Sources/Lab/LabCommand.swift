#if Lab
  import Shell

  /// A command of `chimp-lab` with its help.
  struct LabCommand {
    /// The arguments of a command.
    struct Arguments {
      /// The positional arguments.
      var words: [String] = []
      /// The options, including the leading `--`.
      var options: Set<String> = []
      /// The study given by `study=NAME`; `nil` for all trials.
      var study: String?
    }

    /// Performs the command and returns the exit status.
    typealias Action = (LabProgram) -> (Arguments) throws -> LabProgram.ExitStatus

    /// The name of the command.
    let name: String
    /// The placeholders of the required arguments.
    let words: [String]
    /// The options that the command knows, as the usage shows them.
    var options: [String] = []
    /// The help in English.
    let english: String
    let japanese: String
    let action: Action

    /// The usage of the command, such as `send STORE URL [--follow]`.
    var usage: String { ([name] + words + options.map { "[\($0)]" }).joined(separator: " ") }

    /// All commands, in the order of the help.
    static var all: [LabCommand] {
      [
        LabCommand(
          name: "init", words: ["URL"], english: "make the tables, or bring them up to date",
          japanese: "表を作るか、最新にします", action: LabProgram.prepare),
        LabCommand(
          name: "enrol", words: ["URL", "STATION"], options: ["--reader", "--again"],
          english: "make a station's role; its password is printed once",
          japanese: "ステーションを登録します。パスワードは1回だけ表示します", action: LabProgram.enrol),
        LabCommand(
          name: "send", words: ["STORE", "URL"], options: ["--follow"],
          english: "send what the server has not acknowledged", japanese: "まだ受け取られていないものを送ります",
          action: LabProgram.send),
        LabCommand(
          name: "receive", words: ["URL", "STORE"], options: ["study=NAME"],
          english: "take the trials of all stations, or of one study, into a store",
          japanese: "すべてのステーションの試行（または1つの研究の試行）を記録に取り込みます", action: LabProgram.receive),
        LabCommand(
          name: "status", words: ["STORE", "URL"],
          english: "compare the store with the server, row by row", japanese: "記録とサーバーを1行ずつ比べます",
          action: LabProgram.compare),
        LabCommand(
          name: "reach", words: ["URL"], english: "see whether the server answers",
          japanese: "サーバーが答えるかを見ます", action: LabProgram.reach),
        LabCommand(
          name: "verify", words: ["URL"], english: "prove every trial on the server",
          japanese: "サーバーのすべての試行を確かめます", action: LabProgram.verify),
        LabCommand(
          name: "erase", words: ["URL", "PARTICIPANT"],
          english: "remove a participant there, for ever", japanese: "サーバーの参加者を永久に消します",
          action: LabProgram.erase),
      ]
    }

    /// Returns the text of `chimp-lab --help`.
    static func help(in language: Language) -> String {
      let commands = all
      let width = commands.map(\.usage.utf8.count).max() ?? 0
      let lines = commands.map { command in
        let gap = String(repeating: " ", count: width - command.usage.utf8.count)
        return "  \(command.usage)\(gap)  \(language.pick(command.english, command.japanese))"
      }
      return language.pick(
        """
        usage: chimp-lab COMMAND ...

        Many machines, one PostgreSQL: each station plays into its own store, and sends it.

        \(lines.joined(separator: "\n"))

        URL is what PostgreSQL takes as an address, postgresql://NAME@SERVER/DATABASE, without a
        password: that comes from ~/.pgpass, a service file or PGPASSWORD. Beyond a Unix socket
        the server has to prove who it is (sslmode=verify-full) unless the address says otherwise.

        Exit status: 0; 1 if store and server do not agree; 2 for bad usage; 3 for a fault of the
        store or the server, or rows that are not what was sent.

        """,
        """
        使い方: chimp-lab COMMAND ...

        多くの機械と1つの PostgreSQL。ステーションはそれぞれの記録に遊び、それを送ります。

        \(lines.joined(separator: "\n"))

        URL は PostgreSQL のアドレス postgresql://NAME@SERVER/DATABASE です。パスワードは書かず、
        ~/.pgpass、サービスファイル、PGPASSWORD のどれかに置きます。Unix ソケット以外では、
        サーバーは自分を証明します（sslmode=verify-full。アドレスで変えられます）。

        終了状態: 0 は成功、1 は記録とサーバーが違うとき、2 は使い方が正しくないとき、
        3 は記録かサーバーの故障か、送ったときと違う行があるとき。

        """)
    }

    /// Parses a command line.
    ///
    /// - Throws: `LabError.usage` for an unknown command or option, or a wrong number of words.
    static func read(_ line: [String]) throws(LabError) -> (LabCommand, Arguments) {
      guard let name = line.first else { throw .usage(.noCommand) }
      guard let command = all.first(where: { $0.name == name }) else {
        throw .usage(.unknownCommand(name))
      }
      var arguments = Arguments()
      for word in line.dropFirst() {
        if word.hasPrefix("study="), command.options.contains("study=NAME") {
          arguments.study = String(word.dropFirst("study=".count))
        } else if !word.hasPrefix("--") {
          arguments.words.append(word)
        } else if command.options.contains(word) {
          arguments.options.insert(word)
        } else {
          throw .usage(.unknownOption(word, command: name))
        }
      }
      guard arguments.words.count == command.words.count, !arguments.words.contains("") else {
        throw .usage(.wrongCount(usage: command.usage))
      }
      return (command, arguments)
    }
  }

  extension LabCommand {
    /// The reason why a command line is invalid.
    enum Misuse: Equatable {
      /// The command line is empty.
      case noCommand
      case unknownCommand(String)
      case unknownOption(String, command: String)
      /// The command has the wrong number of arguments.
      case wrongCount(usage: String)

      func words(in language: Language) -> String {
        switch self {
        case .noCommand:
          language.pick(
            "a command is missing (see chimp-lab --help)", "コマンドがありません（chimp-lab --help で説明します）")
        case .unknownCommand(let name):
          language.pick(
            "unknown command \"\(escaped(name))\" (see chimp-lab --help)",
            "\(escaped(name)) というコマンドはありません（chimp-lab --help で説明します）")
        case .unknownOption(let option, let command):
          language.pick(
            "\"\(command)\" has no option \"\(escaped(option))\" (see chimp-lab --help)",
            "\(command) に \(escaped(option)) はありません（chimp-lab --help で説明します）")
        case .wrongCount(let usage):
          language.pick("usage: chimp-lab \(usage)", "使い方: chimp-lab \(usage)")
        }
      }
    }
  }
#endif
