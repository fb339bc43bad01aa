import ChimpSystem
import Events
import Glibc
package import Shell

/// An error or reply whose description is the English sentence, and that has a Japanese one.
///
/// ```swift
/// extension ExaminerError: SpokenFact {
///   package var japanese: String { … }
/// }
/// ```
///
/// The English sentence is in the library that throws the error; the Japanese one is added here.
package protocol SpokenFact: CustomStringConvertible {
  /// The Japanese sentence.
  var japanese: String { get }
}

extension Language {
  /// Returns the sentence of an error or reply in this language.
  package func words(for fact: some SpokenFact) -> String { pick("\(fact)", fact.japanese) }
}

/// The Japanese error messages about lines, their arguments and the console's own commands.
extension ConsoleError: SpokenFact {
  package var japanese: String {
    switch self {
    case .lineTooLong(let limit): "行が\(limit)バイトより長いです"
    case .tooManyLines(let limit): "制限されたセッションは\(limit)行までです"
    case .notUnicode(let column): "行が UTF-8 ではありません\(at(column))"
    case .nul(let column): "行に NUL があります\(at(column))"
    case .unterminatedQuote(let column): "引用符が閉じていません\(at(column))"
    case .badEscape(let scalar, let column):
      "\\\(scalar.map(String.init) ?? "") というエスケープはありません\(at(column))"
    case .unknownCommand(let word, let column, let nearest):
      "\(named(word)) というコマンドはありません\(at(column))" + hint(nearest)
    case .bareNumbers(let column, let command):
      "ここでは数字だけの行は使えません。前に \(command) と書いてください\(at(column))"
    case .restricted(let name): "制限されたセッションでは \(name) は使えません"
    case .bare(let command, let example):
      "\(command) だけでは足りません。たとえば \(example) と書きます（help \(command) で説明します）"
    case .missing(let name, let usages): "\(subject(name))がありません（\(usage(usages))）"
    case .surplus(let word, let column, let usages):
      "余分な引数です: \(named(word))\(at(column))（\(usage(usages))）"
    case .notNumber(let name, let word, let column):
      "\(subject(name))は数で書いてください: \(named(word))\(at(column))"
    case .outOfRange(let name, let word, let range, let column):
      "\(subject(name))は\(range.lowerBound)から\(range.upperBound)までです: \(named(word))\(at(column))"
    case .tooLong(let name, let limit, let column): "\(name) は\(limit)バイトまでです\(at(column))"
    case .notChoice(let name, let word, let choices, let column):
      Self.notChoice(name, word, choices, at: column)
    case .unknownKey(let key, let column, let known):
      "\(named(key)) というキーはありません\(at(column))（使えるのは \(known.joined(separator: "、"))）"
    case .keyTwice(let key, let column): "キー \(key) が2回あります\(at(column))"
    case .incompleteGroup(let names, let example):
      "\(names.map(argumentName).joined(separator: "と"))を書いてください"
        + (example.isEmpty ? "" : "（例: \(example)）")
    case .invalid(let words, let column): words + at(column)
    case .formless(let error, let usages): "\(error.japanese)（\(usage(usages))）"
    case .noSuchTopic(let word, let nearest): "説明はありません: \(named(word))" + hint(nearest)
    case .noSuchSetting(let name, let known):
      "\(named(name)) という設定はありません（あるのは \(known.joined(separator: "、"))）"
    case .noSuchValue(let value, let name, let known):
      "\(name) は \(known.joined(separator: "、")) のどれかです: \(named(value))"
    case .settingIsFixed(let name): "\(name) は変えられません"
    case .timedTest(let name):
      "テストの途中では \(name) は使えません。テストの時計が遅れてしまいます（stop でやめられます）"
    case .cannotRead(let path, let cause): "\(named(path)) を読めません: " + cause.japanese
    case .cannotWrite(let path, let cause): "\(named(path)) に書けません: " + cause.japanese
    case .outside(let name, let column):
      "\(name) は使えません\(at(column))。使えるのは専用のフォルダーのファイルだけです（--trust を参照）"
    case .notPlain(let path): "通常のファイルではありません: \(path)"
    case .inUse(let path): "\(path) はこのプログラムが使っています"
    case .sourcedAlready(let path): "\(path) はすでに読み込み中です"
    case .sourcedTooDeep(let limit): "ファイルの読み込みは\(limit)段までです"
    case .recordingAlready(let path): "すでに \(path) に書き取っています"
    case .notRecording: "書き取っていません"
    case .tooMuchToRecord: "入力が多すぎて、ここからは書き取れません"
    case .noCommand: "番号のあとにコマンドがありません"
    case .noJob(let name): "\(name) はジョブにできません"
    case .noSuchJob(let number, let running):
      "ジョブ\(number)はありません"
        + (running.isEmpty
          ? "。動いているジョブはありません"
          : "（動いているのは \(running.map(String.init).joined(separator: "、"))）")
    }
  }

