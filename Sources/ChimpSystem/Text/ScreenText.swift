/// Measures and wraps text for a screen of a certain width.
///
/// The width of a character is passed in, because terminals and locales disagree about it.
///
///     let text = ScreenText(columns: 8) { $0.displayWidth }
///     text.wrapped("one two three")  // ["one two", "  three"]
public struct ScreenText {
  /// Returns the number of columns of a character: 0 for a combining one, negative for an invisible
  /// one.
  ///
  ///     let text = ScreenText(columns: 80) { $0.value < 0x1100 ? 1 : 2 }
  public typealias Width = (Unicode.Scalar) -> Int

  public let columns: Int
  public let width: Width

  public init(columns: Int, width: @escaping Width) {
    self.columns = max(1, columns)
    self.width = width
  }

  /// Returns the rows of a reply, wrapped between words.
  ///
  /// Escape sequences have no width.
  public func rows(of bytes: some Collection<UInt8>) -> [String] {
    let lines = bytes.split(separator: 0x0a, omittingEmptySubsequences: false)
    return (lines.last?.isEmpty == false ? lines : lines.dropLast()).flatMap {
      wrapped(String(decoding: $0, as: UTF8.self))
    }
  }

  /// Returns the last lines of a reply that fit in a number of rows.
  ///
  /// If even the last line is too long, its first rows are returned.
  public func lastRows(of reply: ArraySlice<UInt8>, _ count: Int) -> [String] {
    let newLine: UInt8 = 0x0a
    var rows: [String] = []
    var rest = reply
    while rows.count < count, !rest.isEmpty {
      let line = rest.last == newLine ? rest.dropLast() : rest
      let start = line.lastIndex(of: newLine).map { $0 + 1 } ?? line.startIndex
      // One row more than needed is enough to see that the line does not fit.
      let text = String(decoding: line[start...], as: UTF8.self)
      let more = wrapped(text, limit: count - rows.count + 1)
      guard rows.isEmpty || rows.count + more.count <= count else { break }
      rows = more + rows
      rest = rest[..<start]
    }
    return Array(rows.prefix(max(0, count)))
  }

  /// Returns the number of columns of a text.
  public func width(of text: String) -> Int {
    text.unicodeScalars.reduce(0) { $0 + max(0, width($1)) }
  }

  /// Returns the longest prefix that fits in a number of columns.
  public func prefix(of text: String, columns: Int) -> String {
    String(prefix(of: text[...], columns: columns))
  }

  private func prefix(of text: Substring, columns: Int) -> Substring {
    let scalars = text.unicodeScalars
    var column = 0
    var escape = EscapeCode()
    for index in scalars.indices {
      column += escape.includes(scalars[index]) ? 0 : max(0, width(scalars[index]))
      guard column <= columns else { return Substring(scalars[..<index]) }
    }
    return text
  }

  /// Returns as many whole words of a text as fit in a number of columns.
  public func wholeWords(of text: String, columns: Int) -> String {
    let prefix = prefix(of: text, columns: columns)
    guard prefix != text else { return text }
    let end = lastBreak(in: text.prefix(prefix.count + 1), partingUnits: false)
    return end.map { String(text[..<$0]) } ?? ""
  }

  /// Wraps a line between words, and returns at most `limit` rows and one more.
  ///
  /// Further rows are indented to the column after the line's first gap of blanks, as in a table;
  /// without a gap by two columns, or as far as the line itself is.
  /// Between wide characters a row may end anywhere, except before closing punctuation, after an
  /// opening bracket and within a katakana word. A number and its unit stay in one row.
  public func wrapped(_ line: String, limit: Int = .max) -> [String] {
    lazy var indent = hangingIndent(of: line)
    var rows: [String] = []
    var margin = ""
    // A line may be long, so no row copies the rest of it.
    var rest = line[...]
    while case let row = prefix(of: rest, columns: columns - margin.count),
      row.endIndex != rest.endIndex
    {
      guard rows.count < limit else { return rows }
      // The row may also end exactly after the prefix, at a blank or next to a wide character.
      let candidates = rest.prefix(row.count + 1)
      let broken: Substring
      let ends = [false, true].lazy.compactMap { lastBreak(in: candidates, partingUnits: $0) }
      if let end = ends.first(where: { rest[..<$0].contains { $0 != " " } }) {
        broken = rest[..<end]
        rest = rest[end...].drop { $0 == " " }
      } else {
        let least = rows.isEmpty ? indent + 1 : 1
        broken = brokenWord(at: candidates, of: rest, least: least, most: row.count)
        rest = rest[broken.endIndex...]
      }
      rows.append(margin + broken)
      margin = String(repeating: " ", count: indent)
    }
    return rows + [margin + rest]
  }

