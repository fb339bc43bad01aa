import Archive
import Game
import Shell
import Statistics
import Studies

/// The text of `study preregister`: a study's design in the order of the forms of OSF and
/// AsPredicted.
///
/// A number in parentheses is that of AsPredicted's question. Everything follows from the study
/// file, but for what was collected so far and the simulated power.
///
///     print(preregistration.lines.joined(separator: "\n"))
struct Preregistration {
  let plan: StudyPlan
  /// The text of the study file.
  let text: String
  /// The numbers of participants and trials that the store has already, and of the looks at them.
  let existing: (participantCount: Int, trialCount: Int, lookCount: Int)
  /// The time in milliseconds since 1970.
  let date: Int
  /// The simulated power, or the reason why there is none.
  let power: Result<PairedExperiment.Report, Refusal>
  let language: Language

  var lines: [String] {
    [
      "# " + language.pick("Preregistration: \(plan.name)", "事前登録: \(plan.name)"),
      "",
      language.pick("Study hash: \(plan.hash)", "研究のハッシュ: \(plan.hash)"),
      language.pick("Date: ", "日時: ") + "\(InstantText(milliseconds: date))",
      language.pick("Program: ", "プログラム: ") + ProgramVersion.citation,
    ]
      + section(language.pick("Study information", "研究の概要"), information)
      + section(language.pick("Design plan", "計画"), design)
      + section(language.pick("Sampling plan", "標本"), sampling)
      + section(language.pick("Variables", "変数"), variables)
      + section(language.pick("Analysis plan", "分析"), analysis)
      + section(language.pick("Other", "その他"), other)
      + section(
        language.pick("The study file", "研究のファイル"),
        text.split(separator: "\n").map { "    " + $0 })
  }

  private func section(_ title: String, _ lines: [String]) -> [String] {
    ["", "## \(title)", ""] + lines
  }

  private var information: [String] {
    [
      language.pick("Title: \(plan.name)", "題名: \(plan.name)"),
      language.pick("Hypothesis (2): ", "仮説 (2): ") + hypothesis,
    ]
  }

  private var hypothesis: String {
    guard let primary = plan.primary else {
      return language.pick(
        "none is declared: the study is exploratory", "ありません。探索的な研究です")
    }
    let name = primary.outcome.measure.words(in: language)
    return language.pick(
      "\(primary.first) and \(primary.second) differ in \(name)",
      "\(primary.first) と \(primary.second) は\(name)が違う")
  }

  private var design: [String] {
    let isBetween = !plan.groups.isEmpty
    return [
      language.pick(
        "Study type: experiment. Each participant plays all conditions"
          + (isBetween ? "; groups differ between participants." : "."),
        "研究の種類: 実験。参加者は全員がすべての条件を行います" + (isBetween ? "。グループは参加者間です。" : "。")),
      language.pick("Blinding: ", "盲検: ") + blinding,
      language.pick("Conditions (4):", "条件 (4):"),
    ] + plan.conditionLines(in: language).map { "- \($0)" } + groups + [
      language.pick("Orders: ", "順序: ") + plan.orderSentence(in: language)
        + (plan.orderCaution(in: language).map { language.pick(" Caution: \($0).", " 注意: \($0)。") }
          ?? ""),
      language.pick("Boards: ", "盤: ") + boards,
      language.pick("Sessions: ", "セッション: ") + sessions,
    ] + procedure + presentation
  }

  /// The practice, the breaks and the consent; empty without any.
  private var procedure: [String] {
    let practice = plan.practice.map { practice in
      let words = "\(practice.preset.name), \(practice.settings.practiceEnd(in: language))"
      return language.pick("Practice: \(words)", "練習: \(words)")
        + (practice.stopsFailed
          ? language.pick("; who fails it, ends there.", "。できなかった人はそこで終わります。")
          : language.pick(".", "。"))
    }
    let rest = plan.rest.map {
      language.pick(
        "Breaks: after each \(counted($0, "trial")) of a block.", "休憩: ブロックの\($0)試行ごと。")
    }
    let consent = plan.consent(in: language).map { _ in
      language.pick(
        "Consent: asked before the first block; who does not agree, plays nothing.",
        "同意: 最初のブロックの前に求めます。同意しない人は何も行いません。")
    }
    return [practice, rest, consent].compactMap(\.self)
  }

