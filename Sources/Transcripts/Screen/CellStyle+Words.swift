extension CellStyle: CustomStringConvertible {
  private static let attributeWords: [(word: String, attribute: Attributes)] = [
    ("bold", .bold), ("faint", .faint), ("italic", .italic), ("blink", .blink),
    ("reverse", .reverse), ("hidden", .hidden), ("strike-through", .strikeThrough),
  ]
  private static let underlineWords: [(word: String, underline: Underline)] = [
    ("underline", .single), ("double-underline", .double), ("curly-underline", .curly),
    ("dotted-underline", .dotted), ("dashed-underline", .dashed),
  ]

  /// The style in words, such as `bold underline red on #102030`; empty for the standard one.
  package var description: String {
    var words = Self.attributeWords.filter { attributes.contains($0.attribute) }.map(\.word)
    words += Self.underlineWords.filter { $0.underline == underline }.map(\.word)
    if foreground != .standard { words.append(foreground.word) }
    if background != .standard { words += ["on", background.word] }
    return words.joined(separator: " ")
  }

  /// Creates the style that words describe, in any order; `nil` for an unknown word, one that is
  /// repeated, or none.
  package init?(_ words: String) {
    var rest = words.split(separator: " ").map(String.init)[...]
    guard !rest.isEmpty else { return nil }
    while let word = rest.popFirst() {
      let before = self
      if let (_, attribute) = Self.attributeWords.first(where: { $0.word == word }) {
        attributes.insert(attribute)
      } else if let (_, line) = Self.underlineWords.first(where: { $0.word == word }) {
        guard underline == .none else { return nil }
        underline = line
      } else {
        let isBackground = word == "on"
        let path = isBackground ? \Self.background : \Self.foreground
        guard self[keyPath: path] == .standard,
          let color = CellColor(isBackground ? rest.popFirst() ?? "" : word)
        else { return nil }
        self[keyPath: path] = color
      }
      guard self != before else { return nil }
    }
  }
}

extension CellColor {
  private static let names = [
    "black", "red", "green", "yellow", "blue", "magenta", "cyan", "white",
  ]

  /// The name of the colour, such as `red`, `bright-red`, `color-123` or `#102030`.
  var word: String {
    switch self {
    case .standard: "standard"
    case .palette(let number) where number < 8: Self.names[Int(number)]
    case .palette(let number) where number < 16: "bright-" + Self.names[Int(number) - 8]
    case .palette(let number): "color-\(number)"
    case .direct(let red, let green, let blue): Self.hexadecimal(red, green, blue)
    }
  }

  /// Creates a colour other than the standard one from its name; `nil` if it is unknown.
  fileprivate init?(_ word: String) {
    let numbers = (0...255).map { Self.palette($0) }
    if let color = numbers.first(where: { $0.word == word }) {
      self = color
      return
    }
    guard word.hasPrefix("#"), let value = UInt32(word.dropFirst(), radix: 16) else { return nil }
    self = .direct(
      red: UInt8(truncatingIfNeeded: value >> 16), green: UInt8(truncatingIfNeeded: value >> 8),
      blue: UInt8(truncatingIfNeeded: value))
    // Only six small digits without a sign are the name of a colour.
    guard self.word == word else { return nil }
  }

  /// The colour as `#rrggbb`; `nil` for the terminal's own.
  var hexadecimal: String? {
    switch self {
    case .standard: return nil
    case .palette(let number) where number < 16: return Self.sixteen[Int(number)]
    case .palette(let number) where number < 232:
      let levels: [UInt8] = [0, 95, 135, 175, 215, 255]
      let index = Int(number) - 16
      return Self.hexadecimal(levels[index / 36], levels[index / 6 % 6], levels[index % 6])
    case .palette(let number):
      let level = 8 + 10 * (number - 232)
      return Self.hexadecimal(level, level, level)
    case .direct(let red, let green, let blue): return Self.hexadecimal(red, green, blue)
    }
  }

  private static func hexadecimal(_ red: UInt8, _ green: UInt8, _ blue: UInt8) -> String {
    let digits = [red, green, blue].map { byte in
      (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }
    return "#" + digits.joined()
  }

  /// The sixteen colours of pictures, most of which can be read on a light and on a dark page.
  private static let sixteen = [
    "#24292f", "#cf222e", "#1a7f37", "#9a6700", "#0969da", "#8250df", "#1b7c83", "#8c959f",
    "#57606a", "#ff5a5f", "#2da44e", "#d4a72c", "#54aeff", "#c297ff", "#39c5cf", "#f6f8fa",
  ]
}
