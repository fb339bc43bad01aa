public import ChimpSystem
import Glibc

/// An error in the text, the command or the arguments of a line, or of one of the console's own
/// commands, such as `help`, `set` or `source`.
///
/// Each case has the values that its message needs: the user's word, its column, and the expected
/// values. Columns count characters from 1, and 0 is a column that is not shown. The sentence is
/// made of them in either language:
///
///     unexpected argument "7" at column 10 (usage: start COUNT H V)
///
/// The cases are indirect, so that a function that may throw them returns quickly when it doesn't.
public indirect enum ConsoleError: Error, Equatable, Sendable {
  /// The line is longer than this number of bytes.
  case lineTooLong(limit: Int)
  /// The limit of lines of a restricted session is reached.
  case tooManyLines(limit: Int)
  case notUnicode(column: Int)
  case nul(column: Int)
  case unterminatedQuote(column: Int)
  case badEscape(Unicode.Scalar?, column: Int)
  /// The command is unknown; `nearest` is the most similar name, if any.
  case unknownCommand(String, column: Int, nearest: String?)
  /// The line has numbers only, which this session does not accept without a command name.
  case bareNumbers(column: Int, command: String)
  /// The command is not available in a restricted session.
  case restricted(String)
  /// The command has no arguments but needs some; the value is an example of a whole line.
  case bare(String, example: String)
  /// A required argument is missing.
  case missing(String, usages: [String])
  /// There are more arguments than the command accepts.
  case surplus(String, column: Int, usages: [String])
  /// The argument must be a number; the first text is the argument's name.
  case notNumber(String, String, column: Int)
  /// The number is outside the limits of the argument.
  case outOfRange(String, String, ClosedRange<Int>, column: Int)
  case tooLong(String, limit: Int, column: Int)
  /// The word is not one of the allowed choices.
  case notChoice(String, String, [String], column: Int)
  case unknownKey(String, column: Int, known: [String])
  /// The key is given twice; the column is that of the second one.
  case keyTwice(String, column: Int)
  /// The last group of repeated arguments, such as `2 3` of `press 1 1 2 3`, is incomplete.
  case incompleteGroup([String], example: String)
  /// The first argument matches no form, so the message shows the usages of all forms.
  case formless(ConsoleError, usages: [String])

  /// The topic of `help` is unknown.
  case noSuchTopic(String, nearest: String?)
  case noSuchSetting(String, known: [String])
  case noSuchValue(String, of: String, known: [String])
  /// The setting is read-only and can't be changed with `set`.
  case settingIsFixed(String)
  /// The command would delay the test in progress, which is timed by a real clock.
  case timedTest(String)
  case cannotRead(String, SystemError)
  case cannotWrite(String, SystemError)
  /// The file is outside of the session's private folder.
  case outside(String, column: Int?)
  /// The session's private folder can't be made, for this reason.
  case noFolder(String)
  /// The file is a pipe or a device, whose end `source` might never reach.
  case notPlain(String)
  /// The file is open in the program itself, for example as its store.
  case inUse(String)
  /// The sourced file would run itself.
  case sourcedAlready(String)
  case sourcedTooDeep(limit: Int)
  /// A recording is already in progress, to the file with this name.
  case recordingAlready(String)

  /// There is no recording that `record off` could end.
  case notRecording
  /// The session can't be recorded, because the history has dropped some of its lines.
  case tooMuchToRecord
  /// The line has a request identifier but no command.
  case noCommand
  /// The request of a driving program is not JSON, for this reason.
  case notJSON(String, column: Int)
  /// The request has a member that this version does not know.
  case unknownMember(String, known: [String])
  /// A member of the request is missing or has a value that it can't have.
  case badMember(String, String)
  /// The request is for another version of the protocol.
  case otherVersion(String, known: Int)

  /// The line ends in `&`, but its command is not an operation that can run as a job.
  case noJob(String)
  /// There is no job with this number; the second value has the numbers of the running jobs.
  case noSuchJob(Int, running: [Int])

  /// Returns the error with the usages of all forms if it is about the first argument; otherwise
  /// unchanged.
  func explained(by usages: [String], atFirstArgumentOf invocation: Invocation)
    -> ConsoleError
  {
    switch self {
    case .notNumber(_, _, let column):
      usages.count > 1 && column == invocation.column(ofWord: invocation.leadingWords)
        ? .formless(self, usages: usages) : self
    case .unknownKey: usages.count > 1 ? .formless(self, usages: usages) : self
    default: self
    }
  }

  /// The error without the column of the word that its message quotes, and with a short quotation.
  ///
  /// Columns that tell what no quoted word does, as for an open quote, remain.
  var ofTypedLine: ConsoleError {
    switch self {
    case .unknownCommand(let word, _, let nearest):
      .unknownCommand(Self.quotation(word), column: 0, nearest: nearest)
    case .surplus(let word, _, let usages):
      .surplus(Self.quotation(word), column: 0, usages: usages)
    case .notNumber(let name, let word, _): .notNumber(name, Self.quotation(word), column: 0)
    case .outOfRange(let name, let word, let range, _):
      .outOfRange(name, Self.quotation(word), range, column: 0)
    case .notChoice(let name, let word, let choices, _):
      .notChoice(name, Self.quotation(word), choices, column: 0)
    case .unknownKey(let key, _, let known):
      .unknownKey(Self.quotation(key), column: 0, known: known)
    case .keyTwice(let key, _): .keyTwice(Self.quotation(key), column: 0)
    case .formless(let error, let usages): .formless(error.ofTypedLine, usages: usages)
    default: self
    }
  }

  /// Returns a word, of which a long one is cut short.
  private static func quotation(_ word: String) -> String {
    word.unicodeScalars.count > 60 ? String(word.prefix(50)) + "..." : word
  }
}

