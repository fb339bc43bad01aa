import Archive
import Exchange
import Records
import Shell
import Statistics

/// The text view of the store: writes the results of its commands.
///
/// It makes lines of a result, because the reply to some commands has those of several views.
///
///     let view = StoreView(speaker)
///     view.show([view.backup(byteCount: 4096, "copy.sqlite", lostCount: 0)])
final class StoreView {
  let speaker: Speaker
  var language: Language { speaker.language }

  init(_ speaker: Speaker) { self.speaker = speaker }

  func show(_ lines: [String]) { for line in lines { speaker.say(line: line) } }

  /// Writes a line about each temporary file that a killed program left beside a target.
  func show(_ leftovers: [NamedLeftover]) { show(leftovers.map { $0.words(in: language) }) }

  /// Writes why an operation has failed.
  func refuse(_ error: any Error) { speaker.refuse(Refusal(error)) }

  func withdrawalQuestion(_ code: String) -> String {
    language.pick(
      "Erase everything about \(code), permanently?", "\(code) の記録をすべて、二度と戻らないように消しますか?")
  }

  /// Returns a line for each problem that a check has found, or the line that there is none.
  func lines(of report: CheckStore.Report) -> [String] {
    let count = report.faultCount
    let rowCount = report.rowCount
    guard count > 0 else {
      return [
        language.pick(
          "checked \(counted(rowCount, "row")): no damage found", "\(rowCount)行を調べました: 問題ありません")
      ]
    }
    return [language.pick("found \(counted(count, "fault")):", "問題が\(count)件あります:")]
      + (report.findings.map { $0.words(in: language) }
      + report.refusedRows.map { $0.words(in: language) })
      .map { "  " + $0 }
  }

  /// Returns the reply to `backup`.
  func backup(byteCount: Int, _ path: String, lostCount: Int) -> String {
    language.pick("backed up \(byteCount) bytes to \"\(path)\"", "\(byteCount)バイトを \(path) に写しました")
      + lost(lostCount)
  }

  /// Returns the reply to `export`, with the counts of everything that was skipped.
  func export(_ report: Export.Report, lostCount: Int) -> String {
    let counts = counts(report.trialCount, report.pressCount)
    let paths = report.paths
    return language.pick(
      "exported \(counts) to " + paths.map { "\"\($0)\"" }.joined(separator: ", "),
      "\(counts)を \(paths.joined(separator: "、")) に書き出しました")
      + omissions(report.skippedRounds, lostCount)
  }

  func export(_ report: Export.Report, toDataset path: String, lostCount: Int) -> String {
    let counts = counts(report.trialCount, report.pressCount)
    return language.pick(
      "exported \(counts) to the dataset \"\(path)\"", "\(counts)をデータセット \(path) に書き出しました")
      + omissions(report.skippedRounds, lostCount)
  }

  func export(_ report: BIDSExport.Report, _ path: String, lostCount: Int) -> String {
    let trials = language.pick(counted(report.trialCount, "trial"), "\(report.trialCount)試行")
    let people = language.pick(
      counted(report.participantCount, "participant"), "参加者\(report.participantCount)人")
    return language.pick(
      "exported \(trials) of \(people) to \(counted(report.fileCount, "file")) in \"\(path)\"",
      "\(people)の\(trials)を \(path) の\(report.fileCount)ファイルに書き出しました")
      + omissions(report.skippedRounds, lostCount)
  }

  func export(_ report: Psych201Export.Report, _ path: String, lostCount: Int) -> String {
    let trials = language.pick(
      "\(counted(report.trialCount, "trial")) and \(counted(report.choiceCount, "choice"))",
      "\(report.trialCount)試行（選択\(report.choiceCount)回）")
    let people = language.pick(
      counted(report.participantCount, "participant"), "参加者\(report.participantCount)人")
    return language.pick(
      "exported \(trials) of \(people) to \"\(path)\"", "\(people)の\(trials)を \(path) に書き出しました")
      + report.skippedTrials.words(in: language) + omissions(report.skippedRounds, lostCount)
  }

  /// Returns the line about the simulated participants of an export; none without one.
  func exported(_ simulated: SimulatedCounts) -> [String] {
    guard simulated.trialCount > 0 else { return [] }
    let trials = counted(simulated.trialCount, "trial")
    let people = counted(simulated.participantCount, "participant")
    return [
      language.pick(
        "SIMULATED: \(trials) of \(people), after those of people",
        "シミュレーション: 模擬参加者\(simulated.participantCount)人の\(simulated.trialCount)試行は人の試行のあとにあります")
    ]
  }

