/// The text form of a board, in one of two forms.
///
///     let identifier = try BoardIdentifier("4x6n5#1/apple")
///     identifier.board().descriptiveIdentifier  // "4x6:3,3;3,4;1,5;1,4;2,6"
package enum BoardIdentifier: Equatable, Sendable {
  /// The list of its cells, stable across versions: `4x6:2,3;1,1;4,5` or `4x6:3@2,3;5@1,1`.
  case described(Board)
  /// The size, the number of numerals and the seed: `4x6n5#1/apple`.
  case seeded(SeededIdentifier)

  /// Parses an identifier of either form.
  ///
  /// Throws for the first invalid character, or for an invalid board.
  package init(_ text: String) throws(ExaminerError) {
    var reader = IdentifierReader(text)
    self = try reader.identifier()
  }

  /// Returns the board, which is generated for a seeded identifier.
  package func board() -> Board {
    switch self {
    case .described(let board): board
    case .seeded(let identifier): identifier.board()
    }
  }
}

extension Board {
  /// The identifier as a list of cells; it has the numerals only if they are not 1, 2, 3 and so on.
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

  /// The maximum length in bytes of a numeral, its cell and the separators.
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
