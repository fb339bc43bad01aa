/// Why a text is no identifier, and at which character, counted from 1.
package enum IdentifierFault: Error, Equatable {
  case expected(IdentifierPart, at: Int)
  case leadingZero(at: Int)
  case numberTooLarge(at: Int)
  case unknownGenerator(Int, at: Int)
  case board(BoardFault)
  case seed(SeedFault)
}

/// What an identifier is made of.
package enum IdentifierPart: Equatable, Sendable {
  case columns
  case sign(String)
  case rows
  case column
  case row
  case numeral
  case count
  case generator
  case end
}

extension IdentifierFault: CustomStringConvertible {
  package var description: String {
    switch self {
    case .expected(let part, let position): "expected \(part) at character \(position)"
    case .leadingZero(let position): "a number begins with 0 at character \(position)"
    case .numberTooLarge(let position): "the number at character \(position) is too large"
    case .unknownGenerator(let version, let position):
      "generator \(version) at character \(position) is unknown, this is generator 1"
    case .board(let fault): "\(fault)"
    case .seed(let fault): "\(fault)"
    }
  }
}

extension IdentifierPart: CustomStringConvertible {
  package var description: String {
    switch self {
    case .columns: "the number of columns"
    case .sign(let sign): "\"\(sign)\""
    case .rows: "the number of rows"
    case .column: "a column"
    case .row: "a row"
    case .numeral: "a numeral"
    case .count: "the number of numerals"
    case .generator: "the generator's version"
    case .end: "the end"
    }
  }
}
