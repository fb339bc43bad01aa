import Archive
import Events
import Examiner
import Game
import Shell

/// The parsed options and inputs of the command line.
///
///     try ProgramOptions(["--seed", "apple", "moves.txt"]).inputs  // [.file("moves.txt")]
struct ProgramOptions: Equatable, Sendable {
  /// A source of command lines; several are run in order.
  enum Input: Equatable, Sendable {
    case command(String)
    case file(String)
    case standardInput
  }

  /// The choices of the option `--color`.
  enum Color: String, CaseIterable, Sendable { case auto, always, never }

  /// A text that an option prints instead of running a session.
  enum Page: Equatable, Sendable {
    case help, version, manual, schema
    case completion(CompletionScript.Shell)
  }

  /// The sources of command lines; empty for the standard input.
  var inputs: [Input] = []
  /// The command with which an interactive session begins, such as `daily`; `nil` for none.
  var firstCommand: String?
  /// `true` if the inputs are commands of options, without a file or the standard input.
  var hasCommandsOnly: Bool {
    !inputs.isEmpty
      && inputs.allSatisfy { if case .command = $0 { true } else { false } }
  }
  /// The seed of the session; `nil` for the default.
  var seed: SessionSeed?
  /// The path of the store; `nil` for the default.
  var storePath: String?
  /// `true` if the store is kept in memory, even in an interactive session.
  var storesInMemory: Bool { storePath == ":memory:" }
  /// The code of the participant.
  var participant: String?
  /// The participant code of a closed session; `nil` for an ordinary session.
  var closed: String?
  /// The player; `nil` for the usual player of the kind of session.
  var player: Session.Player?
  /// The agent that plays; `nil` for another player.
  var agent: DeclaredPlayer?
  /// The choice of colours.
  var color = Color.auto
  /// The real or the virtual clock; `nil` to choose by the kind of session.
  var clock: SessionClock.Kind?
  /// The options of the console.
  var console = ConsoleOptions()
  /// The way in which boards are shown; `nil` for the stored or the default one.
  var boardStyle: BoardStyle?
  /// The language; `nil` for the terminal's locale.
  var language: Language?
  /// `true` to run the commands of the configuration file.
  var readsConfiguration = true
  /// The text to print instead of running a session; the last such option counts.
  var page: Page?

  /// Parses the command-line arguments after the program's name.
  ///
  /// - Throws: `Refusal` for the first invalid argument.
  init(_ words: [String]) throws(Refusal) {
    var rest = words[...]
    var areOptionsOver = false
    while let word = rest.popFirst() {
      if !areOptionsOver, inputs.isEmpty, Self.commandWords.contains(word) {
        parseCommand(word, &rest)
      } else if areOptionsOver || word == "-" || !word.hasPrefix("-") {
        inputs.append(word == "-" && !areOptionsOver ? .standardInput : .file(word))
      } else if word == "--" {
        areOptionsOver = true
      } else {
        try parse(word, &rest)
      }
    }
  }

  /// The commands that are also words of the command line; a file of that name is `./daily`.
  private static var commandWords: [String] { ["daily", "verify"] }

  /// Makes one command of a word and those behind it, up to the next option.
  private mutating func parseCommand(_ word: String, _ rest: inout ArraySlice<String>) {
    var words = [word]
    while let next = rest.first, !next.hasPrefix("-") {
      words.append(Invocation.quoted(next))
      rest.removeFirst()
    }
    let line = words.joined(separator: " ")
    if word == "verify" { inputs.append(.command(line)) } else { firstCommand = line }
  }

  /// The names of the settings that options have set, which stored settings must not replace.
  var givenSettings: [String] {
    (boardStyle == nil ? [] : ["board"]) + (color == .auto ? [] : ["color"])
      + (console.echoes ? ["echo"] : [])
      + (participant == nil && closed == nil ? [] : ["participant"])
  }

  /// Parses an option and its value, which follows after `=` or as the next argument.
  private mutating func parse(_ word: String, _ rest: inout ArraySlice<String>)
    throws(Refusal)
  {
    let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let isJoined = word.hasPrefix("--") && parts.count == 2
    let name = isJoined ? String(parts[0]) : word
    guard let option = name == "-h" ? .help : ProgramOption(named: name) else {
      throw Refusal(
        "unknown-option", "unknown option \"\(name)\" (see chimp --help)",
        "\(name) というオプションはありません（chimp --help で説明を表示します）")
    }
    if case .optional = option.value.kind, !isJoined { return try apply(option, "") }
    guard option.value.kind != .none else {
      guard !isJoined else {
        throw Refusal(
          "surplus-value", "option \"\(name)\" takes no value", "オプション \(name) には値を付けられません")
      }
      return try apply(option, "")
    }
    guard let value = isJoined ? String(parts[1]) : rest.popFirst() else {
      throw Refusal(
        "missing-value", "option \"\(name)\" needs a value", "オプション \(name) には値が必要です")
    }
    try apply(option, value)
  }

