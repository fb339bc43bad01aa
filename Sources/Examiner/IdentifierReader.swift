/// Reads an identifier from left to right, once.
struct IdentifierReader {
  private let bytes: [UInt8]
  private var offset = 0

  init(_ text: String) { bytes = Array(text.utf8) }

  mutating func identifier() throws(IdentifierFault) -> BoardIdentifier {
    let h = try number(.columns)
    try expect("x")
    let v = try number(.rows)
    let size: BoardSize
    do { size = try BoardSize(h: h, v: v) } catch { throw .board(error) }
    if accept("n") { return .seeded(try seeded(size)) }
    guard accept(":") else { throw .expected(.sign(":"), at: position) }
    return .described(try described(size))
  }

  private mutating func described(_ size: BoardSize) throws(IdentifierFault) -> Board {
    var cells: [Cell] = []
    var numerals: [Int] = []
    cells.reserveCapacity(1 + (bytes.count - offset) / "1,1;".utf8.count)
    repeat {
      var first = try number(numerals.isEmpty ? .column : .numeral)
      if numerals.count < cells.count {
        guard peek != UInt8(ascii: "@") else { throw .expected(.sign(","), at: position) }
      } else if !numerals.isEmpty || peek == UInt8(ascii: "@") {
        try expect("@")
        numerals.append(first)
        first = try number(.column)
      }
      try expect(",")
      cells.append(Cell(h: first, v: try number(.row)))
    } while accept(";")
    guard offset == bytes.count else { throw .expected(.end, at: position) }
    do {
      return try Board(size: size, cells: cells, numerals: numerals.isEmpty ? nil : numerals)
    } catch { throw .board(error) }
  }

  private mutating func seeded(_ size: BoardSize) throws(IdentifierFault) -> SeededIdentifier {
    let count = try number(.count)
    let ends = accept("@") ? try rangeEnds() : nil
    try expect("#")
    let start = offset
    let version = try number(.generator)
    guard version == Generator.version else {
      throw .unknownGenerator(version, at: position(ofByte: start))
    }
    try expect("/")
    let seed: Seed
    do { seed = try Seed(String(decoding: bytes[offset...], as: UTF8.self)) } catch {
      throw .seed(error)
    }
    do throws(BoardFault) {
      let range = try ends.map { ends throws(BoardFault) in
        try NumeralRange(low: ends.low, high: ends.high)
      }
      return try SeededIdentifier(size: size, count: count, range: range, seed: seed)
    } catch { throw .board(error) }
  }

  private mutating func rangeEnds() throws(IdentifierFault) -> (low: Int, high: Int) {
    let low = try number(.numeral)
    try expect(".")
    try expect(".")
    return (low, try number(.numeral))
  }

  private mutating func number(_ part: IdentifierPart) throws(IdentifierFault) -> Int {
    let start = offset
    var value = 0
    var digits = 0
    while let byte = peek, byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") {
      guard digits == 0 || value > 0 else { throw .leadingZero(at: position(ofByte: start)) }
      guard digits < Self.mostDigits else { throw .numberTooLarge(at: position(ofByte: start)) }
      value = value * 10 + Int(byte - UInt8(ascii: "0"))
      digits += 1
      offset += 1
    }
    guard digits > 0 else { throw .expected(part, at: position(ofByte: start)) }
    return value
  }

  private static var mostDigits: Int { 6 }

  private mutating func expect(_ sign: Unicode.Scalar) throws(IdentifierFault) {
    guard accept(sign) else { throw .expected(.sign(String(sign)), at: position) }
  }

  private mutating func accept(_ sign: Unicode.Scalar) -> Bool {
    guard peek == UInt8(ascii: sign) else { return false }
    offset += 1
    return true
  }

  private var peek: UInt8? { offset < bytes.count ? bytes[offset] : nil }

  private var position: Int { position(ofByte: offset) }

  /// Which character a byte begins, counted from 1; asked for only where something is wrong there.
  private func position(ofByte offset: Int) -> Int {
    1 + bytes[..<offset].count { $0 & 0xc0 != 0x80 }
  }
}

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
  case rows, column, row, numeral, count, generator, end
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