  /// Returns the lines about rules of studies that exclude some of the exported trials.
  func marked(_ counts: RuleCounts) -> [String] {
    let lines = lines(ofMarksBy: counts)
    guard counts.all.count > 1 else { return lines }
    let trials = counted(counts.trialCount, "trial")
    let several = counts.wordsOnSeveral(in: language)
    return lines + [
      language.pick(
        "\(trials) marked as excluded by these rules\(several)",
        "これらの規則による excluded の印は\(counts.trialCount)試行にあります\(several)")
    ]
  }

  private func lines(ofMarksBy counts: RuleCounts) -> [String] {
    counts.all.map { count in
      let trials = counted(count.trialCount, "trial")
      let people = counted(count.participantCount, "participant")
      let rule = "\(count.rule.study): exclude \(count.rule.text)"
      return language.pick(
        "\(trials) of \(people) marked as excluded by \(rule)",
        "\(rule) に当たる\(count.participantCount)人の\(count.trialCount)試行に excluded の印があります")
    }
  }

  /// Returns a line about each damaged row of a study, an enrolment or a participant that an export
  /// lacks.
  func lacking(_ rows: [RecordError]) -> [String] {
    rows.map { error in
      language.pick(
        "participants and marks of a study may be missing: \(Refusal(error).words(in: language))",
        "参加者や研究の印が欠けているかもしれません: \(Refusal(error).words(in: language))")
    }
  }

  /// Returns the numbers of the skipped rounds, the damaged ones first; empty without any.
  func skipped(_ rounds: SkippedRounds) -> String {
    damaged(rounds.damaged) + differing(rounds.differing)
  }

  /// Returns the end of the reply to an export: everything that the files lack.
  private func omissions(_ rounds: SkippedRounds, _ lostCount: Int) -> String {
    lost(lostCount) + damaged(rounds.damaged)
      + clause(
        rounds.playedCount,
        "; left out \(counted(rounds.playedCount, "trial that is", "trials that are")) not over",
        "。終わっていない\(rounds.playedCount)試行は除きました")
  }

  /// Returns a clause about a number of things; empty for 0.
  func clause(
    _ count: Int, _ english: @autoclosure () -> String, _ japanese: @autoclosure () -> String
  ) -> String {
    count > 0 ? language.pick(english(), japanese()) : ""
  }

  /// Returns the numbers of the first 20 damaged rounds that were skipped.
  func damaged(_ rounds: [Int]) -> String {
    clause(
      rounds.count, "; left out \(counted(rounds.count, "damaged round")): ",
      "。壊れた\(rounds.count)ラウンドは除きました: ") + firstNumbers(of: rounds)
  }

  /// Returns the numbers of the first 20 rounds that a merge has skipped because they differ.
  private func differing(_ rounds: [Int]) -> String {
    clause(
      rounds.count,
      "; left out \(counted(rounds.count, "round")) of what went on differently here: ",
      "。ここと内容が違う\(rounds.count)ラウンドは除きました: ") + firstNumbers(of: rounds)
  }

  /// Returns the first 20 numbers, and how many there are more.
  private func firstNumbers(of rounds: [Int]) -> String {
    let named = rounds.prefix(20).map { "\($0)" }
    let rest = rounds.count - named.count
    return language.pick(
      named.joined(separator: ", ") + (rest > 0 ? " and \(rest) more" : ""),
      named.joined(separator: "、") + (rest > 0 ? "と、ほか\(rest)" : ""))
  }

  /// Returns the line about rounds that a session without a store has discarded.
  private func lost(_ count: Int) -> String {
    clause(
      count, "; \(counted(count, "older round is", "older rounds are")) no longer known",
      "。古い\(count)ラウンドはもう残っていません")
  }

  /// Returns the reply to `import`.
  func imported(_ report: Import.Report, _ path: String) -> String {
    let counts = counts(report.trialCount, report.pressCount)
    return language.pick("imported \(counts) from \"\(path)\"", "\(path) から\(counts)を取り込みました")
      + known(report.knownCount) + doubled(report.doubledCount)
      + withdrawn(report.withdrawnCount) + unread(report)
  }

