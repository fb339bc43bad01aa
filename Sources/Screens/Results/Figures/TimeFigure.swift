import ChimpSystem
import Science
import Shell
import Statistics

extension Summary.Test {
  /// Returns the times of presses, or the requests of an agent on a virtual clock.
  func timeSentences(at place: FigurePlace) -> [String] {
    let language = place.language
    if let turns { return [turns.sentence(in: language)] }
    let first = firstPress.words(in: language)
    let later = laterPresses.words(in: language)
    return [
      isFirstSeen
        ? language.pick("first press after onset: \(first)", "提示から最初の押下: \(first)")
        : language.pick("first press after mask: \(first)", "隠れてから最初の押下: \(first)"),
      language.pick("later presses: \(later)", "その後の押下: \(later)"),
    ]
  }
}

extension Turns {
  /// Returns the mean numbers of requests and tokens.
  func sentence(in language: Language) -> String {
    func shown(_ mean: UnitMean) -> String {
      guard let value = mean.value else { return language.pick("none", "なし") }
      let interval = mean.interval?.bracketed(in: language) { $0.decimal(1) }
      return value.decimal(1) + (interval ?? "")
    }
    let (first, all) = (shown(first), shown(all))
    let tokens = tokens.map {
      language.pick("; tokens \(shown($0))", "。トークン \(shown($0))")
    }
    return language.pick(
      "requests after the look (instead of times): \(first) up to the first press, \(all) in all",
      "提示のあとの要求（時間の代わり）: 最初の押下まで\(first)、全部で\(all)") + (tokens ?? "")
  }
}

extension JSONMember where Subject == Turns {
  static var all: [Self] {
    [
      Self("trials", "how many trials are told by requests", { .integer($0.trialCount) }),
      .bounded("first_press", "the mean number up to the first press") { Bounded($0.first) },
      .bounded("all", "the mean number up to the last move") { Bounded($0.all) },
      .bounded("tokens", "the mean number of declared tokens; null if none were") {
        $0.tokens.map { Bounded($0) }
      },
    ]
  }
}

extension Latency {
  /// Returns a mean press time with its interval, or the reason why there is none.
  func words(in language: Language) -> String {
    var words: String
    switch estimate {
    case .success(let estimate):
      let range = estimate.interval.words(in: language) { $0.decimal(0) }
      words =
        estimate.value.milliseconds(in: language) + language.pick(" (\(range)), ", "（\(range)）、")
        + unit(in: language)
    case .failure(let fault):
      let mean = mean.map { $0.milliseconds(in: language) + language.pick(", ", "、") } ?? ""
      words = mean + fault.words(in: language, overParticipants: participantCount != nil)
    }
    if impossibleCount > 0 {
      words += language.pick(
        "; \(impossibleCount) without time", "。時間のない押下\(impossibleCount)回")
    }
    if missingCount > 0 {
      words += language.pick("; \(missingCount) not known", "。不明\(missingCount)回")
    }
    return words
  }

  private func unit(in language: Language) -> String {
    guard let count = participantCount else {
      return language.pick("geometric mean of \(self.count)", "\(self.count)回の幾何平均")
    }
    let presses = counted(self.count, "press", "presses")
    return language.pick(
      "geometric mean of \(counted(count, "participant")), \(presses)",
      "\(count)人の幾何平均、\(self.count)回")
  }
}
