import Archive
import ChimpSystem
import Records

/// Writes rows as JSON Lines: one object per row, with the table name and then the columns.
package enum JSONLine {
  /// Appends the line of a row.
  static func append<Row: ExchangeRow>(
    _ row: Row, _ columns: [TableColumn<Row>], to bytes: inout [UInt8]
  ) {
    var row = row
    bytes.append(contentsOf: #"{"table":"\#(Row.table)""#.utf8)
    for column in columns {
      bytes.append(contentsOf: #",""#.utf8)
      bytes.append(contentsOf: column.name.utf8)
      bytes.append(contentsOf: #"":"#.utf8)
      switch column.read(&row) {
      case .integer(let number): bytes.append(decimal: number)
      case .text(let text) where column.range.isDecimal && isNumber(text):
        bytes.append(contentsOf: text.utf8)
      case .text(let text): JSONValue.append(text, to: &bytes)
      default: bytes.append(contentsOf: "null".utf8)
      }
    }
    bytes.append(contentsOf: "}\n".utf8)
  }

  /// Returns whether the text of a decimal number is a number in JSON, as each is that the program
  /// has made.
  private static func isNumber(_ text: String) -> Bool {
    let digits = text.hasPrefix("-") ? text.dropFirst() : text[...]
    let parts = digits.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count <= 2 && parts.allSatisfy { !$0.isEmpty && $0.allSatisfy(\.isNumber) }
      && (parts[0] == "0" || !parts[0].hasPrefix("0"))
  }
}

/// Reads rows of JSON Lines, whose members may be in any order.
struct JSONLinesReader<Row>: ExchangeReader {
  typealias Members = [JSONLineReader.Member]

  let bytes: FileBytes
  private(set) var lineNumber = 0
  /// Converts an object to a row; throws for a row of another table.
  private let makeRow: (Members) throws(RowReason) -> Row

  private init(_ bytes: FileBytes, _ makeRow: @escaping (Members) throws(RowReason) -> Row) {
    self.bytes = bytes
    self.makeRow = makeRow
  }

  /// An empty list, because each row has its own version.
  var versions: [Int] { [] }

  /// Does nothing, because the file has no header.
  mutating func begin() {}

  /// Reads the next row; returns `nil` at the end of the file.
  ///
  /// - Throws: `RowReason` if the line is not a flat object, or a row of another table.
  mutating func next() throws(RowReason) -> Row? {
    guard bytes.byte(at: 0) != nil else { return nil }
    lineNumber += 1
    var length = 0
    while let byte = bytes.byte(at: length), byte != 0x0a {
      guard length < TableVersion.longestLine else {
        throw .tooLong(limit: TableVersion.longestLine)
      }
      length += 1
    }
    let line = bytes.withNext { next in (0..<length).map { next[$0] } }
    bytes.consume(bytes.byte(at: length) == nil ? length : length + 1)
    var reader = JSONLineReader(line)
    return try makeRow(try reader.members())
  }
}

extension JSONLinesReader where Row: ExchangeRow {
  /// Creates a reader of the rows of one table.
  init(_ bytes: FileBytes) {
    let columns = Row.columnsOfVersions
    self.init(bytes) { members throws(RowReason) in
      guard members.table == Row.table else {
        throw RowReason(
          "\"table\" is not \"\(Row.table)\"", "table が \(Row.table) ではありません")
      }
      return try Row(members, columns)
    }
  }
}

extension JSONLinesReader<ExchangedRow> {
  /// Creates a reader of the rows of an export of rounds, which are of several tables.
  init(_ bytes: FileBytes) {
    let sessions = SessionLine.columnsOfVersions
    let trials = TrialRow.columnsOfVersions
    let presses = PressRow.columnsOfVersions
    self.init(bytes) { members throws(RowReason) in
      switch members.table {
      case SessionLine.table: .session(try SessionLine(members, sessions))
      case TrialRow.table: .trial(try TrialRow(members, trials))
      case PressRow.table: .press(try PressRow(members, presses))
      default:
        throw RowReason(
          "\"table\" is not one of \"session\", \"trial\" and \"press\"",
          "table が session、trial、press のどれでもありません")
      }
    }
  }
}

extension [JSONLineReader.Member] {
  /// The value of the member `table`; `nil` if there is none.
  fileprivate var table: String? {
    if case .text(let table)? = first(where: { $0.name == "table" })?.cell { table } else { nil }
  }
}

/// Parses one flat JSON object of texts, numbers and nulls.
///
/// It replaces a general parser, which would accept nested values and not tell the position of an
/// error.
struct JSONLineReader {
  /// A member of the object: its name and value; a decimal number is a text with its digits.
  typealias Member = (name: String, cell: StoredValue, isDecimal: Bool)

  private let bytes: [UInt8]
  /// The offset in the line of the next byte.
  private var position = 0

  /// The reason that a text has a character that must be escaped.
  private static let hasControl = RowReason.expected(
    "no control or invisible character in a text", "文字列に制御文字や見えない文字がないこと")

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Returns the members in order; throws if anything follows the object.
  mutating func members() throws(RowReason) -> [Member] {
    var members: [Member] = []
    try consume(UInt8(ascii: "{"))
    while true {
      skipBlanks()
      let name = try text()
      try consume(UInt8(ascii: ":"))
      guard members.count < TableVersion.mostColumns else {
        throw .tooMany(limit: TableVersion.mostColumns)
      }
      skipBlanks()
      let isText = peek == UInt8(ascii: "\"")
      let cell = try cell()
      let isDecimal = if case .text = cell { !isText } else { false }
      members.append((name, cell, isDecimal))
      skipBlanks()
      guard peek == UInt8(ascii: ",") else { break }
      position += 1
    }
    try consume(UInt8(ascii: "}"))
    skipBlanks()
    guard peek == nil else { throw .expected("nothing after the object", "オブジェクトのあとに何もないこと") }
    return members
  }

  /// The next byte, not consumed; `nil` at the end of the line.
  private var peek: UInt8? { position < bytes.count ? bytes[position] : nil }

  /// Consumes spaces, tabs and carriage returns.
  private mutating func skipBlanks() {
    while let byte = peek, byte == 0x20 || byte == 0x09 || byte == 0x0d { position += 1 }
  }

  /// Skips blanks and consumes this character; throws if another one comes.
  private mutating func consume(_ byte: UInt8) throws(RowReason) {
    skipBlanks()
    guard peek == byte else {
      let sign = Unicode.Scalar(byte)
      throw .expected("\(sign) at byte \(position + 1)", "\(position + 1)バイト目の \(sign)")
    }
    position += 1
  }

  /// Parses a value: a text, a number without an exponent, or null.
  private mutating func cell() throws(RowReason) -> StoredValue {
    skipBlanks()
    let start = position
    switch peek {
    case UInt8(ascii: "\""): return .text(try text())
    case UInt8(ascii: "n"):
      for byte in "null".utf8 { try consume(byte) }
      return .null
    default:
      while let byte = peek,
        (0x30...0x39).contains(byte) || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
      {
        position += 1
      }
      let digits = String(decoding: bytes[start..<position], as: UTF8.self)
      if let number = Int(digits) { return .integer(number) }
      guard digits.contains("."), ColumnRange.decimal(digits) != nil else {
        throw .expected(
          "a text, a whole number or null at byte \(start + 1)",
          "\(start + 1)バイト目の文字列か整数か null")
      }
      return .text(digits)
    }
  }

  /// Parses a string.
  ///
  /// Invisible characters must be escaped, as `JSONValue.append` writes them.
  private mutating func text() throws(RowReason) -> String {
    try consume(UInt8(ascii: "\""))
    var text: [UInt8] = []
    let start = position
    while let byte = peek, byte != UInt8(ascii: "\"") {
      guard byte >= 0x20 else { throw Self.hasControl }
      position += 1
      if byte == UInt8(ascii: "\\") {
        try parseEscape(into: &text)
      } else {
        text.append(byte)
      }
    }
    let written = bytes[start..<position]
    try consume(UInt8(ascii: "\""))
    guard let result = String(validating: text, as: UTF8.self) else { throw .notUnicode }
    let isPlain = written.allSatisfy { $0 < 0x7f }
    if !isPlain, String(decoding: written, as: UTF8.self).unicodeScalars.contains(where: \.isHidden)
    {
      throw Self.hasControl
    }
    return result
  }

  /// Parses an escape sequence after its backslash.
  private mutating func parseEscape(into text: inout [UInt8]) throws(RowReason) {
    let byte = peek
    position += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(byte ?? 0)
    case UInt8(ascii: "b"): text.append(0x08)
    case UInt8(ascii: "f"): text.append(0x0c)
    case UInt8(ascii: "n"): text.append(0x0a)
    case UInt8(ascii: "r"): text.append(0x0d)
    case UInt8(ascii: "t"): text.append(0x09)
    case UInt8(ascii: "u"): text.append(contentsOf: try codePoint())
    default: throw .expected("an escape at byte \(position)", "\(position)バイト目のエスケープ")
    }
  }

  /// Parses the digits after `\u`, and a second escape sequence for a surrogate pair.
  private mutating func codePoint() throws(RowReason) -> [UInt8] {
    let start = position
    var number = try codeUnit()
    if (0xd800..<0xdc00).contains(number), position + 2 <= bytes.count,
      bytes[position] == UInt8(ascii: "\\"), bytes[position + 1] == UInt8(ascii: "u")
    {
      position += 2
      let low = try codeUnit()
      guard (0xdc00..<0xe000).contains(low) else { throw Self.noCharacter(at: start) }
      number = 0x10000 + (number - 0xd800) << 10 + (low - 0xdc00)
    }
    guard let scalar = Unicode.Scalar(number) else { throw Self.noCharacter(at: start) }
    return Array(String(scalar).utf8)
  }

  /// Returns the reason that the escape sequences at an offset are no character.
  private static func noCharacter(at start: Int) -> RowReason {
    .expected("a character at byte \(start + 1)", "\(start + 1)バイト目の文字")
  }

  /// Parses four hexadecimal digits.
  private mutating func codeUnit() throws(RowReason) -> UInt32 {
    let digits = bytes[position...].prefix(4)
    let isNumber = digits.allSatisfy { byte in Unicode.Scalar(byte).properties.isASCIIHexDigit }
    guard digits.count == 4, isNumber,
      let number = UInt32(String(decoding: digits, as: UTF8.self), radix: 16)
    else {
      throw .expected("four digits at byte \(position + 1)", "\(position + 1)バイト目の4桁の数字")
    }
    position += 4
    return number
  }
}

extension ExchangeRow {
  /// Creates a row from the members of an object, which must have all columns of a version, in any
  /// order.
  init(
    _ members: [JSONLineReader.Member],
    _ versions: [(version: Int, columns: [TableColumn<Self>])]
  ) throws(RowReason) {
    self.init()
    var columns = versions[versions.count - 1].columns
    if case .integer(let format)? = members.first(where: { $0.name == "format" })?.cell {
      // A format has several versions; later ones have more members.
      let known = versions.filter { TableVersion.format(of: $0.version) == format }
      let count = known.first { $0.columns.count + 1 >= members.count }?.columns.count
      if let found = known.last(where: { $0.columns.count == count ?? $0.columns.count }) {
        (version, columns) = found
      }
    }
    var isGiven = [Bool](repeating: false, count: columns.count)
    for (offset, member) in members.enumerated() where member.name != "table" {
      // Members are usually in the order of the columns, after the name of the table.
      let isUsual =
        offset > 0 && offset <= columns.count && columns[offset - 1].name == member.name
      let found = isUsual ? offset - 1 : columns.firstIndex { $0.name == member.name }
      guard let found else {
        let name = member.name.prefix(64)
        throw RowReason("there is no column \"\(name)\"", "\(name) という列はありません")
      }
      guard !isGiven[found] else {
        throw RowReason("\"\(member.name)\" is given twice", "\(member.name) が2回あります")
      }
      isGiven[found] = true
      if member.isDecimal, !columns[found].range.isDecimal {
        throw columns[found].isNumber ? .noNumber(member.name) : .noText(member.name)
      }
      try columns[found].set(member.cell, in: &self)
    }
    self.format = TableVersion.format
    if let missing = isGiven.firstIndex(of: false) {
      throw .missingColumn(columns[missing].name)
    }
    try checkOrder()
  }
}
