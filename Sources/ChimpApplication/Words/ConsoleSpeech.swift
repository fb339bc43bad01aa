package import Shell

extension Language {
  /// What the console says; its English words are its own.
  package var consoleWords: any ConsoleWords {
    switch self {
    case .english: EnglishConsoleWords()
    case .japanese: JapaneseConsoleWords()
    }
  }
}

private struct JapaneseConsoleWords: ConsoleWords {
  var refusal: StaticString { "エラー:" }
  func words(for fault: LineFault) -> String { fault.japanese }
  func words(for fault: ArgumentFault) -> String { fault.japanese }
  func words(for fault: ConsoleFault) -> String { fault.japanese }

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
    case .boardNeeds(let count, let room): "盤には\(count)行が必要ですが、端末は\(room)行です"
    case .answer(let isYes): isYes ? "はい" : "いいえ"
    case .measuring(let number, let count): "計測 \(number)/\(count)"
    case .helpOfHelp: "help start でコマンド、help play で分類、help tests でテストを説明します"
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

  func help(on command: StaticString) -> String? {
    switch "\(command)" {
    case "help": "コマンドを表示するか、コマンド、分類、テストの1つを説明します"
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