  /// The value of `--machine` for replies that are JSON objects.
  static let jsonFormat = "json"

  /// Sets the property for an option.
  ///
  /// - Throws: `Refusal` if the value is invalid.
  mutating func apply(_ option: ProgramOption, _ text: String) throws(Refusal) {
    if let choices = option.value.kind.choices, !choices.contains(text),
      !(text.isEmpty && option == .machine)
    {
      throw option.refusal(
        Refusal(
          "no-such-value", "\"\(text)\" is not one of \(choices.joined(separator: ", "))",
          "\(choices.joined(separator: "、")) のどれかを書いてください: \(text)"))
    }
    switch option {
    case .command: inputs.append(.command(text))
    case .seed:
      do { seed = try SessionSeed(text) } catch {
        throw option.refusal(Refusal(error))
      }
    case .store:
      guard !text.isEmpty else {
        throw option.refusal(
          Refusal("no-name", "the name of the file is missing", "ファイルの名前がありません"))
      }
      storePath = text
    case .participant:
      guard ParticipantCode.isValid(text) else { throw option.refusal(.invalidCode) }
      participant = text
    case .closed:
      guard ParticipantCode.isValid(text) else { throw option.refusal(.invalidCode) }
      closed = text
    case .player: player = Session.Player(rawValue: text)
    case .agent:
      guard let declared = DeclaredPlayer(agent: text) else {
        throw option.refusal(.invalidAgent)
      }
      agent = declared
    case .echo: console.echoes = true
    case .bail: console.bails = true
    case .machine:
      console.machineFormat = text == Self.jsonFormat ? .json : .frames
    case .restricted: console.isRestricted = true
    case .noConfiguration: readsConfiguration = false
    case .clock: clock = SessionClock.Kind(rawValue: text)
    case .color: color = Color(rawValue: text) ?? .auto
    case .board: boardStyle = BoardStyle(rawValue: text)
    case .language: language = Language(rawValue: text)
    case .manual: page = .manual
    case .schema: page = .schema
    case .completion: page = CompletionScript.Shell(rawValue: text).map(Page.completion)
    case .version: page = .version
    case .help: page = .help
    }
  }
}

/// The options of the program, from which help, manual and completion are generated.
enum ProgramOption: String, CaseIterable, Sendable {
  case command = "-c", seed = "--seed", store = "--store", participant = "--participant"
  case player = "--player", agent = "--agent", closed = "--closed"
  case echo = "--echo", bail = "--bail", machine = "--machine", restricted = "--restricted"
  case noConfiguration = "--no-config", clock = "--clock", color = "--color", board = "--board"
  case schema = "--schema"
  case language = "--language", manual = "--man", completion = "--completion", version = "--version"
  case help = "--help"

  /// Creates the option with a name such as `--seed`; `nil` if there is none.
  ///
  /// It compares the names: `init(rawValue:)` first makes a dictionary of all cases, a tenth of the
  /// work before the first prompt.
  init?(named name: String) {
    guard let option = Self.allCases.first(where: { $0.rawValue == name }) else { return nil }
    self = option
  }

  /// Returns the refusal of a value of the option.
  func refusal(_ reason: Refusal) -> Refusal {
    Refusal(reason.name) { language in
      language.pick("option \"\(rawValue)\": ", "オプション \(rawValue): ") + reason.words(in: language)
    }
  }

  /// The kind of value that an option has.
  enum Value: Equatable, Sendable {
    case none, text, command, file
    case choice([String])
    /// A word after `=`, which may be left away.
    case optional([String])

    /// The words that the value may be; `nil` for any text.
    var choices: [String]? {
      switch self {
      case .choice(let choices), .optional(let choices): choices
      case .none, .text, .command, .file: nil
      }
    }
  }