  /// What is fixed of the presentation of all trials; empty without such lines.
  private var presentation: [String] {
    let lines = plan.presentationLines(in: language)
    guard !lines.isEmpty else { return [] }
    return [language.pick("Presentation:", "呈示:")] + lines.map { "- \($0)" }
  }

  private var blinding: String {
    let shown = plan.shownItems.map { item in
      switch item {
      case .conditions: language.pick("names of conditions", "条件の名前")
      case .results: language.pick("results of blocks", "ブロックの結果")
      }
    }
    return shown.isEmpty
      ? language.pick(
        "a closed session shows neither the names of conditions nor results of blocks.",
        "閉じたセッションは、条件の名前もブロックの結果も見せません。")
      : language.pick(
        "a closed session shows " + shown.joined(separator: " and ") + ".",
        "閉じたセッションは" + shown.joined(separator: "と") + "を見せます。")
  }

  private var groups: [String] {
    guard !plan.groups.isEmpty else { return [] }
    let names = plan.groups.joined(separator: ", ")
    let way = plan.groupAssignment(in: language)
    return [
      language.pick("Groups (4): \(names); assigned: \(way)", "グループ (4): \(names)。割り当て: \(way)")
    ]
  }

  private var boards: String {
    let words =
      switch plan.boards {
      case .same: language.pick("all participants have the same", "全員が同じ盤")
      case .own: language.pick("each participant has others", "参加者ごとに別の盤")
      case .paired: pairedBoards
      }
    return words
      + (plan.isShuffled ? language.pick(", in another order in each block", "、ブロックごとに別の順") : "")
      + language.pick(".", "。")
  }

  /// The words about the boards that conditions share, if they share any.
  private var pairedBoards: String {
    let groups = plan.conditionsByBoards
    guard groups.count > 1 else {
      return language.pick(
        "all participants have the same, and all conditions of a session", "全員が、セッションの全条件でも同じ盤")
    }
    let shared = groups.filter { $0.count > 1 }.map { $0.joined(separator: ", ") }
    guard !shared.isEmpty else {
      return language.pick(
        "all participants have the same; no board comes again in another condition, because their "
          + "numerals or sizes differ",
        "全員が同じ盤（数字や大きさが違うので、ほかの条件に同じ盤は出ません）")
    }
    let list = shared.joined(separator: "; ")
    return language.pick(
      "all participants have the same, and so have these conditions of a session (\(list))",
      "全員が、セッションの次の条件でも同じ盤（\(list)）")
  }

  private var sessions: String {
    let gap = StudyController.duration(plan.gap, in: language)
    return "\(plan.sessionCount)"
      + (plan.sessionCount > 1 && plan.gap > 0
        ? language.pick(", at least \(gap) apart", "、間は少なくとも\(gap)") : "")
      + language.pick(".", "。")
  }

  private var sampling: [String] {
    let lines: [String]
    switch power {
    case .success(let report):
      lines = SimulationView(language: language).lines(of: report) + [powerNote]
    case .failure(let reason):
      let primary = PlannedPrimary(of: plan, count: plan.participantCount)
      lines =
        [language.pick("none: ", "ありません: ") + reason.words(in: language)]
        + (primary.map { [SimulationView(language: language).words(of: $0)] } ?? [])
    }
    return [
      existingData,
      language.pick(
        "Sample size (7): \(counted(plan.participantCount, "participant")).",
        "標本の大きさ (7): 参加者\(plan.participantCount)人。"),
      language.pick(
        "Stopping rule (7): no store enrols anybody beyond this number, which several stations share "
          + "only by the lists of a split; no interim test is planned.",
        "終わり方 (7): 1つのストアにはこの人数までしか登録できません。複数の端末が人数を分けるのは、"
          + "分けた名簿を使うときだけです。途中では検定しません。"),
      language.pick("Rationale, the simulated power of this design:", "根拠、この計画の検出力（シミュレーション）:"),
    ] + lines.map { "- \($0)" }
  }

