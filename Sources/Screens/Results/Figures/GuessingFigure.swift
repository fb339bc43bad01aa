import ChimpSystem
import Shell
import Statistics

/// The results of guessing, of which some are not told where outcomes decide about the next trials.
struct JudgedGuessing {
  let guessing: Guessing
  /// `true` if the number that guessing passes is binomial.
  let isBinomial: Bool
}

extension JSONMember where Subject == JudgedGuessing {
  static var all: [Self] {
    [
      Self("numerals", "how many numerals a board has", { .integer($0.guessing.numeralCount) }),
      Self(
        "guessed", "how many of them are guessed: all, or all but a first that is seen",
        { .integer($0.guessing.guessedCount) }),
      Self(
        "value", "the chance to pass a trial: 1 over the factorial of `guessed`",
        { JSONValue($0.guessing.share) }),
      Self(
        "mean_right", "the mean of right presses before the first error",
        { JSONValue($0.guessing.meanRightCount) }),
      Self(
        "fewest_above", "the fewest passes of which `p` is below 5 %",
        { JSONValue($0.isBinomial ? $0.guessing.fewestAbove : nil) }),
      Self(
        "p",
        "the probability that guessing passes at least as many trials; as `fewest_above`, null if "
          + "outcomes choose the next trials",
        { JSONValue($0.isBinomial ? $0.guessing.probability : nil) }),
    ]
  }
}

extension Summary.Test {
  /// Returns the line about guessing alone.
  func chance(at place: FigurePlace) -> [String] {
    guard let guessing else {
      // The page has the chance at each number.
      guard !place.isOfPage else { return [] }
      return [
        place.language.pick(
          "chance depends on the number of numerals: by=count shows it",
          "偶然の割合は個数によります（by=count で表示します）")
      ]
    }
    return [chance(guessing, in: place.language)]
  }

  /// Returns the probability that guessing passes as many trials.
  func byGuessing(at place: FigurePlace) -> [String] {
    guard !place.isOfPage else { return [] }
    guard let guessing = shownGuessing else { return [] }
    let language = place.language
    let passed = passes.passedCount
    let count = passes.count
    let tail = probability("p", guessing.probability, in: language)
    let guessed = guessing.meanRightCount.decimal(2)
    return [
      language.pick(
        "by guessing: \(passed) or more of \(count) with \(tail); on average "
          + "\(guessed) right before the first error",
        "偶然なら: \(passed)回以上の成功 \(tail)。最初の誤りまでの正解 \(guessed)")
    ]
  }

  /// Returns the proportion by guessing, and the smallest number of passes above chance.
  ///
  /// The number is not given for a test whose outcomes decide about its trials.
  private func chance(_ guessing: Guessing, in language: Language) -> String {
    let share = guessing.share.finePercent
    let guessed = guessing.guessedCount
    let count = guessing.trialCount
    if dependsOnOutcomes {
      return language.pick("chance \(share) (1/\(guessed)!)", "偶然 \(share)（1/\(guessed)!）")
    }
    guard let fewest = guessing.fewestAbove else {
      return language.pick(
        "chance \(share) (1/\(guessed)!), too few trials to beat chance",
        "偶然 \(share)（1/\(guessed)!）、偶然を超えるには試行が足りません")
    }
    return language.pick(
      "chance \(share) (1/\(guessed)!), above chance from \(fewest) of \(count)",
      "偶然 \(share)（1/\(guessed)!）、\(count)回中\(fewest)回以上で偶然を超えます")
  }
}
