import Archive
import ChimpSystem
import Exchange
import Records
import Shell

extension StoreNotice {
  /// Returns the line about the notice.
  func words(in language: Language) -> String {
    switch self {
    case .failed(let error), .omitted(let error): Refusal(error).words(in: language)
    case .waiting(let wait): wait.words(in: language)
    case .hasRoomAgain(let path):
      language.pick(
        "the disk of '\(path)' has room again: everything is saved from now on",
        "\(path) のディスクに空きができました。これからの記録は保存されます")
    case .canOnlyBeRead(let path):
      language.pick("'\(path)' is read-only: nothing is saved", "\(path) は読み取り専用です。何も保存されません")
    case .diskIsFull(let path):
      language.pick(
        "the disk of '\(path)' is full: it is read-only, and nothing is saved",
        "\(path) のディスクがいっぱいです。読み取り専用になり、何も保存されません")
    case .onlyReadFromNowOn:
      language.pick(
        "from now on the store is read-only; \"recover FILE\" saves what is left",
        "これからは読み取り専用です。recover FILE で残りを救い出せます")
    case .lost(let error):
      Refusal(error).words(in: language)
        + language.pick(": nothing is saved from now on", "。これからは何も保存されません")
    case .rescued(let rescue): rescue.words(in: language)
    case .setLogAside(let path, let aside): setLogAside(path, aside, in: language)
    case .leftTemporaryFile(let path): leftTemporaryFile(path, in: language)
    case .hasRescued(let path, let count): rescuedPresses(in: path, count: count, in: language)
    case .hasRescuedOthers(let path, let count): rescuedOthers(in: path, count: count, in: language)
    case .withdrawalPending(let path): withdrawalPending(path, in: language)
    case .endNotKept(let fault):
      language.pick("the end of the session could not be stored: ", "セッションの終わりを記録できません: ")
        + fault.words(in: language)
    case .settingNotRestored(let name, let fault):
      language.pick("\(name) could not be restored: ", "\(name) を前の値に戻せません: ")
        + fault.words(in: language)
    case .settingNotKept(let name, let error):
      language.pick("\(name) lasts for this session only: ", "\(name) はこのセッションだけの設定です: ")
        + error.words(in: language)
    }
  }

  /// Returns a path as an argument of a command, quoted if necessary.
  private func word(_ path: String) -> String {
    let isPlain = path.utf8.allSatisfy { $0 > 0x20 && !"\"\\&#".utf8.contains($0) }
    return isPlain ? path : Invocation.quoted(path)
  }

  /// Returns the line about records other than presses that an earlier program saved in a file.
  private func rescuedOthers(in path: String, count: Int, in language: Language) -> String {
    language.pick(
      "'\(path)' has \(counted(count, "rescued record")), without presses: "
        + "\"chimp --store \(word(path))\" opens it",
      "救い出した記録\(count)件（押下なし）が \(path) にあります。chimp --store \(word(path)) で開けます")
  }

  /// Returns the line about presses that an earlier program saved in a file.
  private func rescuedPresses(in path: String, count: Int, in language: Language) -> String {
    language.pick(
      "'\(path)' has \(counted(count, "rescued press", "rescued presses")): "
        + "\"import \(word(path))\" brings them back",
      "救い出した\(count)回の押下が \(path) にあります。import \(word(path)) で取り込めます")
  }

  /// Returns the line about the log of another file, which has a new path now.
  private func setLogAside(_ path: String, _ aside: String, in language: Language) -> String {
    language.pick(
      "'\(path)' was the log of another file that was there before: it is now '\(aside)'; what it "
        + "had is not in this store",
      "\(path) は前にあったほかのファイルのログでした。\(aside) に移しました。その内容はこの記録にありません")
  }

  /// Returns the line about a temporary file of a program that was killed.
  private func leftTemporaryFile(_ path: String, in language: Language) -> String {
    language.pick(
      "'\(path)' was left by a run that was killed: nothing needs it, remove it",
      "\(path) は途中で終わった実行の残りです。いらないので削除してください")
  }

  /// Returns the line about a file that still has bytes of an erased participant.
  private func withdrawalPending(_ path: String, in language: Language) -> String {
    language.pick(
      "'\(path)' still has traces of a participant who has withdrawn: removing them is tried "
        + "again when the store is next opened",
      "研究をやめた参加者の跡が \(path) に残っています。次に記録を開くときにもう一度消します")
  }
}

extension NamedLeftover {
  /// Returns the line about a temporary file of a killed program, with advice.
  func words(in language: Language) -> String {
    let name = name
    let target = target
    return switch kind {
    case .unfinished:
      language.pick(
        "\"\(name)\" was left by a run that was killed: nothing needs it, remove it",
        "\(name) は途中で終わった実行の残りです。いらないので削除してください")
    case .replaced:
      language.pick(
        "\"\(name)\" was left by a run that was killed: it is what \"\(target)\" was before, "
          + "keep it or remove it",
        "\(name) は途中で終わった実行の残りで、前の \(target) です。残すか削除してください")
    case .new, .part:
      language.pick(
        "\"\(name)\" looks like what a killed run of an earlier version left: "
          + "remove it, unless it is yours",
        "\(name) は、前の版で途中で終わった実行の残りのようです。自分のファイルでなければ削除してください")
    case .old:
      language.pick(
        "\"\(name)\" looks like what a killed run of an earlier version left: it may be what "
          + "\"\(target)\" was before, keep it or remove it",
        "\(name) は、前の版で途中で終わった実行の残りのようです。前の \(target) かもしれません。残すか削除してください")
    }
  }
}

extension StoreWorkStage {
  /// Returns the noun for a stage of an operation, which follows the percentage.
  func words(in language: Language) -> String {
    switch self {
    case .waiting(let wait): wait.words(in: language)
    case .file: language.pick("the file", "ファイル")
    case .rows: language.pick("the rows", "行")
    case .trials: language.pick("trials", "試行")
    case .savedRows: language.pick("rows", "行")
    }
  }
}

extension Reachability {
  /// Returns the states of the store and of its server.
  func words(in language: Language) -> String {
    let condition = store.words(in: language)
    guard let server else { return condition }
    return language.pick("store: ", "記録: ") + condition + language.pick("; server: ", "。サーバー: ")
      + server.words(in: language)
  }
}

extension ServerReachability {
  func words(in language: Language) -> String {
    switch self {
    case .asked: language.pick("no answer yet", "まだ答えがありません")
    case .reachable: language.pick("can be reached", "つながります")
    case .unreachable(let time, _):
      language.pick("can't be reached since \(time)", "\(time) からつながりません")
    case .unknown: language.pick("not known", "分かりません")
    }
  }
}

extension Store.Condition? {
  /// Returns the state of a store; `nil` for one that was not opened yet.
  func words(in language: Language) -> String {
    switch self {
    case nil: language.pick("not opened yet", "まだ開いていません")
    case .writable?: language.pick("writable", "読み書きできます")
    case .readOnly?: language.pick("read-only", "読み取り専用です")
    case .full?: language.pick("read-only, its disk is full", "ディスクがいっぱいのため、読み取り専用です")
    case .damaged(let detail)?:
      language.pick("read-only, it is damaged: ", "壊れているため、読み取り専用です: ")
        + language.pick(detail, inJapanese(detail))
    case .lost(let error)?: language.pick("lost: ", "失われました: ") + Refusal(error).words(in: language)
    }
  }
}
