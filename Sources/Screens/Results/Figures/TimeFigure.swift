import ChimpSystem
import Science
import Shell
import Statistics

extension Summary.Test {
  /// Returns the times of presses.
  func timeSentences(at place: FigurePlace) -> [String] {
    let language = place.language
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
