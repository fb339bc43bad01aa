/// The numerals that a board may draw from, both ends included.
package struct NumeralRange: Hashable, Sendable {
  /// What any numeral of any board lies in.
  package static let limits = 0...999_999

  package let low: Int
  package let high: Int

  /// Makes a range, or says which end is wrong.
  package init(low: Int, high: Int) throws(BoardFault) {
    guard Self.limits.contains(low) else { throw .numeral(low) }
    guard Self.limits.contains(high) else { throw .numeral(high) }
    guard low <= high else { throw .rangeDescends(low: low, high: high) }
    self.low = low
    self.high = high
  }

  /// Reads a range as `LOW..HIGH`; nil for what is no such text.
  package static func ends(of text: String) -> (low: Int, high: Int)? {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 3, parts[1].isEmpty, let low = Int(parts[0]), let high = Int(parts[2])
    else { return nil }
    return (low, high)
  }

  /// How many numerals there are to draw from.
  package var count: Int { high - low + 1 }
}
