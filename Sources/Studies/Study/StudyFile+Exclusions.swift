import Game
import Shell

/// The line and column of a rule, for errors that are found at the end of the file.
struct ExclusionPosition {
  let line: Int
  let measureColumn: Int
  let relationColumn: Int
  let valueColumn: Int
  /// The column of the condition; `nil` without one.
  let conditionColumn: Int?
}

extension StudyFile {
  func parseExclusion() throws(StudyError) {
    guard plan.exclusions.count < StudyPlan.mostExclusions else {
      let limit = StudyPlan.mostExclusions
      throw StudyError(
        "a study has at most \(limit) exclusions", "除外の規則は\(limit)個までです", column: 1)
    }
    guard let subject = StudyExclusion.Subject(rawValue: invocation.text(0)),
      let relation = StudyExclusion.Relation(rawValue: invocation.text(2))
    else { return }
    let condition = invocation.textIfGiven(5)
    guard relation != .beyond else {
      try checkUnit()
      return try append(
        StudyExclusion(
          subject: subject, measure: invocation.text(1), relation: relation,
          value: invocation.text(3)))
    }
    guard condition != nil || invocation.textIfGiven(4) == nil else {
      let usage = "exclude SUBJECT MEASURE RELATION VALUE in CONDITION"
      throw StudyError(syntax: .missing("CONDITION", usages: [usage]))
    }
    try append(
      StudyExclusion(
        subject: subject, measure: invocation.text(1), relation: relation,
        value: invocation.text(3), condition: condition))
  }

  /// Removes `sd` from the end of a line with `beyond`, and notes it.
  ///
  /// Other rules have the name of a condition there.
  func separateUnit(of line: String) throws(Refusal) {
    hasDeviationUnit = false
    let last = invocation.wordCount - 1
    guard last == 5, invocation.text(ofWord: 0) == "exclude",
      invocation.text(ofWord: 3) == StudyExclusion.Relation.beyond.rawValue,
      invocation.text(ofWord: last) == StudyExclusion.deviationUnit
    else { return }
    hasDeviationUnit = true
    let length = invocation.column(ofWord: last) - 1
    invocation = Invocation(Array(String(line.unicodeScalars.prefix(length)).utf8))
    try invocation.split()
  }

  /// Throws unless a rule with `beyond` ends with the unit of standard deviations.
  private func checkUnit() throws(StudyError) {
    guard !hasDeviationUnit else { return }
    let isMissing = invocation.textIfGiven(4) == nil
    throw StudyError.notDeviations(column: isMissing ? nil : invocation.column(4))
  }

  private func append(_ exclusion: StudyExclusion) throws(StudyError) {
    guard !plan.exclusions.contains(exclusion) else {
      throw StudyError.usedTwice(exclusion.text, column: 1)
    }
    plan.exclusions.append(exclusion)
    exclusionPositions.append(
      ExclusionPosition(
        line: lineNumber, measureColumn: invocation.column(1),
        relationColumn: invocation.column(2), valueColumn: invocation.column(3),
        conditionColumn: exclusion.condition.map { _ in invocation.column(5) }))
  }

  /// Throws for the first rule with an invalid measured value, comparison or limit.
  func checkExclusions() throws(StudyError) {
    for (exclusion, position) in zip(plan.exclusions, exclusionPositions) {
      try check(exclusion, at: position)
    }
  }

  private func check(
    _ exclusion: StudyExclusion, at position: ExclusionPosition
  ) throws(StudyError) {
    guard exclusion.relation != .beyond else { return try checkLatency(exclusion, at: position) }
    let measure = exclusion.measure
    let isTrial = exclusion.subject == .trial
    let measures =
      isTrial
      ? StudyExclusion.TrialMeasure.allCases.filter { $0 != .latency }.map(\.rawValue)
      : StudyExclusion.ParticipantMeasure.allCases.map(\.rawValue)
    let question = plan.question(of: exclusion)
    let isPractice = !isTrial && measure == StudyExclusion.ParticipantMeasure.practice.rawValue
    guard measures.contains(measure) || question != nil else {
      if isTrial, measure == StudyExclusion.TrialMeasure.latency.rawValue {
        throw StudyError.notDeviations(column: position.relationColumn, line: position.line)
      }
      throw notMeasure(exclusion, measures, at: position)
    }
    try checkCondition(of: exclusion, question, at: position)
    guard let question else {
      guard !isPractice else { return try checkPractice(exclusion, at: position) }
      return try checkNumber(of: exclusion, at: position)
    }
    // Earlier programs had no rule about practice or missed holds, but perhaps a question with
    // that name.
    let later: [StudyExclusion.ParticipantMeasure] = [.practice, .holdMissed]
    let isLater = !isTrial && later.map(\.rawValue).contains(measure)
    guard !measures.contains(measure) || isLater else {
      throw StudyError(
        "\"\(measure)\" is a question and a measure: give the question another name",
        "\(measure) は質問でもあり測度でもあります。質問の名前を変えてください",
        column: position.measureColumn, line: position.line)
    }
    switch question.kind {
    case .choice(let choices): try checkChoice(exclusion, among: choices, at: position)
    case .decimal: try checkDecimal(of: exclusion, at: position)
    case .integer, .scale, .text: try checkNumber(of: exclusion, at: position)
    }
  }

