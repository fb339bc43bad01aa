import ChimpSystem
import Science
import Shell
import Statistics

extension Summary.Threshold {
  /// The estimate; `nil` if there is none.
  var half: Summary.HalfHold? { if case .estimate(let half) = self { half } else { nil } }
}

extension JSONMember where Subject == Summary.HalfHold {
  static var all: [Self] {
    JSONMember<Bounded>.all(of: { Bounded($0.estimate.value, $0.estimate.interval) }) + [
      Self("guess", "the share that guessing passes", { JSONValue($0.guess) }),
      Self("lapse", "the share that lapses miss", { JSONValue($0.lapse) }),
      Self(
        "curve",
        "where the curve is from: the `trials` of one participant, the `mixed` regression, or the "
          + "`participants`, each with a curve",
        { .text($0.curve.name) }),
      Self("participants", "how many participants have a curve; only of `participants`") { half in
        guard case .ofParticipants(let count, _) = half.curve else { return nil }
        return .integer(count)
      },
    ]
  }
}

extension Summary.HalfHold.Curve {
  fileprivate var name: String {
    switch self {
    case .ofTrials: "trials"
    case .mixed: "mixed"
    case .ofParticipants: "participants"
    }
  }
}

extension Summary.Test {
  /// Returns the hold at which half of the trials are passed; nothing with too few holds.
  func thresholdSentences(at place: FigurePlace) -> [String] {
    let language = place.language
    guard let threshold else { return [] }
    let head = language.pick("hold at which half are passed: ", "半分成功する提示時間: ")
    switch threshold {
    case .severalCounts:
      return [head + language.pick("only for one number of numerals", "個数が1つのときだけ")]
    case .estimate(let half):
      let guess = half.guess > 0 ? half.guess.finePercent : "0 %"
      let lapse = half.lapse > 0 ? half.lapse.finePercent : "0 %"
      return [
        head + half.estimate.value.milliseconds(in: language)
          + half.estimate.interval.bracketed(in: language) { $0.decimal(0) }
          + half.origin(in: language)
          + language.pick(
            ", where p = 0.5; guesses \(guess), lapses \(lapse)",
            "、p = 0.5 の点。当て推量 \(guess)、見落とし \(lapse)")
          + (isBeyondHolds(half.estimate.value)
            ? language.pick(
              "; outside of the holds that were shown, where the curve is only a guess",
              "。呈示した時間の外で、曲線の延長です") : "")
      ]
    case .fault(let fault):
      // Without a slope there is no curve, for the same reason.
      if case .failure(let reason)? = slope, reason == fault {
        return [head + fault.noSlope(in: language, .hold)]
      }
      return [head + fault.words(in: language, overParticipants: participantCount > 1)]
    }
  }
}

extension Summary.Test {
  /// Returns whether a hold is shorter or longer than all that were shown.
  fileprivate func isBeyondHolds(_ hold: Double) -> Bool {
    let holds = groups.map(\.numbers).filter { $0.lowerBound > 0 }
    guard let least = holds.map(\.lowerBound).min(), let most = holds.map(\.upperBound).max()
    else { return false }
    return hold < Double(least) || hold > Double(most)
  }
}

extension Summary.HalfHold {
  fileprivate func origin(in language: Language) -> String {
    switch curve {
    case .ofTrials: ""
    case .mixed:
      language.pick(" for an average participant and board", "（平均的な参加者と盤）")
    case .ofParticipants(let count, let all):
      language.pick(
        ", geometric mean of \(count) of \(counted(all, "participant"))", "、\(all)人中\(count)人の幾何平均")
    }
  }
}