  /// The data that the store has already, and what it knows of looks at them.
  ///
  /// A look is only kept while some of the planned participants are not complete.
  private var existingData: String {
    let data = language.pick(
      "Existing data (1): \(counted(existing.participantCount, "participant")) and "
        + "\(counted(existing.trialCount, "trial")) when this was written.",
      "すでにあるデータ (1): 参加者\(existing.participantCount)人、\(existing.trialCount)試行。")
    let looks =
      existing.lookCount > 0
      ? language.pick(
        " They were looked at before, in \(counted(existing.lookCount, "way")): "
          + "\"study deviations\" lists them.",
        "すでに\(existing.lookCount)通りの分析で見ています（study deviations に一覧）。") : ""
    let isFull = existing.trialCount > 0 && existing.participantCount >= plan.participantCount
    return data + looks
      + (isFull
        ? language.pick(
          " All planned participants are enrolled: looks at complete data are not counted.",
          "予定の人数が登録ずみです。全員がそろったあとの分析は数えていません。") : "")
  }

  /// What the simulated power does not have of the plan, and where that of the primary outcome is.
  private var powerNote: String {
    let note =
      language.pick(
        "each at alpha .05 without Holm's adjustment, of all trials without exclusions",
        "どれも α .05、Holm の調整も除外もなく、全試行で")
      + practiceNote
    guard let primary = plan.primary else { return note }
    let pairs = (try? power.get())?.pairs ?? []
    let isSimulated =
      primary.outcome == .accuracy
      && pairs.contains { Set([$0.first, $0.second]) == [primary.first, primary.second] }
    guard !isSimulated else { return note }
    return note
      + (primary.outcome == .accuracy
        ? language.pick(
          "; the difference of the primary outcome is not simulated, because the simulated people of "
            + "all groups are alike",
          "。仮想の人はどのグループも同じなので、主要評価項目の差のシミュレーションはありません")
        : language.pick(
          "; the times of the primary outcome are not simulated", "。主要評価項目の時間のシミュレーションはありません"))
  }

  /// What the simulated power takes for granted of practice; empty unless it can end the study.
  private var practiceNote: String {
    let canStop =
      plan.practice?.stopsFailed == true || plan.conditions.contains(where: \.stopsFailed)
    return canStop
      ? language.pick(", as if everybody passed the practice", "、全員が練習に合格するものとして") : ""
  }

  private var variables: [String] {
    let manipulated = [
      plan.conditions.flatMap(\.cells).count > 1 ? language.pick("the conditions", "条件") : nil,
      plan.groups.isEmpty ? nil : language.pick("the groups", "グループ"),
    ].compactMap(\.self)
    let names =
      manipulated.isEmpty
      ? language.pick("nothing", "なし") : manipulated.joined(separator: language.pick(" and ", "と"))
    return [
      language.pick("Manipulated: \(names).", "操作する変数: \(names)。"),
      language.pick("Measured (3):", "測る変数 (3):"),
      language.pick(
        "- whether a trial is passed: all numerals are pressed in ascending order",
        "- 試行の成功: すべての数字を小さい順に押したか"),
      language.pick(
        "- the time of the first press, and of each later one, in milliseconds, if it is right",
        "- 最初の押下と、そのあとの各押下の時間（ミリ秒、正しい押下だけ）"),
    ]
      + plan.questions.map { question in
        let range = question.answerRange(in: language).map { " (\($0))" } ?? ""
        return "- \(question.name): \(question.text(in: language))\(range), "
          + occasion(of: question)
          + (question.condition.map {
            language.pick(", only if \($0.name)=\($0.value)", "、\($0.name)=\($0.value) のときだけ")
          } ?? "")
      }
  }

  /// Returns when a question is asked.
  private func occasion(of question: StudyQuestion) -> String {
    switch question.moment {
    case .start: language.pick("before the first block", "最初のブロックの前")
    case .block: language.pick("after each block", "ブロックごと")
    case .trial: language.pick("after each trial", "試行ごと")
    case .end: language.pick("after the last block", "最後のブロックのあと")
    }
  }