  /// Returns the error for a rule whose name is no measure and no question with such answers.
  private func notMeasure(
    _ exclusion: StudyExclusion, _ measures: [String], at position: ExclusionPosition
  ) -> StudyError {
    let name = exclusion.measure
    let isTrial = exclusion.subject == .trial
    let questions = plan.questions.filter { $0.isRepeated == isTrial }
    guard !questions.contains(where: { $0.name == name }) else {
      return StudyError(
        "the answers to \(name) are texts, which no rule compares",
        "\(name) の答えは文章なので、規則では比べられません", column: position.measureColumn,
        line: position.line)
    }
    let latency = isTrial ? [StudyExclusion.TrialMeasure.latency.rawValue] : []
    let known = measures + latency + questions.filter { $0.kind != .text }.map(\.name)
    return StudyError(
      "\"\(name)\" can't be used to exclude, only \(known.joined(separator: ", "))",
      "\(name) では除外できません: \(known.joined(separator: "、"))", column: position.measureColumn,
      line: position.line)
  }

  /// Returns the error for a limit that the measured value or the answer can't have.
  private func notLimit(
    _ exclusion: StudyExclusion, _ limits: Text, at position: ExclusionPosition
  ) -> StudyError {
    StudyError(
      "\"\(exclusion.value)\" is not a value of \(exclusion.measure): \(limits.english)",
      "\(exclusion.value) は \(exclusion.measure) の値ではありません: \(limits.japanese)",
      column: position.valueColumn, line: position.line)
  }

  /// Returns the error for a comparison that the measured value or the question does not allow.
  private func notRelation(
    _ exclusion: StudyExclusion, at position: ExclusionPosition
  ) -> StudyError {
    let relation = exclusion.relation.rawValue
    return StudyError(
      "\(exclusion.measure) takes no \"\(relation)\", only \"is\"",
      "\(exclusion.measure) には \(relation) ではなく is を使います", column: position.relationColumn,
      line: position.line)
  }

  /// Throws unless the rule is about the latency of trials, and has a number of deviations.
  private func checkLatency(
    _ exclusion: StudyExclusion, at position: ExclusionPosition
  ) throws(StudyError) {
    guard exclusion.subject == .trial, exclusion.trialMeasure == .latency else {
      throw StudyError.notDeviations(column: position.measureColumn, line: position.line)
    }
    guard let number = Double(exclusion.value), number.short == exclusion.value,
      StudyExclusion.deviationLimits.contains(number)
    else {
      throw notLimit(exclusion, words(StudyExclusion.deviationLimits), at: position)
    }
  }

  /// Throws if a rule about a single condition has none, or is not about trials; does nothing
  /// without one.
  private func checkCondition(
    of exclusion: StudyExclusion, _ question: StudyQuestion?, at position: ExclusionPosition
  ) throws(StudyError) {
    guard let condition = exclusion.condition, let column = position.conditionColumn else { return }
    let measure = StudyExclusion.ParticipantMeasure(rawValue: exclusion.measure)
    guard exclusion.subject == .participant, question == nil, measure?.isOfTrials == true else {
      throw StudyError(
        "\(exclusion.measure) is not counted by condition: \"in\" can't follow it",
        "\(exclusion.measure) は条件ごとには数えません。in は書けません", column: column,
        line: position.line)
    }
    let names = plan.conditions.map(\.name)
    let cells = plan.conditions.flatMap(\.cells).map(\.name)
    guard names.contains(condition) || cells.contains(condition) else {
      let known = names + cells.filter { !names.contains($0) }
      throw StudyError(
        syntax: .notChoice("CONDITION", condition, known, column: column), line: position.line)
    }
  }

