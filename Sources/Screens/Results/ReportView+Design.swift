import Archive
import ChimpSystem
import Shell
import Statistics
import Studies

/// The design of a study, its participants with their answers, and its ratings.
extension ReportView {
  /// Writes the section about the design of a study; does nothing if the store has no such study.
  func writeDesign(
    of study: ReportFigures.Study, _ exclusions: Exclusions, to page: inout ReportPage
  ) {
    guard let plan = study.plan else { return }
    page.element("h2", language.pick("Design of \(study.name)", "\(study.name) の計画"))
    page.open("ul")
    for line in plan.conditionLines(in: language) { page.element("li", line) }
    if !plan.groups.isEmpty {
      let names = plan.groups.joined(separator: language.pick(", ", "、"))
      let way = words(
        for: study.enrolled?.groups, of: study, otherwise: plan.groupAssignment(in: language))
      page.element("li", language.pick("Groups: \(names); \(way)", "グループ: \(names)。\(way)"))
    }
    let order = words(
      for: study.enrolled?.orders, of: study, otherwise: plan.orderSentence(in: language))
    page.element("li", language.pick("Order: ", "順序: ") + order)
    page.element("li", participants(of: plan, study))
    for exclusion in plan.exclusions {
      page.element("li", line(about: exclusion, of: plan, exclusions))
    }
    page.close("ul")
    writeAnswers(of: study, to: &page)
  }

  /// Returns how groups or orders came about: those that were given, and how the program chose the
  /// others, if there are others.
  private func words(
    for given: ReportFigures.Study.Enrolled.Given?, of study: ReportFigures.Study,
    otherwise way: String
  ) -> String {
    guard let given, given.byHandCount + given.listedCount > 0 else { return way }
    let parts = [
      given.byHandCount > 0
        ? language.pick(
          "given by hand to \(counted(given.byHandCount, "participant"))",
          "\(given.byHandCount)人は手で決めました") : nil,
      given.listedCount > 0
        ? language.pick(
          "given from a list to \(counted(given.listedCount, "participant"))",
          "\(given.listedCount)人は表で決めました") : nil,
    ].compactMap(\.self).joined(separator: language.pick(", ", "、"))
    let isAll = given.byHandCount + given.listedCount == study.enrolled?.count
    let isPlayedByAll = study.enrolled?.simulatedCount == 0
    return isAll && isPlayedByAll
      ? parts : way + language.pick(" (\(parts))", "（\(parts)）")
  }

  /// Returns the numbers of planned, enrolled and counted participants.
  private func participants(of plan: StudyPlan, _ study: ReportFigures.Study) -> String {
    let planned = plan.participantCount
    let enrolled = study.enrolled?.count ?? 0
    let simulated = study.enrolled?.simulatedCount ?? 0
    let counted = study.participantCount
    return language.pick(
      "Participants: \(planned) planned, \(enrolled) enrolled"
        + (simulated > 0 ? ", \(simulated) simulated" : "") + ", \(counted) counted",
      "参加者: 予定\(planned)人、登録\(enrolled)人"
        + (simulated > 0 ? "、模擬\(simulated)人" : "") + "、数えた人\(counted)人")
  }

  /// Returns a rule with the numbers of trials and participants that it excludes.
  private func line(
    about exclusion: StudyExclusion, of plan: StudyPlan, _ exclusions: Exclusions
  ) -> String {
    let found = exclusions.byRule.all.first {
      $0.rule.study == plan.name && $0.rule.text == exclusion.text
    }
    let trials = found?.trialCount ?? 0
    let people = found?.participantCount ?? 0
    guard people > 0 else {
      return "exclude \(exclusion.text): " + language.pick("no trials", "当たる試行はありません")
    }
    let result = language.pick(
      "\(counted(trials, "trial")) of \(counted(people, "participant"))"
        + (exclusions.appliesRules ? " left out" : " counted all the same"),
      "\(people)人の\(trials)試行を" + (exclusions.appliesRules ? "除きました" : "数えました"))
    return "exclude \(exclusion.text): \(result)"
  }

  /// Writes a table of the answers before the first block, and one of the ratings after blocks and
  /// trials; does nothing without any.
  private func writeAnswers(of study: ReportFigures.Study, to page: inout ReportPage) {
    let caption = language.pick(
      "Of numbers: the mean over participants, and the lowest and the highest answer. Texts are in "
        + "the export only.",
      "数は参加者についての平均と最小・最大の答え。文は書き出しにだけあります。")
    let heads = [language.pick("question", "質問"), language.pick("answers", "答え")]
    let first = study.answers.filter { $0.condition == nil }
    if !first.isEmpty {
      let rows = first.map { [name(of: $0.question), $0.words(in: language)] }
      let title = language.pick("Participants of \(study.name)", "\(study.name) の参加者")
      write([heads] + rows, title, caption, to: &page)
    }
    let ratings = study.answers.filter { $0.condition != nil }
    guard !ratings.isEmpty else { return }
    let rows = ratings.map { answers in
      [
        name(of: answers.question), answers.condition ?? "", "\(answers.participantCount)",
        answers.words(in: language),
      ]
    }
    let own = [language.pick("condition", "条件"), "n"]
    let title = language.pick("Ratings in \(study.name)", "\(study.name) の評定")
    write([[heads[0]] + own + [heads[1]]] + rows, title, caption, to: &page)
  }

  /// Returns the text of a question, with the labels of a scale.
  private func name(of question: StudyQuestion) -> String {
    let text = question.text(in: language)
    guard case .scale = question.kind, let range = question.answerRange(in: language) else {
      return text
    }
    return language.pick("\(text) (\(range))", "\(text)（\(range)）")
  }

  private func write(
    _ rows: [[String]], _ title: String, _ caption: String, to page: inout ReportPage
  ) {
    page.open("figure")
    page.element("h3", title)
    page.element("figcaption", caption)
    page.table(rows, name: title)
    page.close("figure")
  }
}

extension AnswerFigures {
  /// Returns the mean and the range of numbers, the number of each choice, or that of texts.
  fileprivate func words(in language: Language) -> String {
    switch question.kind {
    case .integer, .decimal, .scale:
      guard let mean, let range else { return "" }
      let (low, high) = (range.lowerBound.short, range.upperBound.short)
      let count = counted(answerCount, "answer")
      return language.pick(
        "mean \(mean.decimal(2)), \(low) to \(high) (\(count))",
        "平均\(mean.decimal(2))、\(low)から\(high)（\(answerCount)件）")
    case .choice:
      return zip(question.choices(in: language), choiceCounts).map { "\($0) \($1)" }
        .joined(separator: language.pick(", ", "、"))
    case .text: return language.pick(counted(answerCount, "text"), "\(answerCount)件の文")
    }
  }
}
