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
    var text = ""
    withDescriptiveIdentifier { text = String(decoding: $0, as: UTF8.self) }
    return text
  }

  /// The descriptive identifier in bytes, which are there only meanwhile.
  package func withDescriptiveIdentifier(_ body: (UnsafeBufferPointer<UInt8>) -> Void) {
    let capacity = (count + 1) * Self.longestPart
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: capacity) { buffer in
      var text = IdentifierText(buffer)
      text.append(size.h, before: "x")
      text.append(size.v, before: ":")
      forEachNumeral { numeral, cell in
        if text.bytes.last != UInt8(ascii: ":") { text.append(UInt8(ascii: ";")) }
        if !numeralsCountFromOne { text.append(numeral, before: "@") }
        text.append(cell.h, before: ",")
        text.append(cell.v)
      }
      body(text.bytes)
    }
  }

  /// A numeral and its cell have 13 bytes at most, with their signs.
  private static var longestPart: Int { 13 }
}
