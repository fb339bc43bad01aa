package import Archive
import ChimpSystem
package import Exchange
import Game
package import Records
import Shell
import Statistics

/// Replies and error messages of commands about the store, and notices about it.
///
///     exported 12 trials and 60 presses to "data.csv", "data-presses.csv"
///
/// In errors of the store, the path is replaced by the file name that the user wrote.
extension Language {
  /// Returns the error message for a store operation.
  package func words(for error: ArchiveError) -> String {
    switch error {
    case .restricted(let name): words(for: ConsoleError.restricted(name))
    case .notInFile:
      pick(
        "this session has no store file (--store FILE gives it one)",
        "このセッションはファイルに記録していません（--store FILE で記録します）")
    case .noName: pick("the name of the file is missing", "ファイルの名前がありません")
    case .isStore(let path): pick("the store itself is in \"\(path)\"", "\(path) は記録のファイルそのものです")
    case .outside(let name): words(for: ConsoleError.outside(name, column: nil))
    case .exists(let path):
      pick(
        "\"\(path)\" exists already (--force replaces it)",
        "ファイルがすでにあります: \(path)（--force で置き換えます）")
    case .exportIsIncomplete(let path, let present): incompleteExport(path, present: present)
    case .notPlain(let path): words(for: ConsoleError.notPlain(path))
    case .noFormat(let path): noFormat(path)
    case .cannotRead(let path, let fault): words(for: ConsoleError.cannotRead(path, fault))
    case .cannotWrite(let path, let fault): words(for: ConsoleError.cannotWrite(path, fault))
    case .badLine(let path, let number, let reason): "\(path):\(number): \(words(for: reason))"
    case .badRow(let path, let row): "\(path): \(words(for: row))"
    case .file(let file, let error):
      words(for: error).pieces(between: file.path).joined(separator: file.name)
    case .record(let error): words(for: error)
    case .round(let refusal): words(for: refusal)
    case .study(let refusal): words(for: refusal)
    case .enrolment(let refusal): words(for: refusal)
    case .block(let refusal): words(for: refusal)
    case .withdrawal(let refusal): words(for: refusal)
    case .simulation(let refusal): words(for: refusal)
    case .server(let refusal): words(for: refusal)
    case .severalStudies(let words): severalStudies(words)
    case .noLab: noLab
    case .noStudies(let path): pick("there is no study in \"\(path)\"", "\(path) には研究がありません")
    case .otherStudy(let path, let name): differentStudy(name, in: path)
    case .lab(let words): words ?? pick("chimp-lab failed", "chimp-lab が失敗しました")
    }
  }

  /// Returns the error message for a file whose name tells no format.
  private func noFormat(_ path: String) -> String {
    pick(
      "\"\(path)\" ends neither in .csv nor in .jsonl (format= names the format)",
      "名前の終わりが .csv でも .jsonl でもありません: \(named(path))（format= で形式を指定できます）")
  }

  /// The error message if the program of the lab is not installed.
  private var noLab: String {
    pick(
      "\"chimp-lab\" is not beside chimp: \"swift build --traits Lab\" builds it",
      "chimp-lab がありません。swift build --traits Lab で chimp の横に作れます")
  }

  /// Returns the error message for an export of which a file is missing.
  private func incompleteExport(_ path: String, present: [String]) -> String {
    pick(
      "\"\(path)\" is missing beside "
        + present.map { "\"\($0)\"" }.joined(separator: ", ")
        + ": an export was killed, or its file was moved (--force writes all anew)",
      "\(path) がないのに、\(present.joined(separator: "、")) があります: "
        + "書き出しが途中で終わったか、ファイルが移されました（--force ですべて書き直します）")
  }

  /// Returns the error message for trials of several studies, with the words that choose one.
  private func severalStudies(_ words: [String]) -> String {
    pick(
      "the trials are not of one study: choose with "
        + words.map { "study=\($0)" }.joined(separator: " or "),
      "1つの研究の試行ではありません。"
        + words.map { "study=\($0)" }.joined(separator: " か ") + " で選んでください")
  }