extension ConsoleError: CustomStringConvertible {
  public var description: String { words(in: .english) }

  /// Returns the sentence about the error.
  public func words(in language: Language) -> String {
    ErrorWords(language: language).sentence(about: self)
  }

  /// The maximum number of choices that a message lists; of more, it gives examples only.
  public static var mostListedChoices: Int { 9 }

  /// Returns the choice that begins with the word, or the one with the most similar spelling.
  public static func nearest(to word: String, among choices: [String]) -> String? {
    guard !choices.contains(word) else { return nil }
    let word = word.lowercased()
    if !word.isEmpty, let longer = choices.first(where: { $0.hasPrefix(word) }) { return longer }
    return
      choices
      .map { choice in
        (choice, distance(Array(word.utf8), Array(choice.utf8)))
      }
      .filter { $0.1 <= $0.0.utf8.count / 3 }
      .min { $0.1 < $1.1 }?.0
  }
}

/// Writes the sentences of errors in one language, English and Japanese side by side.
private struct ErrorWords {
  let language: Language

  private func pick(
    _ english: @autoclosure () -> String, _ japanese: @autoclosure () -> String
  ) -> String { language.pick(english(), japanese()) }

  /// Returns the sentence about an error.
  ///
  /// It is one switch, so that the compiler finds an error without a sentence.
  func sentence(about error: ConsoleError) -> String {
    switch error {
    // The whole line, or its command.
    case .lineTooLong(let limit):
      pick("the line is longer than \(limit) bytes", "行が\(limit)バイトより長いです")
    case .tooManyLines(let limit):
      pick("a restricted session takes at most \(limit) lines", "制限されたセッションは\(limit)行までです")
    case .notUnicode(let column):
      pick("the line is not UTF-8 at column \(column)", "行が UTF-8 ではありません\(at(column))")
    case .nul(let column):
      pick("the line holds a NUL at column \(column)", "行に NUL があります\(at(column))")
    case .unterminatedQuote(let column):
      pick("the quote at column \(column) is not closed", "引用符が閉じていません\(at(column))")
    case .badEscape(let scalar, let column):
      pick(
        "unknown escape \"\\\(scalar.map(String.init) ?? "")\" at column \(column)",
        "\\\(scalar.map(String.init) ?? "") というエスケープはありません\(at(column))")
    case .unknownCommand(let word, let column, let nearest):
      pick(
        "unknown command \"\(word)\"\(at(column))", "\(named(word)) というコマンドはありません\(at(column))")
        + hint(nearest)
    case .bareNumbers(let column, let command):
      pick(
        "bare numbers are no command here, put \"\(command)\" before them, at column \(column)",
        "ここでは数字だけの行は使えません。前に \(command) と書いてください\(at(column))")
    case .restricted(let name):
      pick("a restricted session has no \(name)", "制限されたセッションでは \(name) は使えません")
    case .noCommand: pick("no command follows the number", "番号のあとにコマンドがありません")
    case .bare(let command, let example):
      pick(
        "\(command) needs more, for example \"\(example)\" (\"help \(command)\" explains it)",
        "\(command) だけでは足りません。たとえば \(example) と書きます（help \(command) で説明します）")
    // A request in JSON.
    case .notJSON(let reason, let column):
      pick("not JSON: \(reason)\(at(column))", "JSON ではありません: \(reason)\(at(column))")
    case .unknownMember(let name, let known):
      pick(
        "unknown member \"\(name)\" (known: \(known.joined(separator: ", ")))",
        "\(named(name)) というメンバーはありません（使えるのは \(known.joined(separator: "、"))）")
    case .badMember(let name, let reason):
      pick("the member \"\(name)\" \(reason)", "メンバー \(name): \(reason)")
    case .otherVersion(let version, let known):
      pick(
        "the version \(version) is unknown, this is version \(known)",
        "版 \(version) は使えません。これは版 \(known) です")
    // An argument.
    case .missing(let name, let usages):
      pick(
        "\(name) is missing (\(usage(usages)))", "\(subject(name))がありません（\(usage(usages))）")
    case .surplus(let word, let column, let usages):
      pick(
        "unexpected argument \"\(word)\"\(at(column)) (\(usage(usages)))",
        "余分な引数です: \(named(word))\(at(column))（\(usage(usages))）")
    case .notNumber(let name, let word, let column):
      pick(
        "\(name) must be a number: \"\(word)\"\(at(column))",
        "\(subject(name))は数で書いてください: \(named(word))\(at(column))")
    case .outOfRange(let name, let word, let range, let column):
      pick(
        "\(name) must be from \(range.lowerBound) to \(range.upperBound): "
          + "\"\(word)\"\(at(column))",
        "\(subject(name))は\(range.lowerBound)から\(range.upperBound)までです: "
          + "\(named(word))\(at(column))")
    case .tooLong(let name, let limit, let column):
      pick(
        "\(name) is longer than \(limit) bytes at column \(column)",
        "\(name) は\(limit)バイトまでです\(at(column))")
    case .notChoice(let name, let word, let choices, let column):
      notChoice(name, word, choices, at: column)
    case .unknownKey(let key, let column, let known):
      pick(
        "unknown key \"\(key)\"\(at(column)) (known: \(known.joined(separator: ", ")))",
        "\(named(key)) というキーはありません\(at(column))（使えるのは \(known.joined(separator: "、"))）")
    case .keyTwice(let key, let column):
      pick(
        "key \"\(key)\" is given twice\(column > 0 ? ", again" : "")\(at(column))",
        "キー \(key) が2回あります\(at(column))")
    case .incompleteGroup(let names, let example):
      pick(
        "type \(names.joined(separator: " and "))"
          + (example.isEmpty ? "" : ", for example \(example)"),
        "\(names.map(argumentName).joined(separator: "と"))を書いてください"
          + (example.isEmpty ? "" : "（例: \(example)）"))
    case .formless(let error, let usages):
      error.words(in: language) + pick(" (\(usage(usages)))", "（\(usage(usages))）")
    // The console's own commands.
    case .noSuchTopic(let word, let nearest):
      pick("no help about \"\(word)\"", "説明はありません: \(named(word))") + hint(nearest)
    case .noSuchSetting(let name, let known):
      pick(
        "unknown setting \"\(name)\" (known: \(known.joined(separator: ", ")))",
        "\(named(name)) という設定はありません（あるのは \(known.joined(separator: "、"))）")
    case .noSuchValue(let value, let name, let known):
      pick(
        "\(name) must be one of \(known.joined(separator: ", ")): \"\(value)\"",
        "\(name) は \(known.joined(separator: "、")) のどれかです: \(named(value))")
    case .settingIsFixed(let name): pick("\"\(name)\" can't be changed", "\(name) は変えられません")
    case .timedTest(let name):
      pick(
        "no \(name) during a test: it would delay the test's clock (\"stop\" ends the test)",
        "テストの途中では \(name) は使えません。テストの時計が遅れてしまいます（stop でやめられます）")
    case .cannotRead(let path, let cause):
      pick("can't read \"\(path)\": ", "\(named(path)) を読めません: ") + cause.words(in: language)
    case .cannotWrite(let path, let cause):
      pick("can't write \"\(path)\": ", "\(named(path)) に書けません: ") + cause.words(in: language)
    case .outside(let name, let column):
      pick(
        "can't use \"\(name)\"\(at(column)): "
          + "the files of a transcript are in a folder of its own (see --trust)",
        "\(name) は使えません\(at(column))。使えるのは専用のフォルダーのファイルだけです（--trust を参照）")
    case .noFolder(let reason): reason
    case .notPlain(let path):
      pick("not a plain file: \"\(path)\"", "通常のファイルではありません: \(path)")
    case .inUse(let path):
      pick("the program is using \"\(path)\" itself", "\(path) はこのプログラムが使っています")
    case .sourcedAlready(let path):
      pick("\"\(path)\" is already being read", "\(path) はすでに読み込み中です")
    case .sourcedTooDeep(let limit):
      pick("files can be nested at most \(limit) deep", "ファイルの読み込みは\(limit)段までです")
    case .recordingAlready(let path):
      pick(
        "the session is already being recorded to \"\(path)\"", "すでに \(path) に書き取っています")
    case .notRecording: pick("the session is not being recorded", "書き取っていません")
    case .tooMuchToRecord:
      pick(
        "too many lines were entered: a recording can't begin here any more",
        "入力が多すぎて、ここからは書き取れません")
    case .noJob(let name): pick("\"\(name)\" can't run as a job", "\(name) はジョブにできません")
    case .noSuchJob(let number, let running): noJob(number, running.map(String.init))
    }
  }

