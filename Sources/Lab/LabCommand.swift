#if Lab
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

    /// Parses a command line.
    ///
    /// - Throws: `LabError` for an unknown command or option, or a wrong number of words.
    static func read(_ line: [String]) throws(LabError) -> (LabCommand, Arguments) {
      guard let name = line.first else { throw .noCommand }
      guard let command = all.first(where: { $0.name == name }) else { throw .unknownCommand(name) }
      var arguments = Arguments()
      for word in line.dropFirst() {
        if word.hasPrefix("study="), command.options.contains("study=NAME") {
          arguments.study = String(word.dropFirst("study=".count))
        } else if !word.hasPrefix("--") {
          arguments.words.append(word)
        } else if command.options.contains(word) {
          arguments.options.insert(word)
        } else {
          throw .unknownOption(word, command: name)
        }
      }
      guard arguments.words.count == command.words.count, !arguments.words.contains("") else {
        throw .wrongCount(usage: command.usage)
      }
      return (command, arguments)
    }
  }
#endif
