import Archive
package import Exchange
package import Game
import Shell
package import Studies

/// Sentences about studies: replies for experimenters, and texts for participants.
///
///     block 1 of 3: inoue-210, 50 trials
///
/// Texts for participants contain no results.
extension Language {
  /// Returns a duration in its two largest units, such as `1 h 5 min`.
  func timeLeft(_ milliseconds: Int) -> String {
    let minutes = (milliseconds + 59_999) / 60_000
    let days = minutes / 1440
    let hours = minutes / 60 % 24
    let parts = [
      (days, pick("d", "日")), (hours, pick("h", "時間")), (minutes % 60, pick("min", "分")),
    ].filter { $0.0 > 0 }.prefix(2)
    return parts.map { "\($0.0) \($0.1)" }.joined(separator: " ")
  }

  /// Returns the reply to `study check`: conditions, orders and participants.
  package func summary(of plan: StudyPlan) -> String {
    let count = plan.participantCount
    let orders = plan.orderCount
    let conditions = plan.conditions.count
    let (each, rest) = count.quotientAndRemainder(dividingBy: orders)
    let share = rest == 0 ? "\(each)" : pick("\(each) or \(each + 1)", "\(each)か\(each + 1)")
    let source = plan.order == .latin ? pick(" (Williams 1949)", "（Williams 1949）") : ""
    let drawn = plan.order == .random ? pick("in random order", "無作為") : nil
    return pick(
      "\(counted(conditions, "condition")), \(counted(orders, "order"))",
      "\(conditions)条件、\(orders)通りの順序") + source + pick(", ", "、") + participants(count) + ": "
      + (drawn ?? pick("\(share) per order", "順序ごとに\(share)人"))
  }

  /// Returns the warnings about a valid study: boards that are known, and texts in one language.
  package func notes(on plan: StudyPlan) -> [String] {
    let texts = Language.allCases.compactMap { language in
      let keywords = plan.textsInOneLanguage.filter { $0.language == language }.map(\.keyword)
      return keywords.isEmpty
        ? nil
        : pick(
          "note: only in \(language == .english ? "English" : "Japanese"): "
            + keywords.joined(separator: ", "),
          "注意: \(language == .english ? "英語" : "日本語")だけ: " + keywords.joined(separator: "、"))
    }
    return (carryOver(in: plan).map { [$0] } ?? []) + texts
  }

  /// Returns the warning that boards come again after their solution was shown; `nil` if none does.
  private func carryOver(in plan: StudyPlan) -> String? {
    guard plan.showsSolutionsOfLaterBoards else { return nil }
    return pick(
      "note: boards come again after their solution was shown: feedback=outcome in each condition "
        + "hides it",
      "注意: 答えを見せた盤がまた出ます。各条件に feedback=outcome を書けば、答えは出ません")
  }

  /// Returns the instruction for an answer: its form, and the way to give it.
  package func asks(_ question: StudyQuestion) -> String {
    let range = answerRange(question).map { pick("\($0); ", "\($0)。") } ?? ""
    let skip = question.isOptional ? pick("; \"answer\" skips it", "。answer だけで答えずに進めます") : ""
    return question.text(in: self)
      + pick(
        " (\(range)\"answer \(placeholder(question))\"\(skip))",
        "（\(range)answer \(placeholder(question))\(skip)）")
  }

  /// Returns the instruction on how to answer a question in a closed session.
  package func closedAnswer(_ question: StudyQuestion) -> String {
    let range = answerRange(question).map { pick(" (\($0))", "（\($0)）") } ?? ""
    let skip = question.isOptional ? pick(" Enter alone skips it.", "Enter だけで答えずに進みます。") : ""
    return pick("Type your answer\(range) and press Enter.", "答え\(range)を入力して Enter を押します。") + skip
  }

  /// Returns the placeholder for the answer in the instruction.
  private func placeholder(_ question: StudyQuestion) -> String {
    switch question.kind {
    case .integer: "N"
    case .choice: "WORD"
    case .text: "TEXT"
    }
  }