  /// Returns the error message for a study of the same name with another text.
  private func differentStudy(_ name: String, in path: String) -> String {
    pick(
      "the study \(name) in \"\(path)\" has another text than the one here: it is left out",
      "\(path) の研究 \(name) は、ここのものと文が違うので除きました")
  }

  /// Returns the error message for a simulation.
  package func words(for refusal: SimulationRefusal) -> String {
    switch refusal {
    case .simulatedAlready(let seed):
      pick(
        "the participants of seed \(seed) are already in the store: choose another seed=",
        "シード \(seed) の参加者はすでに記録にあります。seed= で変えられます")
    case .simulatedWithdrawn(let seed):
      pick(
        "the participants of seed \(seed) were withdrawn: choose another seed=",
        "シード \(seed) の参加者はすでに消されました。seed= で変えられます")
    case .noFixedTrials(let name):
      pick("\(name) has no fixed number of trials of one size", "\(name) の試行の数と大きさは決まっていません")
    case .singleCondition(let name):
      pick(
        "the study \(name) has one condition, and power compares two or more",
        "研究 \(name) の条件は1つです。検出力には2つ以上の条件が必要です")
    }
  }

  /// Returns the line about a temporary file of a killed program, with advice.
  package func words(for leftover: NamedLeftover) -> String {
    let name = leftover.name
    let target = leftover.target
    return switch leftover.kind {
    case .unfinished:
      pick(
        "\"\(name)\" was left by a run that was killed: nothing needs it, remove it",
        "\(name) は途中で終わった実行の残りです。いらないので削除してください")
    case .replaced:
      pick(
        "\"\(name)\" was left by a run that was killed: it is what \"\(target)\" was before, "
          + "keep it or remove it",
        "\(name) は途中で終わった実行の残りで、前の \(target) です。残すか削除してください")
    case .new, .part:
      pick(
        "\"\(name)\" looks like what a killed run of an earlier version left: "
          + "remove it, unless it is yours",
        "\(name) は、前の版で途中で終わった実行の残りのようです。自分のファイルでなければ削除してください")
    case .old:
      pick(
        "\"\(name)\" looks like what a killed run of an earlier version left: it may be what "
          + "\"\(target)\" was before, keep it or remove it",
        "\(name) は、前の版で途中で終わった実行の残りのようです。前の \(target) かもしれません。残すか削除してください")
    }
  }

  package var fileIsMissing: String {
    pick("FILE is missing before --force", "--force の前に FILE がありません")
  }

  /// Returns a line for each problem that a check has found, or the line that there is none.
  package func lines(of report: CheckStore.Report) -> [String] {
    let count = report.faultCount
    let rowCount = report.rowCount
    guard count > 0 else {
      return [
        pick("checked \(counted(rowCount, "row")): no damage found", "\(rowCount)行を調べました: 問題ありません")
      ]
    }
    return [pick("found \(counted(count, "fault")):", "問題が\(count)件あります:")]
      + (report.findings.map(words) + report.refusedRows.map(words)).map { "  " + $0 }
  }

  /// Returns the reply to `backup`.
  package func backup(byteCount: Int, _ path: String, lostCount: Int) -> String {
    pick("backed up \(byteCount) bytes to \"\(path)\"", "\(byteCount)バイトを \(path) に写しました")
      + lost(lostCount)
  }

  /// Returns the reply to `export`, with the counts of everything that was skipped.
  package func export(_ report: Export.Report, lostCount: Int) -> String {
    let counts = counts(report.trialCount, report.pressCount)
    let paths = report.paths
    return pick(
      "exported \(counts) to " + paths.map { "\"\($0)\"" }.joined(separator: ", "),
      "\(counts)を \(paths.joined(separator: "、")) に書き出しました")
      + lost(lostCount) + damaged(report.skippedRounds.damaged)
      + played(report.skippedRounds.playedCount)
  }

