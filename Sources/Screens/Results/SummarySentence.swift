import Archive
import ChimpSystem
import Game
import Science
import Shell
import Statistics

/// The first line about a test in `summary`: a sentence for the person who played it.
///
///     inoue-210: you passed 12 of 50, 24 %; students about 40 %, Ayumu about 79 %
///     human-benchmark: 8 games, best 9, last 7
struct SummarySentence {
  let language: Language
  /// The participant whom the reader asked for; `nil` for all, and for the reader.
  let asked: String?

  /// Creates the sentences about the trials of a filter, for a reader.
  init(_ language: Language, _ filter: TrialFilter, for reader: TableReader) {
    self.language = language
    asked = filter.participant == reader.ownCode ? nil : filter.participant
  }

  /// Returns the sentence about a test with its name.
  func line(about test: Summary.Test, named name: String) -> String {
    let course = test.name.flatMap(TestPreset.named)
    switch course.map(\.isScoredByLevel) {
    case .some(true) where !test.games.isEmpty: return "\(name): " + games(of: test, course)
    case .some(nil) where !test.games.isEmpty: return "\(name): " + estimates(of: test, course)
    default: return "\(name): " + passes(of: test, course)
    }
  }

  /// Returns the number of finished games, the best score and the last one.
  private func games(of test: Summary.Test, _ preset: TestPreset?) -> String {
    let games = test.games.filter(\.isComplete)
    guard let last = games.last, let best = games.map(\.level).max() else { return noGame }
    func name(_ level: Int) -> String {
      preset?.course.name(ofLevel: level, in: language) ?? "\(level)"
    }
    let count = count(of: games, "game", "ゲーム", test)
    guard games.count > 1 else {
      return language.pick("\(count), score \(name(best))", "\(count)、得点\(name(best))")
    }
    let isOfOne = test.participantCount == 1
    return count + language.pick(", best \(name(best))", "、最高\(name(best))")
      + (isOfOne ? language.pick(", last \(name(last.level))", "、最後は\(name(last.level))") : "")
  }

  /// Returns the number of finished adaptive tests, and what the last one found.
  private func estimates(of test: Summary.Test, _ preset: TestPreset?) -> String {
    let tests = test.games.filter(\.isComplete)
    guard let last = tests.last, let estimate = last.estimate else { return noGame }
    let count = count(of: tests, "test", "回", test)
    guard test.participantCount == 1 else { return count }
    let isHold = preset?.course == .procedure(.hold)
    let value = isHold ? estimate.milliseconds(in: language) : estimate.decimal(1)
    let found =
      last.beyond.map { $0.words(value, in: language) }
      ?? (isHold
        ? value
        : language.pick("\(value) numerals", "\(value)個"))
    return count + language.pick(", the last one found \(found)", "、最後の推定は\(found)")
  }

  private var noGame: String { language.pick("no game is finished yet", "終わったゲームはまだありません") }

  /// Returns the number of games, and of their participants if there are several.
  private func count(
    of games: [Results.Test], _ english: String, _ japanese: String, _ test: Summary.Test
  ) -> String {
    let count = language.pick(counted(games.count, english), "\(games.count)\(japanese)")
    if test.participantCount > 1 {
      let people = test.participantCount
      return language.pick("\(count) of \(people) participants", "\(people)人の\(count)")
    }
    return asked.map { language.pick("\(count) of \($0)", "\($0) の\(count)") } ?? count
  }

  /// Returns the number of passed trials, and the published shares.
  private func passes(of test: Summary.Test, _ preset: TestPreset?) -> String {
    guard let share = test.passes.value else { return noTrials(in: language) }
    let percent = (100 * share).decimal(0) + " %"
    let count = test.passes.count
    let passed = test.passes.passedCount
    let people = test.participantCount
    let own =
      people > 1
      ? language.pick(
        "\(people) participants passed \(percent) on average", "参加者\(people)人の成功は平均\(percent)")
      : language.pick(
        "\(person(in: test)) passed \(passed) of \(count), \(percent)",
        "\(person(in: test))\(count)回中\(passed)回成功、\(percent)")
    let others = test.kind?.isLookEnded == true ? [] : preset?.shortComparisons(in: language) ?? []
    let rest = others.joined(separator: language.pick(", ", "、"))
    return own + (rest.isEmpty ? "" : language.pick("; ", "。") + rest)
  }

  /// Returns the subject of the sentence about a single participant.
  private func person(in test: Summary.Test) -> String {
    if let asked { return language.pick(asked, "\(asked) は") }
    if let agent = test.kind?.agent { return language.pick(agent.name, "\(agent.name) は") }
    return test.hasSimulated
      ? language.pick("the participant", "参加者は") : language.pick("you", "あなたは")
  }
}

extension TestPreset {
  /// Returns the published shares of passes in a few words, those of people first.
  fileprivate func shortComparisons(in language: Language) -> [String] {
    let words = published.compactMap { result -> (isOfPeople: Bool, text: String)? in
      switch result.finding {
      case .students(_, let percent):
        (true, language.pick("students about \(percent) %", "学生は約\(percent) %"))
      case .chimpanzee(let name, let percent):
        (false, language.pick("\(name) about \(percent) %", "\(name) は約\(percent) %"))
      case .mostlyPassed(let name, let four, let five):
        (
          false,
          language.pick(
            "\(name) over \(four) % with 4 numerals, about \(five) % with 5",
            "\(name) は4個で\(four) %以上、5個で約\(five) %")
        )
      case .practised, .surpassed, .unmatched, .games: nil
      }
    }
    return words.filter(\.isOfPeople).map(\.text) + words.filter { !$0.isOfPeople }.map(\.text)
  }
}