  private func answerRange(_ question: StudyQuestion) -> String? {
    switch question.kind {
    case .integer(let range):
      pick(
        "\(range.lowerBound) to \(range.upperBound)", "\(range.lowerBound)から\(range.upperBound)")
    case .choice: question.choices(in: self).joined(separator: pick(", ", "、"))
    case .text: nil
    }
  }

  func notAnswer(_ text: String, _ question: StudyQuestion) -> String {
    let shown = text.isEmpty ? pick("an empty answer", "空の答え") : "\"\(text)\""
    let asked = question.text(in: self)
    guard let range = answerRange(question) else {
      return pick(
        "\(shown) is not an answer to \"\(asked)\": "
          + "1 to \(StudyQuestion.longestAnswer) characters",
        "\(shown)は「\(asked)」の答えではありません: "
          + "1から\(StudyQuestion.longestAnswer)文字")
    }
    return pick(
      "\(shown) is not an answer to \"\(asked)\": \(range)",
      "\(shown)は「\(asked)」の答えではありません: \(range)")
  }

  /// Returns the line that the answer was stored, or the question skipped.
  package func answered(_ question: StudyQuestion, _ answer: String) -> String {
    answer.isEmpty
      ? pick("\(question.name): skipped", "\(question.name): 答えずに進みます")
      : "\(question.name): \(shown(answer, question))"
  }

  /// Returns an answer in the participant's language.
  private func shown(_ answer: String, _ question: StudyQuestion) -> String {
    guard case .choice(let choices) = question.kind, let index = choices.firstIndex(of: answer)
    else { return answer }
    return question.choices(in: self)[index]
  }

  /// Returns the line below a consent page with the words to type.
  package func consentKeys(_ consent: StudyConsent) -> String {
    pick(
      "(\"answer \(consent.key)\" agrees; \"answer no\" ends, and nothing is kept)",
      "（answer \(consent.key) で同意します。answer no で終わり、何も残しません）")
  }

  package var agreed: String { pick("agreed", "同意しました") }

  package var notAgreed: String {
    pick("not agreed: the study is over, nothing was kept", "同意しませんでした。研究は終わりで、何も残していません")
  }

  /// Returns the reply of `enrol`: the participant's order and group.
  package func enrolled(
    _ code: String, _ plan: StudyPlan, order: Int, group: String? = nil
  ) -> String {
    let names = plan.conditions(inOrder: order).map(\.name).joined(separator: ", ")
    let practice = plan.practice.map {
      pick("; practice \($0.settings.practice)", "。練習\($0.settings.practice)回")
    }
    let rest = plan.rest.map { pick(", break after \($0)", "、\($0)回ごとに休憩") }
    let own = "\(code): " + (group.map { $0 + pick(", ", "、") } ?? "")
    return own
      + pick("order \(order) of \(plan.orderCount): ", "順序\(order)/\(plan.orderCount): ")
      + names + (practice ?? "") + (rest ?? "")
  }

  /// Returns the line at the beginning of a block.
  package func begins(_ block: StudyBlock, of count: Int, _ usual: TestSettings.Begin) -> String {
    let condition = block.condition
    let keys =
      (block.settings.begin ?? usual) == .key
      ? pick("; press Enter to begin each", "。Enter で1回ずつ始めます") : ""
    guard !block.isPractice else {
      let most = block.settings.practice
      let run = block.settings.until ?? 0
      let end =
        run == most
        ? pick(counted(most, "trial"), "\(most)試行")
        : pick(
          "until \(run) in a row are passed, at most \(most) trials",
          "\(run)回連続して成功するまで、多くても\(most)試行")
      let own = block.number == 0 ? "" : pick(" for \(named(condition))", "（\(named(condition))）")
      return pick("practice", "練習") + own + ": \(condition.preset.name), " + end + keys
    }
    let trials = condition.trialCount.map { pick(", \(counted($0, "trial"))", "、\($0)試行") }
    return pick("block \(block.number) of \(count), ", "ブロック\(block.number)/\(count)、")
      + named(condition) + ": " + condition.preset.name + (trials ?? "") + keys
  }