  package func export(_ report: BIDSExport.Report, _ path: String, lostCount: Int) -> String {
    let trials = pick(counted(report.trialCount, "trial"), "\(report.trialCount)試行")
    let people = pick(
      counted(report.participantCount, "participant"), "参加者\(report.participantCount)人")
    return pick(
      "exported \(trials) of \(people) to \(counted(report.fileCount, "file")) in \"\(path)\"",
      "\(people)の\(trials)を \(path) の\(report.fileCount)ファイルに書き出しました")
      + lost(lostCount) + damaged(report.skippedRounds.damaged)
      + played(report.skippedRounds.playedCount)
  }

  /// Returns the line about the simulated participants of an export; none without one.
  package func exported(_ simulated: SimulatedCounts) -> [String] {
    guard simulated.trialCount > 0 else { return [] }
    let trials = counted(simulated.trialCount, "trial")
    let people = counted(simulated.participantCount, "participant")
    return [
      pick(
        "SIMULATED: \(trials) of \(people), after those of people",
        "シミュレーション: 模擬参加者\(simulated.participantCount)人の\(simulated.trialCount)試行は人の試行のあとにあります")
    ]
  }

  /// Returns the lines about rules of studies that exclude some of the exported trials.
  package func marked(_ counts: RuleCounts) -> [String] {
    let lines = lines(ofMarksBy: counts)
    guard counts.all.count(where: { $0.trialCount > 0 }) > 1 else { return lines }
    let trials = counted(counts.trialCount, "trial")
    let several = several(counts)
    return lines + [
      pick(
        "\(trials) marked as excluded by these rules\(several)",
        "これらの規則による excluded の印は\(counts.trialCount)試行にあります\(several)")
    ]
  }

  /// Returns the number of trials that several rules exclude, which the counts of the rules have
  /// several times.
  package func several(_ counts: RuleCounts) -> String {
    let count = counts.severalCount
    return pick(
      count == 0 ? ", none of them by several" : ", \(count) of them by several",
      count == 0 ? "（複数の規則に当たる試行はありません）" : "（うち\(count)試行は複数の規則に当たります）")
  }

  private func lines(ofMarksBy counts: RuleCounts) -> [String] {
    counts.all.map { count in
      let trials = counted(count.trialCount, "trial")
      let people = counted(count.participantCount, "participant")
      let rule = "\(count.rule.study): exclude \(count.rule.text)"
      return pick(
        "\(trials) of \(people) marked as excluded by \(rule)",
        "\(rule) に当たる\(count.participantCount)人の\(count.trialCount)試行に excluded の印があります")
    }
  }

  /// Returns a line about each damaged row of a study, an enrolment or a participant that an export
  /// lacks.
  package func lacking(_ rows: [RecordError]) -> [String] {
    rows.map { error in
      pick(
        "participants and marks of a study may be missing: \(words(for: error))",
        "参加者や研究の印が欠けているかもしれません: \(words(for: error))")
    }
  }

  /// Returns the numbers of the skipped rounds, the damaged ones first; empty without any.
  package func skipped(_ rounds: SkippedRounds) -> String {
    damaged(rounds.damaged) + differing(rounds.differing)
  }

  /// Returns the number of rounds in progress that an export has skipped.
  private func played(_ count: Int) -> String {
    count == 0
      ? ""
      : pick(
        "; left out \(counted(count, "trial that is", "trials that are")) not over",
        "。終わっていない\(count)試行は除きました")
  }

  /// Returns the numbers of the first 20 damaged rounds that were skipped.
  package func damaged(_ rounds: [Int]) -> String {
    guard !rounds.isEmpty else { return "" }
    return pick(
      "; left out \(counted(rounds.count, "damaged round")): ", "。壊れた\(rounds.count)ラウンドは除きました: ")
      + firstNumbers(of: rounds)
  }