  /// Returns the error message for a word that is none of the choices.
  private static func notChoice(
    _ name: String, _ word: String, _ choices: [String], at column: Int
  ) -> String {
    let subject = subject(name)
    return if let nearest = nearest(to: word, among: choices) {
      "\(subject)に \(named(word)) はありません\(at(column))" + hint(nearest)
    } else if choices.count > mostListedChoices {
      "\(subject)に \(named(word)) はありません\(at(column))"
        + "（例: \(choices.prefix(3).joined(separator: "、"))）"
    } else {
      "\(subject)は \(choices.joined(separator: "、")) のどれかです: \(named(word))\(at(column))"
    }
  }
}

/// The Japanese error messages for errors of the system.
extension SystemError: SpokenFact {
  package var japanese: String {
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

extension EventError: SpokenFact {
  package var japanese: String {
    switch self {
    case .wrongParameters(let kind, let values): "\(kind) の値が正しくありません: \(values)"
    case .tooManyEvents(let limit): "一度のイベントが多すぎます。\(limit)までです"
    case .unknownObject(let name): "\(named(name)) というオブジェクトはありません"
    case .ambiguousObject(let name, let paths):
      "\(name) というオブジェクトがいくつもあります: \(paths.joined(separator: "、"))"
    case .rootStaysEnabled(let name): "根の \(name) は無効にできません"
    case .modeIsSwitched(let name): "モード \(name) は有効にも無効にもできません。mode で切り替えてください"
    case .notReached(let name): "今、\(name) にイベントは届きません"
    case .unknownMode(let name, let known):
      "\(name) というモードはありません（あるのは \(known.joined(separator: "、"))）"
    case .notAllowed(let from, let to): "\(from) から \(to) へは変われません"
    case .changeInProgress(let name): "\(name) へ変わるところです"
    }
  }
}

/// Returns the Japanese noun for an argument; its name if there is none.
private func argumentName(_ name: String) -> String {
  switch name {
  case "the column", "a column": "列"
  case "the row", "a row": "行"
  case "option": "オプション"
  default: name
  }
}

/// Returns the Japanese noun for an argument, or its name and a blank, to put before a particle.
private func subject(_ name: String) -> String {
  let noun = argumentName(name)
  return noun == name ? name + " " : noun
}

/// Returns a text as a Japanese sentence names it, without quotes; `""` for an empty text, which
/// would be invisible.
package func named(_ text: String) -> String { text.isEmpty ? "\"\"" : text }

/// Returns the most similar name in parentheses, or how to find one.
private func hint(_ nearest: String?) -> String {
  nearest.map { "（\($0) のことですか?）" } ?? "（help でコマンドを表示します）"
}

/// Returns the usages after an error message.
private func usage(_ usages: [String]) -> String { "使い方: " + usages.joined(separator: "、または ") }

/// Returns the Japanese text of a column, such as `（3文字目）`; empty for `nil`.
private func at(_ column: Int?) -> String {
  guard let column, column > 0 else { return "" }
  return "（\(column)文字目）"
}

extension Language {
  /// The texts of the console in this language.
  package var consoleWords: any ConsoleWords {
    switch self {
    case .english: EnglishConsoleWords()
    case .japanese: JapaneseConsoleWords()
    }
  }
}

/// The Japanese texts of the console.
private struct JapaneseConsoleWords: ConsoleWords {
  var refusal: String { "エラー:" }
  func words(for error: ConsoleError) -> String { error.japanese }

  func words(for reply: ConsoleReply) -> String {
    switch reply {
    case .noJobs: "動いているジョブはありません"
    case .cancelling(let number, let command): "中止します [\(number)]: \(command)"
    case .jobsRunning(let count): "\(count)個のジョブが動いています。続けてもう一度 quit と書くと中止します:"
    case .job(let number, let state, let progress, let command):
      "[\(number)] \(words(for: state))\(progress.isEmpty ? "" : "、")\(progress): \(command)"
    case .cancelled(let command): "中止: \(command)"
    case .recording(let path): "\(path) に書き取ります"
    case .recorded(let path): "\(path) に書き取りました"
    case .recordedUnchecked(let path): "\(path) に書き取りましたが、確かめられるものがありません"
    case .nothingRecorded(let path): "\(path) には何も書き取りませんでした"
    case .aliases(let names): "別の名前: " + names.joined(separator: "、")
    case .examples: "例:"
    case .boardWaits: "-- キーを押すと盤に戻ります --"
    case .pageWaits: "-- Enter で次へ、Q で終わり --"
    case .hiddenCandidates(let count): "... ほか\(count)件"
    case .historyUnusable(let error): "入力した行は次回に残りません: \(words(for: error))"
    case .leaveHint: "quit か Ctrl-D で終わります"
    case .testLeaveHint: "stop でテストをやめ、quit でプログラムを終わります"
    case .boardNeeds(let count, let room): "盤には\(count)行が必要ですが、端末は\(room)行です"
    case .answer(let isYes): isYes ? "はい" : "いいえ"
    case .measuring(let number, let count): "計測 \(number)/\(count)"
    case .helpOfHelp: "help all はすべてのコマンド、help start はその説明、help tests はテストの一覧です"
    }
  }

  private func words(for state: OperationState?) -> String {
    switch state {
    case .ready: "準備完了"
    case .executing: "実行中"
    case .pending, nil: "待機中"
    case .finished(.success): "完了"
    case .finished(.failure): "失敗"
    case .finished(.cancelled): "中止"
    }
  }

  func heading(of group: CommandGroup) -> String {
    let noun =
      switch group {
      case .play: "ラウンド"
      case .tests: "テスト"
      case .results: "結果"
      case .store: "記録"
      case .shell: "シェル"
      case .more: "その他"
      }
    return "\(noun) (\(group.rawValue))"
  }

  /// Returns the help of a console command.
  func help(on command: String) -> String? {
    switch "\(command)" {
    case "help": "主なコマンドを表示します（all ですべて）。名前を書くと、コマンド、分類、テストを説明します"
    case "history": "これまでに入力した行を表示します"
    case "source": "ファイルのコマンドを実行します"
    case "record":
      """
      セッションをトランスクリプトに書き取ります
      新しいファイルだけに書きます。off という名前のファイルなら record ./off と書きます。
      """
    case "set": "設定を表示するか、1つを変えます"
    case "status": "記録の場所とジョブの状態を表示します"
    case "jobs":
      """
      ジョブ（並行して動くコマンド）を表示します
      時間のかかるコマンドは、最後に & と書くとジョブになります。
      スクリプトでは、次の行を読む前にジョブは終わっています。
      """
    case "cancel": "ジョブを中止します"
    case "foreground":
      """
      ジョブの進み具合を見ながら、終わりを待ちます
      Ctrl-C で、待っているものを中止します。
      """
    case "version": "プログラムの版を表示します"
    case "list-commands": "コマンドの名前を1行に1つずつ表示します"
    case "protocol-version": "応答の枠の版を表示します"
    case "quit":
      """
      セッションを終わります
      ジョブが動いているとき、1回目の quit はそれを知らせ、続けて書いた2回目で中止します。
      スクリプトではジョブの終わりを待ちます。
      """
    default: nil
    }
  }
}
