import Glibc
import Shell

/// What the shell refuses; the English sentences are its own.
extension Language {
  /// Why the console refuses what one of its own commands asks for.
  func words(for fault: ConsoleFault) -> String {
    switch fault {
    case .noSuchTopic(let word, let nearest):
      pick("\(fault)", "説明はありません: \(word)" + hint(nearest))
    case .noSuchSetting(let name, let known):
      pick("\(fault)", "分からない設定です: \(name)（あるのは \(known.joined(separator: "、"))）")
    case .noSuchValue(let value, let name, let known):
      pick("\(fault)", "\(name) は \(known.joined(separator: "、")) のどれかです: \(value)")
    case .settingIsFixed(let name): pick("\(fault)", "\(name) は変えられません")
    case .restricted(let name):
      pick("\(fault)", "制限されたセッションでは \(name) は使えません")
    case .cannotRead(let path, let cause):
      pick("\(fault)", "\(path) を読めません: " + words(for: cause))
    case .cannotWrite(let path, let cause):
      pick("\(fault)", "\(path) に書けません: " + words(for: cause))
    case .outside(let name, let column):
      pick("\(fault)", "\(name) は使えません\(place(column))。使えるのは専用のフォルダーのファイルだけです（--trust を参照）")
    case .notPlain(let path): pick("\(fault)", "普通のファイルではありません: \(path)")
    case .inUse(let path): pick("\(fault)", "\(path) はこのプログラムが使っています")
    case .sourcedAlready(let path): pick("\(fault)", "\(path) はもう読んでいるところです")
    case .sourcedTooDeep(let limit): pick("\(fault)", "ファイルの読み込みは\(limit)段までです")
    case .recordingAlready(let path): pick("\(fault)", "もう \(path) に書き取っています")
    case .notRecording: pick("\(fault)", "書き取っていません")
    case .tooMuchToRecord: pick("\(fault)", "入力が多すぎて、ここからは書き取れません")
    case .noCommand: pick("\(fault)", "番号のあとにコマンドがありません")
    case .noJob(let name): pick("\(fault)", "\(name) はジョブにできません")
    case .noSuchJob(let number, let running):
      pick("\(fault)", "ジョブ\(number)はありません" + japanese(running))
    }
  }

  private func japanese(_ running: [Int]) -> String {
    running.isEmpty
      ? "。動いているジョブはありません"
      : "（動いているのは \(running.map(String.init).joined(separator: "、"))）"
  }

  private func hint(_ nearest: String?) -> String {
    nearest.map { "（\($0) のことですか?）" } ?? "（help でコマンドを表示します）"
  }

  private func usage(_ usages: [String]) -> String {
    "使い方: " + usages.joined(separator: "、または ")
  }

  private func place(_ column: Int?) -> String { column.map { "（\($0)文字目）" } ?? "" }

  /// Why a line is no command.
  func words(for fault: ArgumentFault) -> String {
    switch fault {
    case .unknownCommand(let word, let column, let nearest):
      pick("\(fault)", "分からないコマンドです: \(word)\(place(column))" + hint(nearest))
    case .bareNumbers(let column, let command):
      pick("\(fault)", "ここでは数字だけの行は使えません。前に \(command) と書いてください\(place(column))")
    case .restricted(let name): words(for: ConsoleFault.restricted(name))
    case .missing(let name, let usages):
      pick("\(fault)", "\(name) がありません（\(usage(usages))）")
    case .surplus(let word, let column, let usages):
      pick("\(fault)", "余分な引数です: \(word)\(place(column))（\(usage(usages))）")
    case .notNumber(let name, let word, let column):
      pick("\(fault)", "\(name) は数で書いてください: \(word)\(place(column))")
    case .outOfRange(let name, let word, let range, let column):
      pick(
        "\(fault)",
        "\(name) は\(range.lowerBound)から\(range.upperBound)までです: \(word)\(place(column))")
    case .tooLong(let name, let limit, let column):
      pick("\(fault)", "\(name) は\(limit)バイトまでです\(place(column))")
    case .notChoice(let name, let word, let choices, let column):
      pick(
        "\(fault)",
        "\(name) は \(choices.joined(separator: "、")) のどれかです: \(word)\(place(column))")
    case .unknownKey(let key, let column, let known):
      pick("\(fault)", "分からないキーです: \(key)\(place(column))（あるのは \(known.joined(separator: "、"))）")
    case .keyTwice(let key, let column): pick("\(fault)", "キー \(key) が2回あります\(place(column))")
    case .incompleteGroup(let names, let count):
      pick("\(fault)", "引数は \(names.joined(separator: " ")) の組で書いてください（今は\(count)個）")
    case .invalid(let words, let column): pick("\(fault)", words + place(column))
    }
  }

