import ChimpSystem

/// The meaning of a part of a reply, such as an error, which a terminal shows as a colour.
///
///     output.write(text: "right", .good)  // green on a terminal, the word alone elsewhere
public enum Style: Sendable {
  case plain, good, bad, dim

  /// The ANSI escape sequence that switches to the colour.
  fileprivate var escape: String {
    switch self {
    case .plain: "\u{1b}[0m"
    case .good: "\u{1b}[32m"
    case .bad: "\u{1b}[31m"
    case .dim: "\u{1b}[2m"
    }
  }
}

extension OutputWriter {
  /// Returns a text between the escape sequences of its style; the text alone if colours are off.
  public func styled(_ words: String, _ style: Style) -> String {
    hasColor ? style.escape + words + Style.plain.escape : words
  }

  /// Writes a text in a style, then switches back to plain.
  public func write(_ words: String, _ style: Style) { write(text: styled(words, style)) }
}

/// Returns the text with control and invisible characters escaped, so that it can't control a
/// terminal.
///
///     escaped("a\tb\u{1b}[2J")  // a\tb\e[2J
///
/// Line feeds are escaped, too: the result is always one line.
public func escaped(_ text: String) -> String {
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
