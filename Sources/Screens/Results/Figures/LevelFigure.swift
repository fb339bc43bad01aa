import ChimpSystem
import Game
import Science
import Shell
import Statistics

extension JSONMember where Subject == FoundLevel {
  static var all: [Self] {
    [
      Self(
        "kind", "`span`, which a score by level is, too, or `hold`",
        {
          .text($0.isHold ? "hold" : "span")
        }),
      Self("test_count", "how many tests the mean has", { .integer($0.testCount) }),
      Self(
        "outside_below", "how many more lie below the range, in no mean",
        {
          .integer($0.outside.belowCount)
        }),
      Self("outside_above", "how many above it", { .integer($0.outside.aboveCount) }),
    ] + JSONMember<Bounded>.all(of: { Bounded($0.mean, $0.interval) })
  }
}

extension Summary.Test {
  /// Returns the mean result of adaptive tests, and the number of unfinished tests.
  func levelSentences(at place: FigurePlace) -> [String] {
    let language = place.language
    let open = language.pick(
      "not finished: \(openTestCount) of \(counted(testCount, "test"))",
      "途中まで: \(testCount)回中\(openTestCount)回")
    let openLines = openTestCount > 0 ? [open] : []
    guard let level = level else { return openLines }
    let isScore = name.flatMap(TestPreset.named)?.isScoredByLevel == true
    let explanation =
      level.isHold && !place.isOfPage ? [holdExplanation(in: language)] : []
    return explanation + [level.words(isScore: isScore, in: language)] + openLines
  }
}

extension FoundLevel {
  /// Returns a score, a span or a hold with its interval.
  fileprivate func words(isScore: Bool, in language: Language) -> String {
    func shown(_ value: Double) -> String { value.decimal(isHold ? 0 : 1) }
    let name = isScore ? language.pick("score: ", "得点: ") : language.pick("span: ", "記憶範囲: ")
    let head = isHold ? language.pick("hold found: ", "提示時間の推定: ") : name
    guard let mean = mean else { return head + outsideWords(in: language) }
    let bounds = interval?.bracketed(in: language, shown)
    let count = testCount
    let unit = participantCount.map {
      language.pick(
        ", mean of \(counted($0, "participant")), \(count) tests", "、\($0)人の平均、\(count)回")
    }
    return head + (isHold ? mean.milliseconds(in: language) : shown(mean)) + (bounds ?? "")
      + (unit
        ?? (count == 1
          ? language.pick(", 1 test", "、1回")
          : language.pick(", mean of \(count) tests", "、\(count)回の平均")))
      + (outside.count > 0 ? language.pick("; ", "。ほかに") + outsideWords(in: language) : "")
  }

  /// Returns the number of adaptive tests outside of their range, which are in no mean.
  private func outsideWords(in language: Language) -> String {
    let count = outside.count
    guard count == 1, let bound = outside.bound else {
      return language.pick(
        "\(count) tests outside the range, in no mean (\(outside.belowCount) below, "
          + "\(outside.aboveCount) above)",
        "\(count)回は範囲外で、平均に入りません（下\(outside.belowCount)回、上\(outside.aboveCount)回）")
    }
    let value = isHold ? bound.milliseconds(in: language) : bound.decimal(1)
    let end: RangeEnd = outside.belowCount > 0 ? .lower : .upper
    return end.words(value, in: language)
      + language.pick(", 1 test, in no mean", "、1回、平均に入りません")
  }
}
