import Archive
import ChimpSystem
import Science
import Shell
import Statistics

/// The reply of `compare`.
///
///     210: 3 of 5 passed, 60.0 % (95 % interval 23.1 to 88.2)
///
/// All numbers are computed in `Statistics` and only rounded here. A difference is always written
/// with its interval, never with its p-value alone.
struct ComparisonView {
  let language: Language

  /// Returns the reply to `compare`: a line for each condition, then the pairs.
  func lines(of report: SurveyReport<Comparison>) -> [String] {
    let comparison = report.figures
    let place = FigurePlace(kind: .reply(nil), language: language)
    var lines = comparison.primary.map { Figure.all.sentences(about: $0, at: place) } ?? []
    lines += comparison.conditions.map { condition in
      "\(condition.word): "
        + (condition.passes.count > 0
          ? condition.passes.words(in: language) : noTrials(in: language))
    }
    for pair in comparison.pairs {
      // Of a single participant, the line about the boards names both sides.
      let isOverParticipants = pair.regression != nil
      if comparison.conditions.count > 2 || isOverParticipants {
        lines.append("\(pair.first) - \(pair.second):")
      }
      let compared = ComparedPair(pair: pair, kind: comparison.kind)
      lines += Figure.all.sentences(about: compared, at: place)
    }
    lines += comparison.trimmed?.lines(in: language) ?? []
    lines += comparison.familyLines(in: language)
    if let most = comparison.trialLimit {
      lines.append(
        language.pick("trials beyond the first \(most) are not compared", "最初の\(most)試行より後は比べません"))
    }
    return report.exclusions.marked(lines, in: language) + report.exclusions.notes(in: language)
  }
}

extension Comparison {
  /// Returns the line about the family of contrasts among which p-values are adjusted.
  ///
  /// Contrasts of which a filter selects only some trials are not adjusted, nor are pairs that are
  /// no contrasts of a study, such as conditions with several holds; the line says so. It is empty
  /// for a single pair outside of studies.
  func familyLines(in language: Language) -> [String] {
    guard let family else {
      let isOfStudy = kind == .condition || kind == .group
      let isTested = pairs.contains { !$0.probabilities.isEmpty }
      guard pairs.count > 1 || isOfStudy && isTested else { return [] }
      let subject = pairs.count > 1 ? "these are not the contrasts" : "this is no contrast"
      return [
        language.pick(
          "p is not adjusted: \(subject) that a study declares", "p は調整していません: 研究が決めた対比ではありません")
      ]
    }
    guard family.contrastCount > 1 else { return [] }
    let count = family.contrastCount
    guard family.isComplete else {
      return [
        language.pick(
          "p is not adjusted: only some trials of \(family.study) are compared, "
            + "whose \(count) contrasts are tested together",
          "p は調整していません: \(family.study) の対比\(count)個はまとめて検定しますが、"
            + "比べたのは試行の一部です")
      ]
    }
    let isGroups = family.kind == .group
    return [
      language.pick(
        "Holm: adjusted for the \(count) contrasts of the \(isGroups ? "groups" : "conditions") "
          + "of \(family.study), each outcome and each test on its own",
        "Holm: \(family.study) の\(isGroups ? "群" : "条件")の対比\(count)個で、指標と検定ごとに調整")
        + family.primaryNote(in: language)
        + (family.data.isEmpty
          ? ""
          : language.pick(
            ", all of the data with \(family.data)", "（すべて \(family.data) のデータ）"))
    ]
  }
}

extension ContrastFamily {
  /// Returns the number of secondary contrasts of the primary outcome; empty without one.
  fileprivate func primaryNote(in language: Language) -> String {
    guard let measure = primaryOutcome else { return "" }
    let name = measure.words(in: language)
    return language.pick(
      ", \(name) for the \(contrastCount - 1) without the primary one",
      "（\(name)は主要なものを除く\(contrastCount - 1)個）")
  }
}

extension DataOptions: CustomStringConvertible {
  /// The options as they are typed, such as `exclusions=no trim=2.5`.
  var description: String {
    var options: [String] = []
    if let reason = included.first {
      options.append("include=" + (included.count == 1 ? reason.key ?? "" : "all"))
    }
    if !appliesRules { options.append("exclusions=no") }
    switch trim {
    case .range(let range)?:
      options.append("latency=\(range.lowerBound.short)..\(range.upperBound.short)")
    case .deviations(let number)?: options.append("trim=\(number.short)")
    case nil: break
    }
    return options.joined(separator: " ")
  }
}
