import Archive
import Exchange
import Shell

/// The reply of `withdraw`.
extension Withdraw.Report {
  /// Returns the lines about erased rows, and about copies that could not be erased.
  func lines(in language: Language, server: String?) -> [String] {
    let first = language.pick(
      "\(code) is erased: \(counted(erased.trialCount, "trial")), "
        + "\(counted(erased.pressCount, "press", "presses")), "
        + counted(erased.enrolmentCount, "enrolment"),
      "\(code) を消しました: \(erased.trialCount)試行、\(erased.pressCount)回の押下、"
        + "登録\(erased.enrolmentCount)件")
    var lines = [first]
    if isPending {
      lines.append(
        language.pick(
          "another program is using the store: its file is cleaned when it is next opened",
          "別のプログラムが記録を読んでいます。次に開くときにファイルからも消します"))
    }
    for part in unclean {
      let name =
        switch part {
        case .file(let path): "'\(path)'"
        case .history: language.pick("the history of your lines", "入力の履歴")
        }
      lines.append(
        language.pick(
          "\(name) can't be cleaned now: this is tried again when the store is next opened",
          "\(name) からはまだ消せません。次に記録を開くときにもう一度消します"))
    }
    lines.append(
      language.pick(
        "what was exported, backed up, merged or sent elsewhere is out of reach: erase it there",
        "書き出したもの、バックアップ、ほかの記録や送り先のものは消せません。そこで消してください"))
    if let server {
      lines.append(
        language.pick(
          "the server has its own copy: \"chimp-lab erase \(server) \(code)\" erases it",
          "サーバーの分は chimp-lab erase \(server) \(code) で消します"))
    }
    return lines
  }
}