  /// Returns the numbers of the first 20 rounds that a merge has skipped because they differ.
  private func differing(_ rounds: [Int]) -> String {
    guard !rounds.isEmpty else { return "" }
    return pick(
      "; left out \(counted(rounds.count, "round")) of what went on differently here: ",
      "。ここと内容が違う\(rounds.count)ラウンドは除きました: ")
      + firstNumbers(of: rounds)
  }

  /// Returns the first 20 numbers, and how many there are more.
  private func firstNumbers(of rounds: [Int]) -> String {
    let named = rounds.prefix(20).map { "\($0)" }
    let rest = rounds.count - named.count
    return pick(
      named.joined(separator: ", ") + (rest > 0 ? " and \(rest) more" : ""),
      named.joined(separator: "、") + (rest > 0 ? "と、ほか\(rest)" : ""))
  }

  /// Returns the line about rounds that a session without a store has discarded.
  private func lost(_ count: Int) -> String {
    count == 0
      ? ""
      : pick(
        "; \(counted(count, "older round is", "older rounds are")) no longer known",
        "。古い\(count)ラウンドはもう残っていません")
  }

  /// Returns the reply to `import`.
  package func imported(_ report: Import.Report, _ path: String) -> String {
    let counts = counts(report.trialCount, report.pressCount)
    return pick("imported \(counts) from \"\(path)\"", "\(path) から\(counts)を取り込みました")
      + known(report.knownCount) + doubled(report.doubledCount)
      + withdrawn(report.withdrawnCount)
  }

  /// Returns the number of skipped trials of simulated participants whom the store has under other
  /// identifiers; empty for 0.
  func doubled(_ count: Int) -> String {
    guard count > 0 else { return "" }
    return pick(
      "; left out \(counted(count, "trial")) of simulated participants who are here already, "
        + "with the same code and seed",
      "。同じコードとシードの模擬参加者がすでにいるため、\(count)試行は除きました")
  }

  /// Returns the number of skipped trials of erased participants.
  func withdrawn(_ count: Int) -> String {
    guard count > 0 else { return "" }
    return pick(
      "; left out \(counted(count, "trial")) of participants who have withdrawn",
      "。研究をやめた参加者の\(count)試行は除きました")
  }

  package func export(_ report: ExportNews.Report, _ path: String) -> String {
    let damaged = report.damagedCount
    let rest = pick("; left out \(counted(damaged, "damaged row"))", "。壊れた\(damaged)行は除きました")
    return pick(
      "exported \(counted(report.count, "news item")) to \"\(path)\"",
      "お知らせ\(report.count)件を \(path) に書き出しました") + (damaged > 0 ? rest : "")
  }

  package func imported(_ report: ImportNews.Report, _ path: String) -> String {
    pick(
      "imported \(counted(report.count, "news item")) from \"\(path)\"",
      "\(path) からお知らせ\(report.count)件を取り込みました") + known(report.knownCount)
  }

  /// Returns the number of rows that the store already had; empty for 0.
  private func known(_ count: Int) -> String {
    count == 0
      ? "" : pick("; \(counted(count, "was", "were")) already there", "。\(count)件はすでにありました")
  }

  /// Returns the reply of `recover`: the numbers of recovered and lost rows.
  package func lines(of report: Recover.Report, _ path: String) -> [String] {
    let count = report.recovery.rowCount
    let excluded = report.recovery.excludedCount
    let rest = pick(
      "; left out \(counted(excluded, "row")):", "。次の\(excluded)行は除きました:")
    let first =
      pick("recovered \(counted(count, "row")) to \"\(path)\"", "\(count)行を \(path) に救い出しました")
      + (excluded > 0 ? rest : "")
    let contradictory = report.contradictoryRows
    let head = pick(
      "\(counted(contradictory.count, "row")) can't be verified:",
      "\(contradictory.count)行は確かめられません:")
    return [first] + report.excludedRows.map { "  " + words(for: $0) }
      + (contradictory.isEmpty ? [] : [head]) + contradictory.map { "  " + words(for: $0) }
  }

