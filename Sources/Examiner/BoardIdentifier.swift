/// The name of a board as one word, in one of two forms.
///
///     let identifier = try BoardIdentifier("4x6n5#1/apple")
///     identifier.board().descriptiveIdentifier  // "4x6:3,3;3,4;1,5;1,4;2,6"
package enum BoardIdentifier: Equatable, Sendable {
  /// Cell by cell, stable across versions: `4x6:2,3;1,1;4,5` or `4x6:3@2,3;5@1,1`.
  case described(Board)
  /// By size, count and seed: `4x6n5#1/apple`.
  case seeded(SeededIdentifier)

  /// Parses either form; throws at the first character that does not fit, or for an invalid board.
  package init(_ text: String) throws(IdentifierError) {
    var reader = IdentifierReader(text)
    self = try reader.identifier()
  }

  /// Returns the described board, or draws the seeded one.
  package func board() -> Board {
    switch self {
    case .described(let board): board
    case .seeded(let identifier): identifier.board()
    }
  }
}

extension Board {
  /// The identifier cell by cell; the numerals are included only if they do not count from 1.
  package var descriptiveIdentifier: String {
    var text: [UInt8] = []
    text.reserveCapacity((count + 1) * Self.longestEntry)
    text.append(size.h, before: "x")
    text.append(size.v, before: ":")
    forEachNumeral { numeral, cell in
      if text.last != UInt8(ascii: ":") { text.append(UInt8(ascii: ";")) }
      if !numeralsCountFromOne { text.append(numeral, before: "@") }
      text.append(cell.h, before: ",")
      text.append(decimal: cell.v)
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// The maximum number of bytes for a numeral, its cell and the separators.
  private static var longestEntry: Int { 13 }
}

extension [UInt8] {
  /// Appends a number and the separator after it.
  mutating func append(_ number: Int, before separator: Unicode.Scalar) {
    append(decimal: number)
    append(UInt8(ascii: separator))
  }

  /// Appends the digits of a number, which must not be negative.
  mutating func append(decimal number: Int) {
    if number >= 10 { append(decimal: number / 10) }
    append(UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: number % 10))
  }
}
