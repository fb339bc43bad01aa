/// How many lines a gap stands for.
struct LineGap: Equatable, Sendable {
  let least: Int
  /// Nil where there is no limit.
  let most: Int?

  /// Reads `...`, `3`, `2..4` or `1+`.
  init?(_ text: String) {
    if text == "..." {
      least = 0
      most = nil
    } else if text.hasSuffix("+") {
      guard let number = Self.number(text.dropLast()) else { return nil }
      least = number
      most = nil
    } else {
      let parts = text.split(separator: ".", omittingEmptySubsequences: false)
      guard let first = parts.first, let number = Self.number(first) else { return nil }
      least = number
      guard parts.count > 1 else {
        most = number
        return
      }
      guard parts.count == 3, parts[1].isEmpty, let last = Self.number(parts[2]), last >= number
      else { return nil }
      most = last
    }
  }

  private static func number(_ digits: Substring) -> Int? {
    guard !digits.isEmpty, digits.utf8.count < 10,
      digits.utf8.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 })
    else { return nil }
    return Int(digits)
  }
}