  /// Returns the numbers of trials and of participants whose answers an import has not read.
  private func unread(_ report: Import.Report) -> String {
    let (trialCount, peopleCount) = (report.answeredCount, report.answeredPeopleCount)
    let parts = [
      trialCount > 0
        ? language.pick("after \(counted(trialCount, "trial"))", "\(trialCount)試行のあとの答え") : nil,
      peopleCount > 0
        ? language.pick(
          "of \(counted(peopleCount, "participant")) before and after blocks",
          "\(peopleCount)人のブロックの前やあとの答え") : nil,
    ].compactMap(\.self)
    guard !parts.isEmpty else { return "" }
    return language.pick(
      "; the answers \(parts.joined(separator: " and ")) were not read (\"merge\" brings answers)",
      "。\(parts.joined(separator: "と"))は読みませんでした（答えは merge で取り込みます）")
  }

  /// Returns the number of skipped trials of simulated participants whom the store has under other
  /// identifiers; empty for 0.
  func doubled(_ count: Int) -> String {
    clause(
      count,
      "; left out \(counted(count, "trial")) of simulated participants who are here already, "
        + "with the same code and seed",
      "。同じコードとシードの模擬参加者がすでにいるため、\(count)試行は除きました")
  }

  /// Returns the number of skipped trials of erased participants.
  func withdrawn(_ count: Int) -> String {
    clause(
      count,
      "; left out \(counted(count, "trial")) of participants who have withdrawn",
      "。研究をやめた参加者の\(count)試行は除きました")
  }

  func export(_ report: ExportNews.Report, _ path: String) -> String {
    let damaged = report.damagedCount
    return language.pick(
      "exported \(counted(report.count, "news item")) to \"\(path)\"",
      "お知らせ\(report.count)件を \(path) に書き出しました")
      + clause(
        damaged, "; left out \(counted(damaged, "damaged row"))", "。壊れた\(damaged)行は除きました")
  }

  func imported(_ report: ImportNews.Report, _ path: String) -> String {
    language.pick(
      "imported \(counted(report.count, "news item")) from \"\(path)\"",
      "\(path) からお知らせ\(report.count)件を取り込みました") + known(report.knownCount)
  }

  /// Returns the number of rows that the store already had; empty for 0.
  private func known(_ count: Int) -> String {
    clause(count, "; \(counted(count, "was", "were")) already there", "。\(count)件はすでにありました")
  }

  /// Returns the reply of `recover`: the numbers of recovered and lost rows.
  func lines(of report: Recover.Report, _ path: String) -> [String] {
    let count = report.recovery.rowCount
    let excluded = report.recovery.excludedCount
    let first =
      language.pick(
        "recovered \(counted(count, "row")) to \"\(path)\"", "\(count)行を \(path) に救い出しました")
      + clause(
        excluded, "; left out \(counted(excluded, "row")):", "。次の\(excluded)行は除きました:")
    let contradictory = report.contradictoryRows
    let head = language.pick(
      "\(counted(contradictory.count, "row")) can't be verified:",
      "\(contradictory.count)行は確かめられません:")
    return [first] + report.excludedRows.map { "  " + $0.words(in: language) }
      + (contradictory.isEmpty ? [] : [head]) + contradictory.map { "  " + $0.words(in: language) }
  }

  /// Returns the numbers of trials and presses.
  private func counts(_ trials: Int, _ presses: Int) -> String {
    language.pick(
      "\(counted(trials, "trial")) and \(counted(presses, "press", "presses"))",
      "\(trials)試行（押下\(presses)回）")
  }

  /// Returns the state of the server, with the message of `chimp-lab`.
  private func line(of server: ServerReachability) -> String {
    let line = language.pick("server: ", "サーバー: ") + server.words(in: language)
    return switch server {
    case .asked, .reachable, .unreachable(_, nil): line
    case .unreachable(_, let reason?): line + language.pick(": ", "。") + reason
    case .unknown(let fault): line + language.pick(": ", "。") + fault.words(in: language)
    }
  }

  /// Returns the reply of `status`.
  func lines(of status: StoreStatus) -> [String] {
    let location =
      status.path.map { language.pick("'\($0)'", $0) } ?? language.pick("in memory", "メモリー")
    let condition = status.condition.words(in: language)
    var lines = [
      language.pick("store: \(condition), \(location)", "記録の場所: \(location)、\(condition)")
    ]
    if status.condition != nil {
      lines.append(
        language.pick("rows: ", "行数: ")
          + (status.rowCount.map { "\($0)" } ?? language.pick("not known", "不明")))
    }
    if status.path != nil {
      let others = status.others.map { $0.words(in: language) }
      lines.append(
        language.pick("open elsewhere: ", "ほかで使用中: ")
          + (others.isEmpty
            ? language.pick("no", "なし") : others.joined(separator: language.pick(", ", "、"))))
    }
    if let server = status.server { lines.append(line(of: server)) }
    return lines
  }
}