  /// Returns the line of an interrupted block that continues.
  package func continues(_ block: StudyBlock, of count: Int) -> String {
    guard !block.isPractice else { return pick("practice continues", "練習の続き") }
    return pick(
      "block \(block.number) of \(count), \(named(block.condition)), continues",
      "ブロック\(block.number)/\(count)、\(named(block.condition))の続き")
  }

  private func named(_ condition: StudyPlan.Condition) -> String {
    pick("condition \(condition.name)", "条件 \(condition.name)")
  }

  /// Returns the title of a block in a closed session, with the condition if the study shows it.
  package func closedTitle(
    of block: StudyBlock, of count: Int, namesCondition: Bool
  ) -> String {
    guard !block.isPractice else { return pick("Practice", "練習") }
    let own = namesCondition ? pick(", ", "、") + named(block.condition) : ""
    return pick("Block \(block.number) of \(count)", "ブロック\(block.number)/\(count)") + own
  }

  /// Returns the line about a block that begins anew, because it was asked for or is stale.
  package func beginsAnew(_ block: StudyBlock, isAsked: Bool) -> String {
    if isAsked {
      return pick(
        "the block begins anew; the earlier trials are kept", "ブロックを始めからやり直します。それまでの分は残します")
    }
    return pick(
      "the block was interrupted too long ago: it begins anew; the earlier trials are kept",
      "中断から時間がたったので、ブロックを始めからやり直します。それまでの分は残します")
  }

  package func rest(after count: Int) -> String {
    pick(
      "\(counted(count, "trial is", "trials are")) done: time for a break",
      "\(count)試行が終わりました。休憩しましょう")
  }

  /// Returns the line below a page of text.
  package func pageEnd(_ number: Int, of count: Int) -> String {
    pick("(page \(number) of \(count); \"next\" continues)", "（\(number)/\(count)ページ。next で進みます）")
  }

  /// Returns the progress of all participants, by group if there are groups.
  package func status(
    of plan: StudyPlan, _ enrolled: [(code: String, order: Int, group: String?)],
    _ progress: StudyProgress
  ) -> [String] {
    let rows = enrolled.map { code, order, group -> [String] in
      let blocks = plan.blocks(of: code, order: order)
      let states = progress[code] ?? [:]
      let done = blocks.count { !$0.isPractice && states[$0.number]?.isOver == true }
      let stopped = blocks.count { states[$0.number]?.testState == TestEnd.stopped.rawValue }
      let trials = blocks.reduce(0) {
        $0 + (!$1.isPractice ? states[$1.number]?.trialCount ?? 0 : 0)
      }
      let count = blocks.count { !$0.isPractice }
      let names = plan.conditions(inOrder: order).map(\.name).joined(separator: ", ")
      let words = pick(
        "order \(order): \(names); \(done) of \(counted(count, "block")) done, "
          + counted(trials, "trial"),
        "順序\(order): \(names)。\(count)ブロックのうち\(done)終了、\(trials)試行")
      let own = group.map { $0 + pick(", ", "、") } ?? ""
      return [
        code, own + words + (stopped > 0 ? pick(", \(stopped) stopped", "、中止\(stopped)") : ""),
      ]
    }
    let count = enrolled.count
    return ["\(plan.name) \(plan.hash): " + summary(of: plan)] + aligned(rows, textColumns: 2)
      + [enrolmentCount(count, of: plan.participantCount)]
  }

  /// Returns the number of enrolled participants, which stores that were merged can exceed.
  private func enrolmentCount(_ count: Int, of planned: Int) -> String {
    guard count > planned else {
      return pick("\(count) of \(planned) enrolled", "\(planned)人のうち\(count)人登録")
    }
    return pick(
      "\(count) enrolled, \(count - planned) more than the \(planned) planned",
      "\(count)人登録、予定の\(planned)人より\(count - planned)人多い")
  }

  package func madeStudy(_ name: String) -> String {
    pick(
      "wrote \"\(name)\": edit it, then \"study check \(name)\"",
      "\(name) を書きました。編集してから study check \(name) を使ってください")
  }