  /// Throws unless the rule excludes an existing choice.
  private func checkChoice(
    _ exclusion: StudyExclusion, among choices: [String], at position: ExclusionPosition
  ) throws(StudyError) {
    guard exclusion.relation == .equal else { throw notRelation(exclusion, at: position) }
    guard choices.contains(exclusion.value) else {
      let words = Text(choices.joined(separator: ", "), choices.joined(separator: "、"))
      throw notLimit(exclusion, words, at: position)
    }
  }

  /// Throws for a share of more than 100 %, and for a rule that no trial or participant can keep.
  func checkExclusionLimits() throws(StudyError) {
    let counts = plan.conditions.map(\.trialCount)
    let isLimited = !counts.contains(nil)
    let largest = isLimited ? counts.compactMap(\.self).max() : nil
    let total = isLimited ? counts.compactMap(\.self).reduce(0, +) * plan.sessionCount : nil
    for (exclusion, position) in zip(plan.exclusions, exclusionPositions) {
      guard let value = Int(exclusion.number) else { continue }
      var sentence: Text?
      switch (exclusion.subject, exclusion.measure) {
      case (.participant, StudyExclusion.ParticipantMeasure.passed.rawValue),
        (.participant, StudyExclusion.ParticipantMeasure.excluded.rawValue),
        (.participant, StudyExclusion.ParticipantMeasure.holdMissed.rawValue):
        if value > 100 { throw notLimit(exclusion, Self.share, at: position) }
      case (.participant, StudyExclusion.ParticipantMeasure.trials.rawValue):
        if exclusion.relation == .below, let total, value > total {
          sentence = Text(
            "a participant plays \(total) trials at the most, so that all would be excluded",
            "参加者の試行は多くても\(total)回なので、全員が除外されます")
        }
      case (.trial, StudyExclusion.TrialMeasure.studyTime.rawValue):
        if exclusion.relation == .above { sentence = sentenceOfLooks(exclusion, value) }
      case (.trial, StudyExclusion.TrialMeasure.number.rawValue):
        if exclusion.relation == .below, let largest, value > largest {
          sentence = Text(
            "no block has as many trials: \(largest) at the most, so that all would be excluded",
            "ブロックの試行は多くても\(largest)回なので、すべて除外されます")
        }
      default: break
      }
      if let sentence {
        throw StudyError(
          sentence.english, sentence.japanese, column: position.valueColumn,
          line: position.line)
      }
    }
  }

  /// Returns the sentence about a rule that excludes each trial with a longer study time; `nil` if
  /// it leaves trials whose hold was completed.
  private func sentenceOfLooks(_ exclusion: StudyExclusion, _ value: Int) -> Text? {
    if exclusion.isOfHold {
      return value >= 100
        ? nil
        : Text(
          "a completed hold is 100% of it, so that all would be excluded",
          "最後まで見た提示は100%なので、すべて除外されます")
    }
    let holds = plan.conditions.map { ($0.preset.shortestHold($0.settings), $0.settings) }
    let leavesTrials = holds.contains { hold, settings in
      guard let hold, value < hold else { return true }
      let tolerance = settings.presentation.tolerance
      return HoldAccuracy(requested: hold, measured: value, tolerance: tolerance).isMet
    }
    guard !leavesTrials, let shortest = holds.compactMap(\.0).min() else { return nil }
    return Text(
      "each hold is \(shortest) ms or longer, so that all would be excluded "
        + "(\(value)% is a share of the hold)",
      "提示時間は\(shortest)ミリ秒以上なので、すべて除外されます（提示時間の割合は\(value)%と書きます）")
  }

  /// Throws unless the value is a number in its shortest spelling.
  private func checkDecimal(
    of exclusion: StudyExclusion, at position: ExclusionPosition
  ) throws(StudyError) {
    guard let number = Double(exclusion.value), number.short == exclusion.value,
      number.magnitude <= Double(StudyExclusion.largestNumber)
    else { throw notLimit(exclusion, limits(of: exclusion), at: position) }
  }

  /// Throws unless the value is a whole number in its only valid spelling.
  private func checkNumber(
    of exclusion: StudyExclusion, at position: ExclusionPosition
  ) throws(StudyError) {
    guard let number = Int(exclusion.number), "\(number)" == exclusion.number,
      number.magnitude <= StudyExclusion.largestNumber,
      number >= 0 || plan.question(of: exclusion) != nil
    else { throw notLimit(exclusion, limits(of: exclusion), at: position) }
  }