  /// Returns the sentence about a job that is not running, with the numbers of those that are.
  private func noJob(_ number: Int, _ running: [String]) -> String {
    running.isEmpty
      ? pick("no job \(number), no jobs are running", "ジョブ\(number)はありません。動いているジョブはありません")
      : pick(
        "no job \(number) (running: \(running.joined(separator: ", ")))",
        "ジョブ\(number)はありません（動いているのは \(running.joined(separator: "、"))）")
  }

  /// Returns the sentence about a word that is none of the choices.
  private func notChoice(
    _ name: String, _ word: String, _ choices: [String], at column: Int
  ) -> String {
    let unknown = pick(
      "unknown \(name.lowercased()) \"\(word)\"\(at(column))",
      "\(subject(name))に \(named(word)) はありません\(at(column))")
    if let nearest = ConsoleError.nearest(to: word, among: choices) {
      return unknown + hint(nearest)
    }
    if choices.count > ConsoleError.mostListedChoices {
      let examples = choices.prefix(3)
      return unknown
        + pick(
          " (for example \(examples.joined(separator: ", ")))",
          "（例: \(examples.joined(separator: "、"))）")
    }
    return pick(
      "\(name) must be \(choices.count > 1 ? "one of " : "")\(choices.joined(separator: ", ")): "
        + "\"\(word)\"\(at(column))",
      "\(subject(name))は \(choices.joined(separator: "、")) "
        + "\(choices.count > 1 ? "のどれか" : "")です: \(named(word))\(at(column))")
  }

