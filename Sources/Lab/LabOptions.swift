#if Lab
  import ChimpApplication
  import Shell

  /// What the words behind the program's name ask for.
  enum LabCommand: Equatable {
    case initialize(String)
    case enrol(String, name: String, isReader: Bool, again: Bool)
    case send(store: String, String, follows: Bool)
    case receive(String, store: String, study: String?)
    case status(store: String, String)
    case verify(String)
    case erase(String, participant: String)
    case help
    case version
  }

  /// Why they can't be taken.
  enum LabUsageFault: Error, Equatable {
    case noCommand
    case unknownCommand(String)
    case unknownOption(String, command: String)
    case wrongCount(LabCommand.Form)
  }

  extension LabCommand {
    /// How a command is written.
    struct Form: Equatable {
      let name: String
      /// What stands behind the name, without options.
      let words: [String]
      var options: [String] = []
      let summary: String
      let japanese: String

      var usage: String { ([name] + words + options.map { "[\($0)]" }).joined(separator: " ") }
    }

    /// All commands, in the order in which a lab needs them.
    static var forms: [Form] {
      [
        Form(
          name: "init", words: ["URL"], summary: "make the tables, or bring them up to date",
          japanese: "表を作るか、最新にします"),
        Form(
          name: "enrol", words: ["URL", "STATION"], options: ["--reader", "--again"],
          summary: "make a station's role; its password is printed once",
          japanese: "ステーションを登録します。パスワードは1回だけ表示します"),
        Form(
          name: "send", words: ["STORE", "URL"], options: ["--follow"],
          summary: "send what the server has not acknowledged", japanese: "まだ受け取られていないものを送ります"),
        Form(
          name: "receive", words: ["URL", "STORE"], options: ["study=NAME"],
          summary: "take the trials of all stations into a store",
          japanese: "すべてのステーションの試行を記録に取り込みます"),
        Form(
          name: "status", words: ["STORE", "URL"],
          summary: "compare the store with the server, row by row", japanese: "記録とサーバーを1行ずつ比べます"),
        Form(
          name: "verify", words: ["URL"], summary: "prove every trial on the server",
          japanese: "サーバーのすべての試行を確かめます"),
        Form(
          name: "erase", words: ["URL", "PARTICIPANT"],
          summary: "remove a participant there, for ever", japanese: "サーバーの参加者を永久に消します"),
      ]
    }

    private static var plain: [String: LabCommand] {
      ["--help": .help, "-h": .help, "help": .help, "--version": .version]
    }

    /// Reads the words.
    init(_ arguments: [String]) throws(LabUsageFault) {
      guard let name = arguments.first else { throw .noCommand }
      if let plain = Self.plain[name] {
        self = plain
        return
      }
      guard let form = Self.forms.first(where: { $0.name == name }) else {
        throw .unknownCommand(name)
      }
      var (words, options, study) = ([String](), Set<String>(), String?.none)
      for word in arguments.dropFirst() {
        if word.hasPrefix("study="), form.options.contains("study=NAME") {
          study = String(word.dropFirst("study=".count))
        } else if !word.hasPrefix("--") {
          words.append(word)
        } else if form.options.contains(word) {
          options.insert(word)
        } else {
          throw .unknownOption(word, command: name)
        }
      }
      guard words.count == form.words.count, words.allSatisfy({ !$0.isEmpty }) else {
        throw .wrongCount(form)
      }
      self.init(name, words, options, study)
    }

    private init(_ name: String, _ words: [String], _ options: Set<String>, _ study: String?) {
      switch name {
      case "init": self = .initialize(words[0])
      case "enrol":
        self = .enrol(
          words[0], name: words[1], isReader: options.contains("--reader"),
          again: options.contains("--again"))
      case "send":
        self = .send(store: words[0], words[1], follows: options.contains("--follow"))
      case "receive": self = .receive(words[0], store: words[1], study: study)
      case "status": self = .status(store: words[0], words[1])
      case "verify": self = .verify(words[0])
      default: self = .erase(words[0], participant: words[1])
      }
    }

    /// What `--help` prints.
    static func helpText(_ language: Language) -> String {
      let width = forms.map(\.usage.utf8.count).max() ?? 0
      let lines = forms.map { form in
        let gap = String(repeating: " ", count: width - form.usage.utf8.count)
        return "  \(form.usage)\(gap)  \(language.pick(form.summary, form.japanese))"
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
  }

  extension LabUsageFault {
    func words(in language: Language) -> String {
      switch self {
      case .noCommand:
        language.pick(
          "a command is missing (see chimp-lab --help)",
          "コマンドがありません（chimp-lab --help で説明します）")
      case .unknownCommand(let name):
        language.pick(
          "unknown command \"\(escaped(name))\" (see chimp-lab --help)",
          "分からないコマンドです: \(escaped(name))（chimp-lab --help で説明します）")
      case .unknownOption(let option, let command):
        language.pick(
          "\"\(command)\" has no option \"\(escaped(option))\" (see chimp-lab --help)",
          "\(command) に \(escaped(option)) はありません（chimp-lab --help で説明します）")
      case .wrongCount(let form):
        language.pick("usage: chimp-lab \(form.usage)", "使い方: chimp-lab \(form.usage)")
      }
    }
  }
#endif