  /// Why a line can't be read.
  func words(for fault: LineFault) -> String {
    switch fault {
    case .tooLong(let limit): pick("\(fault)", "行が\(limit)バイトより長いです")
    case .tooMany(let limit): pick("\(fault)", "制限されたセッションは\(limit)行までです")
    case .notUnicode(let column): pick("\(fault)", "行が UTF-8 ではありません\(place(column))")
    case .nul(let column): pick("\(fault)", "行に NUL があります\(place(column))")
    case .unterminatedQuote(let column): pick("\(fault)", "引用符が閉じていません\(place(column))")
    case .badEscape(let scalar, let column):
      pick("\(fault)", "分からないエスケープです: \\\(scalar.map(String.init) ?? "")\(place(column))")
    }
  }

  /// What the operating system says.
  func words(for fault: SystemFault) -> String {
    let japanese =
      switch fault.number {
      case ENOENT: "ファイルやフォルダーがありません"
      case EACCES, EPERM: "許可がありません"
      case EEXIST: "ファイルがすでにあります"
      case EISDIR: "フォルダーです"
      case ENOTDIR: "フォルダーではありません"
      case ENOSPC, EDQUOT: "ディスクがいっぱいです"
      case EROFS: "読むことしかできないディスクです"
      case EMFILE, ENFILE: "開いているファイルが多すぎます"
      case ENAMETOOLONG: "名前が長すぎます"
      case ELOOP: "リンクが多すぎます"
      case EFBIG: "ファイルが大きすぎます"
      case EIO: "読み書きに失敗しました"
      default: "システムのエラー\(fault.number)"
      }
    return pick("\(fault)", japanese)
  }
}

/// What the event tree refuses.
extension Language {
  /// Why the event tree refuses something.
  func words(for fault: EventFault) -> String {
    switch fault {
    case .wrongParameters(let kind, let values):
      pick("\(fault)", "\(kind) の値が正しくありません: \(values)")
    case .tooManyEvents(let limit): pick("\(fault)", "一度のイベントが多すぎます。\(limit)までです")
    case .unknownObject(let name): pick("\(fault)", "\(name) というオブジェクトはありません")
    case .ambiguousObject(let name, let paths):
      pick("\(fault)", "\(name) というオブジェクトがいくつもあります: \(paths.joined(separator: "、"))")
    case .rootStaysEnabled(let name): pick("\(fault)", "根の \(name) は無効にできません")
    case .modeIsSwitched(let name):
      pick("\(fault)", "モード \(name) は有効にも無効にもできません。mode で切り替えてください")
    case .modeStaysBound(let name): pick("\(fault)", "モード \(name) は切り替え役から外せません")
    case .wouldHoldItself(let name): pick("\(fault)", "\(name) を自分の下に付けることはできません")
    case .notReached(let name): pick("\(fault)", "今、\(name) にイベントは届きません")
    case .notBound(let name, let container):
      pick("\(fault)", "\(name) は \(container) に付いていません")
    }
  }

  /// Why a mode can't be changed to.
  func words(for fault: ModeFault) -> String {
    switch fault {
    case .unknownMode(let name, let known):
      pick("\(fault)", "分からないモードです: \(name)（あるのは \(known.joined(separator: "、"))）")
    case .notAllowed(let from, let to): pick("\(fault)", "\(from) から \(to) へは変われません")
    case .changeInProgress(let name): pick("\(fault)", "\(name) へ変わるところです")
    }
  }
}