  /// Returns the numbers of trials and presses.
  private func counts(_ trials: Int, _ presses: Int) -> String {
    pick(
      "\(counted(trials, "trial")) and \(counted(presses, "press", "presses"))",
      "\(trials)試行（押下\(presses)回）")
  }

  /// Returns the noun for a stage of an operation, which follows the percentage.
  package func words(for stage: StoreWorkStage) -> String {
    switch stage {
    case .waiting(let wait): words(for: wait)
    case .file: pick("the file", "ファイル")
    case .rows: pick("the rows", "行")
    case .trials: pick("trials", "試行")
    case .savedRows: pick("rows", "行")
    }
  }

  /// Returns a path as an argument of a command, quoted if necessary.
  private func word(_ path: String) -> String {
    let isPlain = path.utf8.allSatisfy { $0 > 0x20 && !"\"\\&#".utf8.contains($0) }
    return isPlain ? path : Invocation.quoted(path)
  }

  /// Returns the state of a store; `nil` for one that was not opened yet.
  package func words(for condition: Store.Condition?) -> String {
    switch condition {
    case nil: pick("not opened yet", "まだ開いていません")
    case .writable?: pick("writable", "読み書きできます")
    case .readOnly?: pick("read-only", "読み取り専用です")
    case .full?: pick("read-only, its disk is full", "ディスクがいっぱいのため、読み取り専用です")
    case .damaged(let detail)?:
      pick("read-only, it is damaged: ", "壊れているため、読み取り専用です: ")
        + pick(detail, inJapanese(detail))
    case .lost(let error)?: pick("lost: ", "失われました: ") + words(for: error)
    }
  }

  /// Returns the states of the store and of its server.
  package func words(for reachability: Reachability) -> String {
    let store = words(for: reachability.store)
    guard let server = reachability.server else { return store }
    return pick("store: ", "記録: ") + store + pick("; server: ", "。サーバー: ") + words(for: server)
  }

  private func words(for server: ServerReachability) -> String {
    switch server {
    case .asked: pick("no answer yet", "まだ答えがありません")
    case .reachable: pick("can be reached", "つながります")
    case .unreachable(let time, _): pick("can't be reached since \(time)", "\(time) からつながりません")
    case .unknown: pick("not known", "分かりません")
    }
  }

  /// Returns the state of the server, with the message of `chimp-lab`.
  private func line(of server: ServerReachability) -> String {
    let line = pick("server: ", "サーバー: ") + words(for: server)
    return switch server {
    case .asked, .reachable, .unreachable(_, nil): line
    case .unreachable(_, let reason?): line + pick(": ", "。") + reason
    case .unknown(let fault): line + pick(": ", "。") + words(for: fault)
    }
  }

  /// Returns the error message for a server address.
  package func words(for refusal: ServerAddress.Refusal) -> String {
    let example = "postgresql://room1-01@lab.example.org/chimp"
    let file = "~/.pgpass"
    return switch refusal {
    case .notAnAddress:
      pick(
        "an address of a server is written like \(example)",
        "サーバーのアドレスは \(example) のように書きます")
    case .passwordInside:
      pick(
        "a password in the address would be seen by everybody on this machine: put it into \(file)",
        "アドレスのパスワードは、このコンピューターのだれからも見えます。\(file) に書いてください")
    }
  }

  /// Returns the reply of `status`.
  package func lines(of status: StoreStatus) -> [String] {
    let location = status.path.map { pick("'\($0)'", $0) } ?? pick("in memory", "メモリー")
    let condition = words(for: status.condition)
    var lines = [pick("store: \(condition), \(location)", "記録の場所: \(location)、\(condition)")]
    if status.condition != nil {
      lines.append(
        pick("rows: ", "行数: ") + (status.rowCount.map { "\($0)" } ?? pick("not known", "不明")))
    }
    if status.path != nil {
      let others = status.others.map { words(for: $0) }
      lines.append(
        pick("open elsewhere: ", "ほかで使用中: ")
          + (others.isEmpty ? pick("no", "なし") : others.joined(separator: pick(", ", "、"))))
    }
    if let server = status.server { lines.append(line(of: server)) }
    return lines
  }

