/// A parser of board identifiers.
struct IdentifierReader {
  private let bytes: [UInt8]
  private var offset = 0

  init(_ text: String) { bytes = Array(text.utf8) }

  /// Parses the whole text as an identifier.
  mutating func identifier() throws(ExaminerError) -> BoardIdentifier {
    let h = try number(.columns)
    try expect("x")
    let size = try BoardSize(h: h, v: try number(.rows))
    if accept("n") { return .seeded(try seeded(size)) }
    guard accept(":") else { throw .expected(.sign(":"), at: position) }
    return .described(try described(size))
  }

  /// Parses the list of cells after the colon.
  ///
  /// Either all entries have a numeral, or none.
  private mutating func described(_ size: BoardSize) throws(ExaminerError) -> Board {
    var cells: [Cell] = []
    var numerals: [Int] = []
    let mostCells = 1 + (bytes.count - offset) / "1,1;".utf8.count
    cells.reserveCapacity(mostCells)
    if bytes[offset...].contains(UInt8(ascii: "@")) { numerals.reserveCapacity(mostCells) }
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
    return try Board(size: size, cells: cells, numerals: numerals.isEmpty ? nil : numerals)
  }

  /// Parses the number of numerals, the optional range, the version and the seed.
  private mutating func seeded(_ size: BoardSize) throws(ExaminerError) -> SeededIdentifier {
    let count = try number(.count)
    let ends = accept("@") ? try rangeEnds() : nil
    try expect("#")
    let start = offset
    let version = try number(.generator)
    guard version == Generator.version else {
      throw .unknownGenerator(version, at: position(ofByte: start))
    }
    try expect("/")
    let seed = try Seed(String(decoding: bytes[offset...], as: UTF8.self))
    let range = try ends.map { ends throws(ExaminerError) in
      try NumeralRange(low: ends.low, high: ends.high)
    }
    return try SeededIdentifier(size: size, count: count, range: range, seed: seed)
  }

  /// Parses `LOW..HIGH`.
  private mutating func rangeEnds() throws(ExaminerError) -> (low: Int, high: Int) {
    let low = try number(.numeral)
    try expect(".")
    try expect(".")
    return (low, try number(.numeral))
  }

  /// Parses a number of at most 6 digits without leading zeros.
  private mutating func number(_ part: IdentifierPart) throws(ExaminerError) -> Int {
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

  /// Consumes a character; throws if another one comes next.
  private mutating func expect(_ sign: Unicode.Scalar) throws(ExaminerError) {
    guard accept(sign) else { throw .expected(.sign(String(sign)), at: position) }
  }

  /// Consumes a character if it comes next; otherwise returns `false`.
  private mutating func accept(_ sign: Unicode.Scalar) -> Bool {
    guard peek == UInt8(ascii: sign) else { return false }
    offset += 1
    return true
  }

  private var peek: UInt8? { offset < bytes.count ? bytes[offset] : nil }

  /// The position of the next character, counted from 1.
  private var position: Int { position(ofByte: offset) }

  /// Returns the character position of a byte offset, counted from 1.
  ///
  /// Only errors need it, because it counts all characters before.
  private func position(ofByte offset: Int) -> Int {
    1 + bytes[..<offset].count { $0 & 0xc0 != 0x80 }
  }
}

/// The part of an identifier that the parser expected.
///
///     ExaminerError.expected(.sign("x"), at: 2)
public enum IdentifierPart: Equatable, Sendable {
  case columns
  case sign(String)
  case rows, column, row, numeral, count, generator, end
}

extension IdentifierPart: CustomStringConvertible {
  public var description: String {
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
