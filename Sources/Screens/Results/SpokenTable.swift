import ChimpSystem
import Shell

/// The rows of a table as sentences, for screen readers.
///
///     Table(["session", "passed", "%"], [["1", "8", "80.0"]]).sentence(of: row, in: .english)
///     // session 1: passed 8, 80 percent.
///
/// A column title stands before its value; percent, times and intervals are in words. Empty cells
/// are omitted.
extension Table {
  /// Returns a row as a sentence: its texts, then each number with its column title.
  func sentence(of row: [String], in language: Language) -> String {
    let heads = spokenHeads ?? heads
    let labelCount = max(1, textColumns)
    let comma = language.pick(", ", "、")
    var labels: [String] = []
    var values: [String] = []
    for (index, (head, text)) in zip(heads, row).enumerated() where !text.isEmpty {
      if index < labelCount {
        labels.append(SpokenFigure.label(text, head, in: language))
      } else if text == "-" {
        if let missing { values.append("\(head) \(missing)") }
      } else {
        values.append(SpokenFigure.value(text, head, in: language))
      }
    }
    let label = labels.joined(separator: comma)
    let end = language.pick(".", "。")
    guard !values.isEmpty else { return label + end }
    return label + ": " + values.joined(separator: comma) + end
  }
}

/// The words for figures in sentences.
///
///     SpokenFigure.percent(0.24, in: .english)  // 24 percent
enum SpokenFigure {
  /// Returns the label of a row; a number is preceded by the column title.
  static func label(_ text: String, _ head: String, in language: Language) -> String {
    let isNumber = text.allSatisfy { $0.isASCII && $0.isNumber }
    return isNumber && !head.isEmpty ? "\(head) \(text)" : units(of: text, in: language)
  }

  /// Returns a cell with its column title.
  static func value(_ text: String, _ head: String, in language: Language) -> String {
    if head.hasPrefix("95 %") { return between(text, in: language) }
    if head == "ms" { return language.pick("\(text) milliseconds", "\(text)ミリ秒") }
    guard head == "%" || head.hasSuffix(" %") else {
      return "\(head) \(units(of: text, in: language))"
    }
    let name = head.dropLast(2)
    return (name.isEmpty ? "" : "\(name) ")
      + language.pick("\(short(text)) percent", "\(short(text))パーセント")
  }

  /// Returns a proportion in percent.
  static func percent(_ share: Double, in language: Language) -> String {
    let text = short(share.percent)
    return language.pick("\(text) percent", "\(text)パーセント")
  }

  /// Returns an interval such as `3.6 to 5` in words; any other text stays.
  static func between(_ text: String, in language: Language) -> String {
    let parts = text.split(separator: language.pick(" to ", "〜")).map { short(String($0)) }
    guard parts.count == 2 else { return text }
    if parts[0] == "-" { return language.pick("below \(parts[1])", "\(parts[1])未満") }
    if parts[1] == "-" { return language.pick("above \(parts[0])", "\(parts[0])を超える") }
    return language.pick(
      "between \(parts[0]) and \(parts[1])", "\(parts[0])から\(parts[1])の間")
  }

  /// Returns a text with its units in words, and a fraction such as `3/5` as `3 of 5`.
  static func units(of text: String, in language: Language) -> String {
    let parts = text.split(separator: "/")
    if parts.count == 2, let part = Int(parts[0]), let whole = Int(parts[1]) {
      return language.pick("\(part) of \(whole)", "\(whole)のうち\(part)")
    }
    return text.replacing(".00 %", with: " %").replacing(
      "< ", with: language.pick("less than ", "未満 ")
    )
    .replacing(" %", with: language.pick(" percent", "パーセント"))
    .replacing(" ms", with: language.pick(" milliseconds", "ミリ秒"))
  }

  /// Returns a number without a zero behind its point.
  static func short(_ text: String) -> String {
    text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }
}