  /// Returns the line about a notice.
  package func words(for notice: StoreNotice) -> String {
    switch notice {
    case .failed(let error): words(for: error)
    case .omitted(let error): words(for: error)
    case .waiting(let wait): words(for: wait)
    case .hasRoomAgain(let path):
      pick(
        "the disk of '\(path)' has room again: everything is saved from now on",
        "\(path) のディスクに空きができました。これからの記録は保存されます")
    case .canOnlyBeRead(let path):
      pick("'\(path)' is read-only: nothing is saved", "\(path) は読み取り専用です。何も保存されません")
    case .diskIsFull(let path):
      pick(
        "the disk of '\(path)' is full: it is read-only, and nothing is saved",
        "\(path) のディスクがいっぱいです。読み取り専用になり、何も保存されません")
    case .onlyReadFromNowOn:
      pick(
        "from now on the store is read-only; \"recover FILE\" saves what is left",
        "これからは読み取り専用です。recover FILE で残りを救い出せます")
    case .lost(let error):
      words(for: error) + pick(": nothing is saved from now on", "。これからは何も保存されません")
    case .rescued(let rescue): words(for: rescue)
    case .setLogAside(let path, let aside):
      pick(
        "'\(path)' was the log of another file that was there before: it is now '\(aside)'; what it "
          + "had is not in this store",
        "\(path) は前にあったほかのファイルのログでした。\(aside) に移しました。その内容はこの記録にありません")
    case .leftTemporaryFile(let path):
      pick(
        "'\(path)' was left by a run that was killed: nothing needs it, remove it",
        "\(path) は途中で終わった実行の残りです。いらないので削除してください")
    case .hasRescued(let path, let count): rescuedPresses(in: path, count: count)
    case .hasRescuedOthers(let path, let count): rescuedOthers(in: path, count: count)
    case .withdrawalPending(let path): withdrawalPending(path)
    case .endNotKept(let fault):
      pick("the end of the session could not be stored: ", "セッションの終わりを記録できません: ")
        + words(for: fault)
    case .settingNotRestored(let name, let fault):
      pick("\(name) could not be restored: ", "\(name) を前の値に戻せません: ") + words(for: fault)
    case .settingNotKept(let name, let error):
      pick("\(name) lasts for this session only: ", "\(name) はこのセッションだけの設定です: ") + words(for: error)
    }
  }

  /// Returns the line about records other than presses that an earlier program saved in a file.
  private func rescuedOthers(in path: String, count: Int) -> String {
    pick(
      "'\(path)' has \(counted(count, "rescued record")), without presses: "
        + "\"chimp --store \(word(path))\" opens it",
      "救い出した記録\(count)件（押下なし）が \(path) にあります。chimp --store \(word(path)) で開けます")
  }

  /// Returns the line about presses that an earlier program saved in a file.
  private func rescuedPresses(in path: String, count: Int) -> String {
    pick(
      "'\(path)' has \(counted(count, "rescued press", "rescued presses")): "
        + "\"import \(word(path))\" brings them back",
      "救い出した\(count)回の押下が \(path) にあります。import \(word(path)) で取り込めます")
  }

  /// Returns the line about a file that still has bytes of an erased participant.
  private func withdrawalPending(_ path: String) -> String {
    pick(
      "'\(path)' still has traces of a participant who has withdrawn: removing them is tried "
        + "again when the store is next opened",
      "研究をやめた参加者の跡が \(path) に残っています。次に記録を開くときにもう一度消します")
  }
}