  /// Returns the first row of a word that is too long for one row.
  ///
  /// At least one character is returned, even if the screen has no room for a wide one.
  private func brokenWord(
    at candidates: Substring, of rest: Substring, least: Int, most: Int
  ) -> Substring {
    let ends = candidates.indices.dropFirst(least)
      .filter { !Self.neverFirst.contains(candidates[$0]) }
    let afterSeparator = ends.last { "|/".contains(candidates[candidates.index(before: $0)]) }
    guard let end = afterSeparator ?? ends.last else { return rest.prefix(max(most, least)) }
    return rest[..<end]
  }

  /// Returns the last position at which the text can be broken.
  ///
  /// A number is parted from its unit only if asked to.
  private func lastBreak(
    in candidates: Substring, partingUnits partsUnits: Bool
  ) -> String.Index? {
    candidates.indices.dropFirst().last { index in
      let next = candidates[index]
      let before = candidates[candidates.index(before: index)]
      if next == " " {
        return partsUnits || !isBeforeUnit(index, behind: before, in: candidates)
      }
      let isBesideWide = isWide(next) || isWide(before)
      let isBracketed = Self.neverFirst.contains(next) || "（「".contains(before)
      let isInKatakana = isKatakana(next) && isKatakana(before)
      // A counter such as 回 stays in the row of its number.
      let isCounted = ("0"..."9").contains(before) && isWide(next)
      return isBesideWide && !isBracketed && !isInKatakana && (partsUnits || !isCounted)
    }
  }

  /// Returns `true` for the blank between a number and its unit, as in `95 %` and `210 ms`.
  private func isBeforeUnit(
    _ blank: Substring.Index, behind before: Character, in candidates: Substring
  ) -> Bool {
    guard ("0"..."9").contains(before) else { return false }
    // The unit may be beyond the last candidate.
    let unit = candidates.base[candidates.index(after: blank)...].prefix { $0 != " " }
      .prefix { $0.isLetter || $0 == "%" }
    return Self.units.contains(String(unit))
  }

  /// The units that stay in the row of their number.
  private static let units: Set<String> = ["%", "ms", "s"]

  /// The characters that may not begin a row.
  private static let neverFirst = "。、）」？！…〜ー・々っゃゅょッャュョァィゥェォ:,.;)%"

  /// Returns `true` for katakana, whose words are broken only if there is no other position.
  private func isKatakana(_ sign: Character) -> Bool { ("ァ"..."ー").contains(sign) }

  private func isWide(_ sign: Character) -> Bool { sign.unicodeScalars.contains { width($0) == 2 } }

  /// Returns the indentation of further rows: the column after the first gap of blanks, if it is
  /// not too far right.
  private func hangingIndent(of line: String) -> Int {
    let leading = line.prefix { $0 == " " }.count
    let words = line.dropFirst(leading)
    // A line that is indented already continues under its beginning.
    let usual = min(leading > 0 ? leading : 2, columns / 2)
    // A gap further on would leave too little room.
    let near = words.prefix(columns / 2 + 2)
    guard let gap = zip(near, near.dropFirst()).enumerated().first(where: { $1 == (" ", " ") })
    else { return usual }
    let blankCount = words.dropFirst(gap.offset).prefix { $0 == " " }.count
    let column = leading + width(of: String(words.prefix(gap.offset))) + blankCount
    return column <= columns / 2 ? column : usual
  }

  /// Returns the row and column of the cursor after a text.
  ///
  /// The text begins in the first column. If `next` begins with a wide character that does not fit,
  /// the cursor is on the next row.
  public func cursorPosition(
    after text: String, before next: String = ""
  ) -> (row: Int, column: Int) {
    var row = 0
    var column = 0
    for scalar in text.unicodeScalars {
      if scalar == "\n" || !hasRoom(for: scalar, at: column) { (row, column) = (row + 1, 0) }
      column += shownWidth(scalar, at: column)
      while column >= columns { (row, column) = (row + 1, column - columns) }
    }
    let isRoomLeft = next.unicodeScalars.first.map { hasRoom(for: $0, at: column) } ?? true
    return isRoomLeft ? (row, column) : (row + 1, 0)
  }

  /// Returns `false` for a wide character in the last column.
  private func hasRoom(for scalar: Unicode.Scalar, at column: Int) -> Bool {
    width(scalar) != 2 || column + 2 <= columns
  }

  /// Returns the number of columns of a character in the line editor.
  ///
  /// The editor shows tabs as blanks, and other control characters as `^X`.
  private func shownWidth(_ scalar: Unicode.Scalar, at column: Int) -> Int {
    switch scalar.value {
    case 0x09: 8 - column % 8
    case 0x0a: 0
    case 0..<0x20, 0x7f: 2
    default:
      if width(scalar) >= 0 { width(scalar) } else { scalar.value > 0xffff ? 8 : 7 }
    }
  }
}

/// Recognizes escape sequences, which have no width.
private struct EscapeCode {
  private var isOpen = false

  /// Consumes a character; returns `true` if it belongs to an escape sequence.
  mutating func includes(_ scalar: Unicode.Scalar) -> Bool {
    if scalar == "\u{1b}" { isOpen = true }
    defer { if isOpen, scalar.properties.isAlphabetic { isOpen = false } }
    return isOpen
  }
}