  /// Returns the values that a rule can have, as the error of any other one says them.
  private func limits(of exclusion: StudyExclusion) -> Text {
    switch plan.question(of: exclusion)?.kind {
    case .integer(let range)?, .scale(let range)?:
      words(Double(range.lowerBound)...Double(range.upperBound))
    case .decimal(let range)?: words(range)
    default:
      isShare(exclusion) ? Self.share : Text("a whole number such as 150", "150 のような整数")
    }
  }

  private static var share: Text { Text("0% to 100%", "0%から100%") }

  private func words(_ range: ClosedRange<Double>) -> Text {
    let low = range.lowerBound.short
    let high = range.upperBound.short
    return Text("\(low) to \(high)", "\(low)から\(high)")
  }

  /// Throws unless the rule is `practice is failed`.
  private func checkPractice(
    _ exclusion: StudyExclusion, at position: ExclusionPosition
  ) throws(StudyError) {
    guard exclusion.relation == .equal else { throw notRelation(exclusion, at: position) }
    let failed = StudyExclusion.ParticipantMeasure.failed
    guard exclusion.value == failed else {
      throw notLimit(exclusion, Text(failed, failed), at: position)
    }
    guard !plan.criteria.isEmpty else {
      throw StudyError(
        "no practice of this study has a criterion (until=N)",
        "この研究の練習には終わりの条件（until=N）がありません", column: position.measureColumn,
        line: position.line)
    }
  }

  /// Throws for the first rule that, with those above it, excludes every value of what it measures.
  ///
  /// For example `trial time below 500` and `trial time above 400` leave no time.
  func checkExclusionsLeaveValues() throws(StudyError) {
    for (index, position) in exclusionPositions.enumerated() {
      let last = plan.exclusions[index]
      let rules = plan.exclusions[...index].filter {
        $0.subject == last.subject && $0.measure == last.measure
          && $0.condition == last.condition
      }
      if !leavesValues(rules, of: last) {
        throw StudyError(
          "the rules about \(last.measure) leave no value: all would be excluded",
          "\(last.measure) の規則ではどの値も残らず、すべて除外されます", column: position.valueColumn,
          line: position.line)
      }
    }
  }

  /// Returns whether a value exists that none of the rules about one measured value excludes.
  private func leavesValues(_ rules: [StudyExclusion], of rule: StudyExclusion) -> Bool {
    let values = Set(rules.filter { $0.relation == .equal }.map(\.number))
    let question = plan.question(of: rule)
    switch question?.kind {
    case .choice(let choices)?: return !values.isSuperset(of: choices)
    case .decimal(let range)?: return leavesDecimals(rules, range)
    default: break
    }
    guard let range = possibleValues(of: rule, question) else { return true }
    let limits = { (relation: StudyExclusion.Relation) in
      rules.filter { $0.relation == relation }.compactMap { Int($0.number) }
    }
    let low = max(range.lowerBound, limits(.below).max() ?? .min)
    let high = min(range.upperBound, limits(.above).min() ?? .max)
    guard low <= high else { return false }
    // Between two different shares there are always others.
    if low < high, isShare(rule), question == nil { return true }
    return high - low >= values.count
      || !values.isSuperset(of: (low...high).map { "\($0)" })
  }

  /// Returns whether a decimal answer exists that none of the rules excludes.
  private func leavesDecimals(_ rules: [StudyExclusion], _ range: ClosedRange<Double>) -> Bool {
    let limits = { (relation: StudyExclusion.Relation) in
      rules.filter { $0.relation == relation }.compactMap { Double($0.number) }
    }
    let low = max(range.lowerBound, limits(.below).max() ?? range.lowerBound)
    let high = min(range.upperBound, limits(.above).min() ?? range.upperBound)
    // Between two different numbers there are always others.
    return low < high || low == high && !limits(.equal).contains(low)
  }

  private func isShare(_ rule: StudyExclusion) -> Bool {
    rule.subject == .participant
      && StudyExclusion.ParticipantMeasure(rawValue: rule.measure)?.isShare == true
  }

  /// Returns the range of a measured number; `nil` for the outcome of practice.
  private func possibleValues(
    of rule: StudyExclusion, _ question: StudyQuestion?
  ) -> ClosedRange<Int>? {
    let all = 0...Int.max
    switch question?.kind {
    case .integer(let range)?, .scale(let range)?: return range
    default: break
    }
    guard rule.subject == .participant else {
      return rule.measure == StudyExclusion.TrialMeasure.number.rawValue ? 1...Int.max : all
    }
    if rule.measure == StudyExclusion.ParticipantMeasure.practice.rawValue { return nil }
    return isShare(rule) ? 0...100 : all
  }
}
