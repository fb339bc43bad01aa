import Characters

/// What a piece of a reply means; on a terminal each meaning has a colour.
public enum Style: Sendable {
  case plain, good, bad, dim

  fileprivate var escape: StaticString {
    switch self {
    case .plain: "\u{1b}[0m"
    case .good: "\u{1b}[32m"
    case .bad: "\u{1b}[31m"
    case .dim: "\u{1b}[2m"
    }
  }
}

extension OutputWriter {
  /// What follows has this meaning, until the next style.
  package func style(_ style: Style) { if hasColor { write(style.escape) } }

  package func write(_ words: StaticString, _ style: Style) {
    let hasColor = hasColor
    compose { $0.append(words, style, hasColor: hasColor) }
  }
}

extension OwnedBuffer<UInt8> {
  /// Puts words that have a meaning at the end.
  @inlinable @inline(__always)
  public mutating func append(_ words: StaticString, _ style: Style, hasColor: Bool) {
    if hasColor { appendColored(words, style) } else { append(words) }
  }

  @usableFromInline
  mutating func appendColored(_ words: StaticString, _ style: Style) {
    append(style.escape)
    append(words)
    append(Style.plain.escape)
  }
}

/// The text with hidden characters escaped: it can't drive a terminal or deceive a reader.
package func escaped(_ text: String) -> String {
  guard text.unicodeScalars.contains(where: \.isHidden) else { return text }
  var result = ""
  for scalar in text.unicodeScalars {
    switch scalar {
    case "\n": result += "\\n"
    case "\t": result += "\\t"
    case "\r": result += "\\r"
    case "\u{1b}": result += "\\e"
    default:
      if !scalar.isHidden {
        result.unicodeScalars.append(scalar)
      } else if scalar.isASCII {
        let digits = String(scalar.value, radix: 16)
        result += digits.utf8.count < 2 ? "\\x0\(digits)" : "\\x\(digits)"
      } else {
        result += "\\u{\(String(scalar.value, radix: 16))}"
      }
    }
  }
  return result
}
