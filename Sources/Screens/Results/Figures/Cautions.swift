import ChimpSystem
import Science
import Shell
import Statistics

extension Comparability {
  /// Returns the lines about figures of two conditions from which little can be concluded; none if
  /// there is nothing to say.
  ///
  /// `measures` are those that are told.
  func cautions(
    about differences: [Comparison.Difference] = [],
    of measures: [Comparison.Measure] = Comparison.Measure.allCases, in language: Language
  ) -> [String] {
    (measures.contains(.accuracy) ? adaptedCautions(in: language) : [])
      + (measures.contains(.firstPress) ? onsetCautions(in: language) : [])
      + differences.fewCautions(in: language) + differences.unfinishedCautions(in: language)
  }

  /// Returns the line that answers decide about trials, and what to use instead of shares.
  private func adaptedCautions(in language: Language) -> [String] {
    guard !adapted.isEmpty else { return [] }
    let found = adapted.map { $0.words(in: language) }
      .joined(separator: language.pick(" and ", "と"))
    return [
      language.pick(
        "caution: answers decide how hard the next trials are, so that the share passed says "
          + "little: use \(found) instead (results)",
        "注意: 答えによって次の試行の難しさが決まるので、成功の割合はあまり意味がありません。"
          + "代わりに\(found)を使ってください（results）")
    ]
  }

  /// Returns the line that the first presses of two conditions can't be compared.
  private func onsetCautions(in language: Language) -> [String] {
    guard mixesOnsets else { return [] }
    return [
      language.pick(
        "caution: first presses count from the mask with a hold, and from the onset without one",
        "注意: 最初の押下は、提示時間があれば数字が隠れたときから、なければ提示から数えています")
    ]
  }
}

extension Comparability.Finding {
  fileprivate func words(in language: Language) -> String {
    switch self {
    case .span: language.pick("the span", "記憶範囲")
    case .hold: language.pick("the hold found", "提示時間の推定")
    case .score: language.pick("the score", "得点")
    }
  }

  fileprivate var name: String {
    switch self {
    case .span: "span"
    case .hold: "hold"
    case .score: "score"
    }
  }
}

extension JSONMember where Subject == Comparability {
  static var all: [Self] { [mixedOnsets, adapted] }

  private static var mixedOnsets: Self {
    Self(
      "mixed_onsets", "whether some first presses are timed from the mask, others from the onset",
      { .bool($0.mixesOnsets) })
  }

  static var adapted: Self {
    Self(
      "adapted",
      "`span`, `hold` or `score` where answers decide about the next trials: use it, not the share",
      { .list($0.adapted.map { .text($0.name) }) })
  }
}

extension [Comparison.Difference] {
  /// Returns the line that participants of two groups have not played all conditions.
  fileprivate func unfinishedCautions(in language: Language) -> [String] {
    for difference in self where (try? difference.result.get()) != nil {
      guard let count = difference.unfinishedCount, count > 0,
        case .groups(let first, let second) = difference.unit
      else { continue }
      let all = first + second
      return [
        language.pick(
          "caution: \(count) of \(all) participants \(count == 1 ? "has" : "have") not played all "
            + "conditions, so that the groups may differ by their conditions",
          "注意: \(all)人のうち\(count)人はすべての条件を行っていません。群の差は条件の違いかもしれません")
      ]
    }
    return []
  }

  /// Returns the line that some of the tests are of two participants, or of a group of two; none if
  /// all have more.
  fileprivate func fewCautions(in language: Language) -> [String] {
    for difference in self where (try? difference.result.get()) != nil {
      switch difference.unit {
      case .participants(let count) where count < Interval.fewestValues:
        return [language.pick("caution: only two participants", "注意: 参加者は2人だけです")]
      case .groups(let first, let second) where Swift.min(first, second) < Interval.fewestValues:
        return [
          language.pick(
            "caution: a group has only two participants", "注意: 参加者が2人だけの群があります")
        ]
      default: continue
      }
    }
    return []
  }
}