  /// The kind of value, and its placeholder in the help.
  var value: (kind: Value, name: String) {
    switch self {
    case .command: (.command, "COMMAND")
    case .seed: (.text, "TEXT")
    case .store: (.file, "PATH")
    case .participant, .closed: (.text, "CODE")
    case .player: (.choice(["person", "script"]), "WHO")
    case .agent: (.text, "NAME")
    case .clock: (.choice(["real", "virtual"]), "KIND")
    case .color: (.choice(ProgramOptions.Color.allCases.map(\.rawValue)), "WHEN")
    case .board: (.choice(BoardStyle.allCases.map(\.rawValue)), "STYLE")
    case .language: (.choice(Language.allCases.map(\.rawValue)), "LANG")
    case .completion: (.choice(CompletionScript.Shell.allCases.map(\.rawValue)), "SHELL")
    case .machine: (.optional([ProgramOptions.jsonFormat]), ProgramOptions.jsonFormat)
    case .echo, .bail, .restricted, .noConfiguration, .schema, .manual, .version, .help:
      (.none, "")
    }
  }

  /// The option as the help shows it, such as `--seed TEXT`.
  var usage: String {
    switch value.kind {
    case .none: rawValue
    case .optional: "\(rawValue)[=\(value.name)]"
    case .text, .command, .file, .choice: "\(rawValue) \(value.name)"
    }
  }
}

extension ProgramOption {
  /// The explanation of the option, for help, manual and completion.
  var explanation: Text {
    switch self {
    case .command: Text("run the command, and read no standard input", "コマンドを実行し、標準入力は読みません")
    case .seed: Text("draw the boards from this text", "この文字列から盤を作ります")
    case .store: storeExplanation
    case .participant: Text("the code of the participant", "参加者のコード")
    case .closed: closedExplanation
    case .player:
      Text(
        "who plays: person or script, which no figure about people contains (default: person at "
          + "a terminal, script anywhere else and with --machine)",
        "操作するのは person（人）か script（スクリプト）か。人についての値にスクリプトは入りません"
          + "（既定は端末では person、ほかと --machine では script）")
    case .echo: Text("show each line before its reply", "応答の前に入力した行を表示します")
    case .bail: Text("end at the first refused command", "コマンドが1つでも拒否されたら終わります")
    case .agent:
      Text(
        "an agent plays, such as a language model: its name and version, as \"llama 3.1\"",
        "言語モデルなどのエージェントが操作します。名前と版を空白で区切って書きます")
    case .machine:
      Text(
        "frame replies for a driving program, with =json as one JSON object a line; bare numbers "
          + "are then not presses",
        "ほかのプログラムのために応答に枠を付けます。=json では1行に1つの JSON です。"
          + "数字だけの行は押下になりません")
    case .schema:
      Text(
        "print the JSON Schema of the replies of --machine=json",
        "--machine=json の応答の JSON Schema を表示します")
    case .restricted:
      Text(
        "a bounded session for strangers: no command reaches a file or the rounds of others",
        "だれでも使えるように制限したセッション。ファイルもほかの人のラウンドも使えず、入力と記録の量も限ります")
    case .noConfiguration:
      Text("do not run the commands of chimprc first", "最初に chimprc のコマンドを実行しません")
    case .clock:
      Text("real or virtual (default: real on a terminal)", "real か virtual（端末での既定は real）")
    case .color: Text("auto, always or never", "auto、always、never のどれか")
    case .board:
      Text(
        "on a terminal: live, plain (ASCII only) or line (default: live); "
          + "anywhere: spoken, in words",
        "端末で live、plain（記号は半角だけ）、line（既定は live）。spoken はどこでも、言葉で")
    case .language:
      Text(
        "speak en or ja (default: that of the locale on a terminal, otherwise en)",
        "en か ja で応答します（既定は、端末ではロケールの言語、ほかでは en）")
    case .manual: Text("print the manual page", "マニュアルを表示します")
    case .completion: Text("print the completion for bash, zsh or fish", "bash、zsh、fish の補完を表示します")
    case .version: Text("print the version", "版を表示します")
    case .help: Text("print this", "この説明を表示します")
    }
  }

  /// The explanation of `--store`.
  private var storeExplanation: Text {
    Text(
      "keep the records in this file, or with \":memory:\" in memory (default: on a terminal, "
        + "with -c too, $XDG_DATA_HOME/chimp/chimp.sqlite; of a FILE or a pipe, memory)",
      "記録をこのファイルに残します。\":memory:\" ではメモリーに残します（既定は、端末では -c でも "
        + "$XDG_DATA_HOME/chimp/chimp.sqlite、FILE やパイプではメモリー）")
  }

  /// The explanation of `--closed`.
  private var closedExplanation: Text {
    Text(
      "lead this participant of the study through a closed session: no command line, and the "
        + "program ends with it",
      "この参加者の研究を閉じたセッションで進めます。コマンドは入力できず、終わるとプログラムも終わります")
  }
}