  /// Returns the reply after a merge.
  package func merged(_ report: MergeStudies.Report) -> String {
    let added = report.imported.trialCount
    let known = report.imported.knownCount
    let people =
      report.participantCount > 0
      ? pick(
        "\(counted(report.participantCount, "participant")) and ",
        "参加者\(report.participantCount)人と") : ""
    return people
      + pick(
        "\(counted(added, "trial")) added, \(counted(known, "was", "were")) already there",
        "\(added)試行を加えました。\(known)試行はすでにありました")
      + outsideTrials(report.outsideCount, of: report.file) + skipped(report.skippedRounds)
      + doubled(report.imported.doubledCount)
      + withdrawnParticipants(report.withdrawnCount) + withdrawn(report.imported.withdrawnCount)
  }

  private func outsideTrials(_ count: Int, of file: String) -> String {
    guard count > 0 else { return "" }
    return pick(
      "; left out \(counted(count, "trial")) of no study (\"import \(file)\" adds \(count == 1 ? "it" : "them"))",
      "。研究の外の\(count)試行は除きました（import \(file) で加えられます）")
  }

  private func withdrawnParticipants(_ count: Int) -> String {
    guard count > 0 else { return "" }
    return pick(
      "; left out \(counted(count, "participant")) who \(count == 1 ? "has" : "have") withdrawn",
      "。研究をやめた\(count)人は除きました")
  }

  /// Returns the line about participants of this store who were erased from the other one.
  package func withdrawnElsewhere(_ codes: [String]) -> String {
    let names = codes.joined(separator: pick(", ", "、"))
    return pick(
      "\(names) \(codes.count == 1 ? "has" : "have") withdrawn there, and "
        + "\(codes.count == 1 ? "is" : "are") still here: \"withdraw \(codes[0])\"",
      "\(names) は別の記録で研究をやめましたが、この記録に残っています: withdraw \(codes[0])")
  }

  package func withdrawalQuestion(_ code: String) -> String {
    pick("Erase everything about \(code), permanently?", "\(code) の記録をすべて、二度と戻らないように消しますか?")
  }

  /// Returns the lines about erased rows, and about copies that could not be erased.
  package func lines(of report: Withdraw.Report, server: String?) -> [String] {
    let erased = report.erased
    let first = pick(
      "\(report.code) is erased: \(counted(erased.trialCount, "trial")), "
        + "\(counted(erased.pressCount, "press", "presses")), "
        + counted(erased.enrolmentCount, "enrolment"),
      "\(report.code) を消しました: \(erased.trialCount)試行、\(erased.pressCount)回の押下、"
        + "登録\(erased.enrolmentCount)件")
    var lines = [first]
    if report.isPending {
      lines.append(
        pick(
          "another program is using the store: its file is cleaned when it is next opened",
          "別のプログラムが記録を読んでいます。次に開くときにファイルからも消します"))
    }
    for part in report.unclean {
      let name =
        switch part {
        case .file(let path): "'\(path)'"
        case .history: pick("the history of your lines", "入力の履歴")
        }
      lines.append(
        pick(
          "\(name) can't be cleaned now: this is tried again when the store is next opened",
          "\(name) からはまだ消せません。次に記録を開くときにもう一度消します"))
    }
    lines.append(
      pick(
        "what was exported, backed up, merged or sent elsewhere is out of reach: erase it there",
        "書き出したもの、バックアップ、ほかの記録や送り先のものは消せません。そこで消してください"))
    if let server {
      lines.append(
        pick(
          "the server has its own copy: \"chimp-lab erase \(server) \(report.code)\" erases it",
          "サーバーの分は chimp-lab erase \(server) \(report.code) で消します"))
    }
    return lines
  }

  /// Returns the line about participants who are enrolled in both stores.
  package func refusedByMerge(_ report: MergeStudies.Report) -> String {
    let codes = report.refused.joined(separator: ", ")
    let store = report.store.isEmpty ? pick("here", "ここ") : report.store
    return pick(
      "\(codes) \(report.refused.count == 1 ? "is" : "are") also in \(store): refused",
      "\(codes) は \(store) にもいるため、加えませんでした")
  }
}
