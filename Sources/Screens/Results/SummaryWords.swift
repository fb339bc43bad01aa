import Game
import Shell

/// Error messages about the arguments of `summary` and `compare`.
extension Language {
  /// Returns the error message for an unknown test, with all names.
  package func noTest(_ text: String) -> String {
    pick("there is no test \"\(text)\"", "\(named(text)) というテストはありません")
      + pick(" (", "（") + TestPreset.names.joined(separator: ", ") + pick(")", "）")
  }

  package var twoTrims: String {
    pick("latency= and trim= exclude each other", "latency= と trim= は同時に使えません")
  }

  package func noLatencyRange(_ text: String) -> String {
    pick(
      "latency must be two times in ms, such as 200..2000, not \"\(text)\"",
      "latency は 200..2000 のような2つのミリ秒です: \(text)")
  }

  package func noTrim(_ text: String) -> String {
    pick(
      "trim must be a number of standard deviations from 0.1 to 10, such as 2.5, not \"\(text)\"",
      "trim は 2.5 のような標準偏差の数（0.1から10）です: \(text)")
  }

  package func noCondition(_ word: String) -> String {
    pick(
      "\"\(word)\" is neither a test nor a count, a hold or a participant",
      "1つのテスト、個数、提示時間、参加者のどれでもありません: \(named(word))")
  }

  package func otherKind(_ first: String, _ word: String) -> String {
    pick(
      "\"\(first)\" and \"\(word)\" are different kinds of conditions",
      "\(first) と \(word) は種類が違います")
  }

  package func conditionTwice(_ word: String) -> String {
    pick("\"\(word)\" appears twice: compare takes each condition once", "同じ条件が2回あります: \(word)")
  }

  package func tooManyConditions(_ most: Int) -> String {
    pick("no more than \(most) conditions are compared", "比べられる条件は\(most)つまでです")
  }
}