  /// Returns the usages after an error message.
  private func usage(_ usages: [String]) -> String {
    pick(
      "usage: " + usages.joined(separator: ", or "), "使い方: " + usages.joined(separator: "、または "))
  }

  /// Returns the end of an error message: the most similar name, or how to find one.
  private func hint(_ nearest: String?) -> String {
    nearest.map { pick(", did you mean \"\($0)\"?", "（\($0) のことですか?）") }
      ?? pick(" (\"help\" lists the commands)", "（help でコマンドを表示します）")
  }

  /// Returns the Japanese noun for an argument; its name if there is none.
  private func argumentName(_ name: String) -> String {
    switch name {
    case "the column", "a column": "列"
    case "the row", "a row": "行"
    case "argument": "引数"
    case "option": "オプション"
    default: name
    }
  }

  /// Returns the Japanese noun for an argument, or its name and a blank, to put before a particle.
  private func subject(_ name: String) -> String {
    let noun = argumentName(name)
    return noun == name ? name + " " : noun
  }

  /// Returns the words for a column; empty if it is not shown.
  private func at(_ column: Int?) -> String {
    guard let column, column > 0 else { return "" }
    return pick(" at column \(column)", "（\(column)文字目）")
  }
}

/// Returns a text as a Japanese sentence names it, without quotes; `""` for an empty text, which
/// would be invisible.
public func named(_ text: String) -> String { text.isEmpty ? "\"\"" : text }

extension SystemError {
  /// Returns the sentence about the error.
  public func words(in language: Language) -> String { language.pick("\(self)", japanese) }

  private var japanese: String {
    switch number {
    case ENOENT: "ファイルやフォルダーがありません"
    case EACCES, EPERM: "許可がありません"
    case EEXIST: "ファイルがすでにあります"
    case EISDIR: "フォルダーです"
    case ENOTDIR: "フォルダーではありません"
    case ENOSPC, EDQUOT: "ディスクがいっぱいです"
    case EROFS: "読み取り専用のディスクです"
    case EMFILE, ENFILE: "開いているファイルが多すぎます"
    case ENAMETOOLONG: "名前が長すぎます"
    case ELOOP: "リンクが多すぎます"
    case EFBIG: "ファイルが大きすぎます"
    case EIO: "読み書きに失敗しました"
    default: "システムのエラー\(number)"
    }
  }
}
