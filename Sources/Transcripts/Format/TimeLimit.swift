/// How long a command may take.
package struct TimeLimit: Equatable, Sendable {
  package let line: Int
  package let milliseconds: Int

  /// Reads `500ms`, `2s` or `1m`.
  static func milliseconds(_ text: String) -> Int? {
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    let units = ["ms": 1, "s": 1000, "m": 60_000]
    guard let unit = units[String(text.dropFirst(digits.count))], let count = Int(digits),
      count > 0, count <= 86_400_000
    else { return nil }
    return count * unit
  }
}
