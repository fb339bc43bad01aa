/// A board as one word, in one of two ways.
package enum BoardIdentifier: Equatable, Sendable {
  /// Cell by cell, stable for ever: `4x6:2,3;1,1;4,5` or `4x6:3@2,3;5@1,1`.
  case described(Board)
  /// By size, count and seed: `4x6n5#1/apple`.
  case seeded(SeededIdentifier)

  /// Reads either kind; what is accepted has a board.
  package init(_ text: String) throws(IdentifierFault) {
    var reader = IdentifierReader(text)
    self = try reader.identifier()
  }

  /// The board that is meant.
  package func board() -> Board {
    switch self {
    case .described(let board): board
    case .seeded(let identifier): identifier.board()
    }
  }
}

extension Board {
  /// The descriptive identifier; numerals are named only where they do not count from 1.
  package var descriptiveIdentifier: String {
    var text: [UInt8] = []
    text.reserveCapacity((count + 1) * Self.longestPart)
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

  /// A numeral and its cell have 13 bytes at most, with their signs.
  private static var longestPart: Int { 13 }
}

extension [UInt8] {
  mutating func append(_ number: Int, before sign: Unicode.Scalar) {
    append(decimal: number)
    append(UInt8(ascii: sign))
  }

  /// Appends a number that is not negative.
  mutating func append(decimal number: Int) {
    if number >= 10 { append(decimal: number / 10) }
    append(UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: number % 10))
  }
}