  private var analysis: [String] {
    [
      language.pick("Primary analysis (5): ", "主要な分析 (5): ") + primaryAnalysis,
      language.pick(
        "Secondary analyses (5, 8): each contrast of conditions"
          + (plan.groups.isEmpty ? "" : " and of groups")
          + " by \"compare\": the paired t test of participants' values with Wilcoxon's test, or "
          + "Welch's test of two groups, and a logistic regression with random intercepts of "
          + "participants and boards. It has random slopes of a condition if their likelihood ratio "
          + "has p < .2, and Student's test of groups. Interactions with groups and effects of the "
          + "order by \"effects\", the "
          + "reliability of each condition by \"reliability\".",
        "副次的な分析 (5, 8): 条件" + (plan.groups.isEmpty ? "" : "とグループ")
          + "の各対比を compare で調べます。参加者の値の対応のあるt検定と Wilcoxon 検定（グループでは Welch）、"
          + "参加者と盤のランダム切片をもつロジスティック回帰です。尤度比の p が .2 より小さければ条件の"
          + "ランダム傾きも入れ、グループはt検定です。群との交互作用と順序の効果は effects、"
          + "各条件の信頼性は reliability で調べます。"),
      language.pick(
        "Inference criteria: two-sided, alpha .05, intervals of 95 %; Holm's adjustment within "
          + "the contrasts of one outcome.",
        "判断の基準: 両側、α .05、95 %の区間。指標ごとに、対比の数で Holm の調整をします。"),
      language.pick("Exclusions (6):", "除外 (6):"),
    ] + exclusions + [language.pick("Missing data: ", "欠測: ") + missing]
  }

  private var primaryAnalysis: String {
    guard let primary = plan.primary else {
      return language.pick("none is declared.", "ありません。")
    }
    let name = primary.outcome.measure.words(in: language)
    let test =
      switch primary.sides {
      case .conditions:
        language.pick("the t test of the participants' differences", "参加者ごとの差のt検定")
      case .groups:
        language.pick("Welch's test of the participants' means", "参加者ごとの平均の Welch 検定")
      }
    return language.pick(
      "\(name), \(primary.difference), by \(test), which is not adjusted.",
      "\(name)、\(primary.difference)、\(test)。調整しません。")
  }

  private var exclusions: [String] {
    let rules = plan.exclusions.map { "- exclude \($0.text)" }
    let always = Exclusions.Reason.inOrder.map { $0.words(in: language) }
      .joined(separator: language.pick(", ", "、"))
    return (rules.isEmpty ? [language.pick("- no rule", "- 規則はありません")] : rules)
      + [language.pick("- always, by reason: ", "- いつも除く試行: ") + always]
  }

  /// A block that was interrupted, and how a participant counts who has not played all blocks.
  private var missing: String {
    interrupted
      + language.pick(
        " Whoever has not played all conditions counts with the trials that there are: in a "
          + "difference of conditions after playing both"
          + (plan.groups.isEmpty
            ? "." : ", in a difference of groups always, and the reply says how many these are."),
        "すべての条件を終えていない参加者は、ある試行だけで数えます。条件の差には、両方を行った人だけが入ります。"
          + (plan.groups.isEmpty ? "" : "群の差には全員が入り、その人数を表示します。"))
  }

  private var interrupted: String {
    let stale = plan.stale.map { $0 / 60_000 }
    return stale.map {
      language.pick(
        "a block that was interrupted for \($0) minutes begins anew on other boards.",
        "\($0)分より長く中断したブロックは、別の盤でやり直します。")
    }
      ?? language.pick(
        "a block that was interrupted goes on where it was.", "中断したブロックは続きから始まります。")
  }

  private var other: [String] {
    [
      language.pick(
        "What was done otherwise is listed by \"study deviations\". Any other analysis is "
          + "exploratory (8).",
        "計画との違いは study deviations が表示します。ほかの分析はすべて探索的です (8)。")
    ]
  }
}
