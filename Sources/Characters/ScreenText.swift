/// How a text lies on the rows of a screen.
package struct ScreenText {
  /// How many columns a scalar takes; 0 if it joins the one before, less if it can't be shown.
  package typealias Width = (Unicode.Scalar) -> Int

  package let columns: Int
  package let width: Width

  package init(columns: Int, width: @escaping Width) {
    (self.columns, self.width) = (max(1, columns), width)
  }

  /// The rows that a reply takes, which end between words; escape codes take no room.
  package func rows(of bytes: some Collection<UInt8>) -> [String] {
    let lines = bytes.split(separator: 0x0a, omittingEmptySubsequences: false)
    return (lines.last?.isEmpty == false ? lines : lines.dropLast()).flatMap {
      wrapped(String(decoding: $0, as: UTF8.self))
    }
  }

  /// The last lines of a reply in so many rows at most, which end between words; as much of the
  /// very last one as there is room for.
  package func lastRows(of reply: ArraySlice<UInt8>, _ count: Int) -> [String] {
    let newLine: UInt8 = 0x0a
    var (rows, rest) = ([String](), reply)
    while rows.count < count, !rest.isEmpty {
      let line = rest.last == newLine ? rest.dropLast() : rest
      let start = line.lastIndex(of: newLine).map { $0 + 1 } ?? line.startIndex
      // One row too many says as much as all of them.
      let text = String(decoding: line[start...], as: UTF8.self)
      let more = wrapped(text, limit: count - rows.count + 1)
      guard rows.isEmpty || rows.count + more.count <= count else { break }
      rows = more + rows
      rest = rest[..<start]
    }
    return Array(rows.prefix(max(0, count)))
  }

  /// How many columns a text takes.
  package func width(of text: String) -> Int {
    text.unicodeScalars.reduce(0) { $0 + max(0, width($1)) }
  }

  /// As much of the text as fits into so many columns.
  package func prefix(of text: String, columns: Int) -> String {
    String(prefix(of: text[...], columns: columns))
  }

  private func prefix(of text: Substring, columns: Int) -> Substring {
    let scalars = text.unicodeScalars
    var column = 0
    var escape = EscapeCode()
    for place in scalars.indices {
      column += escape.takes(scalars[place]) ? 0 : max(0, width(scalars[place]))
      guard column <= columns else { return Substring(scalars[..<place]) }
    }
    return text
  }

  /// As many whole words of the text as fit into so many columns.
  package func words(of text: String, columns: Int) -> String {
    let prefix = prefix(of: text, columns: columns)
    guard prefix != text else { return text }
    return String(prefix[..<(prefix.lastIndex(of: " ") ?? prefix.startIndex)])
  }

  /// A line in rows that end between words, or the first of them; what follows a gap of blanks stays
  /// in its column.
  package func wrapped(_ line: String, limit: Int = .max) -> [String] {
    lazy var indent = hangingIndent(of: line)
    var rows: [String] = []
    var margin = ""
    // NB: no row copies what is behind it, because a line may be long.
    var rest = line[...]
    while case let row = prefix(of: rest, columns: columns - margin.count),
      row.endIndex != rest.endIndex
    {
      guard rows.count < limit else { return rows }
      // A row may also end right behind it, at a blank or beside a wide character.
      let signs = rest.prefix(row.count + 1)
      let taken: Substring
      if let end = lastEnd(in: signs), rest[..<end].contains(where: { $0 != " " }) {
        taken = rest[..<end]
        rest = rest[end...].drop { $0 == " " }
      } else {
        let least = rows.isEmpty ? indent + 1 : 1
        let places = signs.indices.dropFirst(least).filter { !Self.neverFirst.contains(signs[$0]) }
        let place = places.last { "|/".contains(signs[signs.index(before: $0)]) } ?? places.last
        // Where not even one wide character has room, it is shown nevertheless.
        taken = place.map { rest[..<$0] } ?? rest.prefix(max(row.count, least))
        rest = rest[taken.endIndex...]
      }
      rows.append(margin + taken)
      margin = String(repeating: " ", count: indent)
    }
    return rows + [margin + rest]
  }

  /// The last place between two words, or beside a wide character.
  private func lastEnd(in signs: Substring) -> String.Index? {
    signs.indices.dropFirst().last { place in
      let before = signs[signs.index(before: place)]
      return signs[place] == " "
        || (isWide(signs[place]) || isWide(before)) && !Self.neverFirst.contains(signs[place])
          && !"（「".contains(before) && !(isKatakana(signs[place]) && isKatakana(before))
    }
  }

  private static let neverFirst = "。、）」？！…〜ー・々っゃゅょッャュョァィゥェォ:,.;)%"

  /// Whether the sign belongs to a word that is not broken while there is another place.
  private func isKatakana(_ sign: Character) -> Bool { ("ァ"..."ー").contains(sign) }

  private func isWide(_ sign: Character) -> Bool { sign.unicodeScalars.contains { width($0) == 2 } }

  /// The column at which a line goes on: that behind its first gap, if there is room there.
  private func hangingIndent(of line: String) -> Int {
    let leading = line.prefix { $0 == " " }.count
    let words = line.dropFirst(leading)
    let usual = min(leading + 2, columns / 2)
    // A gap further on would leave too little room.
    let near = words.prefix(columns / 2 + 2)
    guard let gap = zip(near, near.dropFirst()).enumerated().first(where: { $1 == (" ", " ") })
    else { return usual }
    let column = leading + gap.offset + words.dropFirst(gap.offset).prefix { $0 == " " }.count
    return column <= columns / 2 ? column : usual
  }

  /// Where the editor stands behind a text that it shows from the first column on.
  ///
  /// A wide character that follows and has no room in the row takes the cursor to the next one.
  package func place(after text: String, before next: String = "") -> (row: Int, column: Int) {
    var (row, column) = (0, 0)
    for scalar in text.unicodeScalars {
      if scalar == "\n" || !hasRoom(for: scalar, at: column) { (row, column) = (row + 1, 0) }
      column += shownWidth(scalar, at: column)
      while column >= columns { (row, column) = (row + 1, column - columns) }
    }
    let isRoomLeft = next.unicodeScalars.first.map { hasRoom(for: $0, at: column) } ?? true
    return isRoomLeft ? (row, column) : (row + 1, 0)
  }

  private func hasRoom(for scalar: Unicode.Scalar, at column: Int) -> Bool {
    width(scalar) != 2 || column + 2 <= columns
  }

  /// The editor shows a tab as blanks, and other controls as `^X`.
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

/// Tells which characters belong to an escape code, and take no room.
private struct EscapeCode {
  private var isOpen = false

  mutating func takes(_ scalar: Unicode.Scalar) -> Bool {
    if scalar == "\u{1b}" { isOpen = true }
    defer { if isOpen, scalar.properties.isAlphabetic { isOpen = false } }
    return isOpen
  }
}

/// How many columns and rows a terminal has.
package struct TerminalSize: Equatable, Sendable {
  package let columns: Int
  package let rows: Int

  package init(columns: Int, rows: Int) { (self.columns, self.rows) = (columns, rows) }
}
