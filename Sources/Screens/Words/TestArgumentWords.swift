import Examiner
import Game
import Science
import Shell
package import Studies

/// The error messages about arguments of `start TEST`.
///
///     kawai takes no hold=
///
/// They name the test, because the same key may be valid for another one.
extension Language {
  /// Returns the error message for an argument of a test.
  package func words(for mistake: TestMistake) -> String {
    switch mistake {
    case .notRange(let text): noRange(text)
    case .invalid(let fault): words(for: fault)
    case .notSize(let text):
      pick("size= takes a size such as 8x5, not \"\(text)\"", "size= は 8x5 のように書いてください: \(text)")
    case .notDecimals(let key, let limits, let text): noDecimals(key, limits, text)
    case .shortPractice(let count): needsPractice(count)
    case .count(let count, let test, let counts): noCount(test, counts, count)
    case .rangeOfTest(let range, let test, let ranges): noRange(test, ranges, range)
    case .key(let key, let test): noKey(test, key)
    case .keyOfMethod(let key, let test, let method): noKey(test, key, method)
    case .procedure(let fault, let test): noProcedure(test, fault)
    }
  }

  private func noCount(_ name: String, _ counts: [Int], _ count: Int) -> String {
    let counts = counts.map { "\($0)" }
    return pick(
      "\(name) is played with \(alternatives(counts)) numerals, not with \(count)",
      "\(name) の個数は\(counts.joined(separator: "か"))です: \(count)")
  }

  /// Returns the choices in English, such as `3, 4 or 5`.
  private func alternatives(_ choices: [String]) -> String {
    guard let last = choices.last, choices.count > 1 else { return choices.first ?? "" }
    return choices.dropLast().joined(separator: ", ") + " or " + last
  }

  /// Returns the error message for `until` without enough practice rounds.
  private func needsPractice(_ count: Int) -> String {
    pick(
      "until=\(count) needs practice=\(count) or more",
      "until=\(count) には practice=\(count) 以上が必要です")
  }

  private func noRange(_ name: String, _ ranges: [NumeralRange], _ range: NumeralRange) -> String {
    let ranges = ranges.map { "\($0.low)..\($0.high)" }
    return pick(
      "\(name) draws from \(alternatives(ranges)), "
        + "not from \(range.low)..\(range.high)",
      "\(name) の数字は \(ranges.joined(separator: " か ")) から選びます: \(range.low)..\(range.high)")
  }

  /// Returns the error message for a key that a test doesn't take, with those that it takes.
  private func noKey(_ name: String, _ key: String) -> String {
    let keys = TestPreset.named(name)?.keyNames ?? []
    return pick(
      "\(name) takes no \(key)=, only \(keys.joined(separator: ", "))",
      "\(name) に \(key)= は付けられません。使えるのは \(keys.joined(separator: "、")) です")
  }

  /// Returns the error message for a word after `start` that is no number and resembles no test.
  package func noStart(_ word: String) -> String {
    pick(
      "\"\(word)\" is neither a number nor a test: type start 5 8 5, "
        + "or menu for the tests",
      "\(word) は数でもテストの名前でもありません。start 5 8 5 のように書くか、"
        + "menu でテストを選んでください")
  }

  private func noProcedure(_ name: String, _ fault: ScienceError) -> String {
    switch fault {
    case .impossible(.numeralCount): pick("\(name) shows 2 to 20 numerals", "\(name) の個数は2から20です")
    case .impossible(.hold): pick("\(name) holds for 50 to 2000 ms", "\(name) の提示は50から2000ミリ秒です")
    case .impossible(.parameter):
      pick(
        "\(name) takes a down= of 1 to 3 and a step= of 1 to 18",
        "\(name) の down= は1から3、step= は1から18です")
    default: fault.words(in: self)
    }
  }

  private func noKey(_ name: String, _ key: String, _ method: ProcedureSettings.Method) -> String {
    pick(
      "\(name) takes no \(key)= with method=\(method.rawValue)",
      "\(name) の method=\(method.rawValue) に \(key)= は付けられません")
  }

  /// Returns the error message for the numbers after a key, with their ranges.
  private func noDecimals(
    _ key: String, _ limits: [ClosedRange<Double>], _ text: String
  ) -> String {
    let ranges = limits.map { "\($0.lowerBound.short)..\($0.upperBound.short)" }
      .joined(separator: ",")
    return pick(
      "\(key) takes \(limits.count == 1 ? "a number" : "numbers") of \(ranges), not \"\(text)\"",
      "\(key) は \(ranges) の数です: \(text)")
  }
}
