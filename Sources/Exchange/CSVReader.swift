import Archive
import Records
import Shell

/// Reads the rows of a CSV file in any version of its columns.
///
/// The header determines the version. A line is parsed in the buffer of the file, and only the
/// values of its cells are copied.
struct CSVReader<Row: ExchangeRow>: ExchangeReader {
  /// The byte range of a cell in its line, without quotes.
  private struct Cell {
    let start: Int
    var end: Int
    var isQuoted = false
    /// `true` if the cell contains quotes, which are doubled in the file.
    var hasQuotes = false
    /// `true` if the cell contains no escape sequences.
    var isPlain = true
  }

  let bytes: FileBytes
  private(set) var lineNumber = 0
  private var nextLineNumber = 1
  private var columns = Row.columns
  private(set) var versions: [Int] = []
  /// The length in bytes of the line that was read last.
  private var lineLength = 0
  /// The cells of the line that was read last.
  private var cells: [Cell] = []

  /// Creates a reader of a file whose first line is the header.
  init(_ bytes: FileBytes) { self.bytes = bytes }

  /// Reads the header and determines the version of the columns.
  ///
  /// - Throws: `wrongHeader` with the first column name that no version has at this index.
  mutating func begin() throws(RowReason) {
    if try !readLine() { cells = [] }
    lineNumber = 1
    versions = TableVersion.all.filter { version in
      (try? checkHeader(of: Row.allColumns.known(in: version))) != nil
    }
    guard let version = versions.last else { return try checkHeader(of: columns) }
    columns = Row.allColumns.known(in: version)
  }

  /// Throws unless the header has the names of these columns.
  private func checkHeader(of columns: [TableColumn<Row>]) throws(RowReason) {
    for (position, column) in columns.enumerated() {
      let cell = position < cells.count ? cells[position] : nil
      let name = cell.map { cell in
        bytes.withNext { Self.unquoted($0.extracting(cell.start..<cell.end)) }
      }
      guard let name, name.elementsEqual(column.name.utf8) else {
        throw RowReason(
          "column \(position + 1) is not \"\(column.name)\"",
          "列\(position + 1)が \(column.name) ではありません")
      }
    }
    try checkCount(of: columns)
  }

  /// Throws unless the line has a cell for each of these columns.
  private func checkCount(of columns: [TableColumn<Row>]) throws(RowReason) {
    guard cells.count == columns.count else {
      throw RowReason(
        "\(counted(cells.count, "column")) instead of \(columns.count)",
        "列が\(cells.count)個あります（\(columns.count)個のはずです）")
    }
  }

  /// Reads the next row; returns `nil` at the end of the file.
  ///
  /// - Throws: `RowReason` for the first cell that is invalid in its column.
  mutating func next() throws(RowReason) -> Row? {
    guard try readLine() else { return nil }
    try checkCount(of: columns)
    var row = Row()
    try bytes.withNext { line throws(RowReason) in
      for position in columns.indices {
        let column = columns[position]
        try column.set(Self.value(cells[position], of: line, column), in: &row)
      }
    }
    let format = row.format
    guard let version = versions.last(where: { TableVersion.format(of: $0) == format }) else {
      throw .contradiction("format", .header)
    }
    row.version = version
    row.format = TableVersion.format
    try row.checkOrder()
    return consume row
  }

  /// Returns the value of a cell; an empty cell without quotes is null if the column is optional.
  private static func value(
    _ cell: Cell, of line: Span<UInt8>, _ column: TableColumn<Row>
  ) throws(RowReason) -> StoredValue {
    if cell.start == cell.end && !cell.isQuoted && column.isOptional { return .null }
    let text = line.extracting(cell.start..<cell.end)
    if column.isNumber {
      guard let number = number(text) else { throw .noNumber(column.name) }
      return .integer(number)
    }
    if cell.hasQuotes {
      return .text(
        try CellText.decode(unquoted(text).span, isPlain: cell.isPlain, column.name))
    }
    return .text(try CellText.decode(text, isPlain: cell.isPlain, column.name))
  }

  /// Returns the bytes of a cell, with doubled quotes reduced to single ones.
  private static func unquoted(_ text: borrowing Span<UInt8>) -> [UInt8] {
    var bytes = [UInt8]()
    var isSecond = false
    for position in text.indices {
      isSecond = text[position] == UInt8(ascii: "\"") && !isSecond
      if !isSecond { bytes.append(text[position]) }
    }
    return bytes
  }

  /// Parses a whole number of at most 18 digits; returns `nil` for anything else.
  private static func number(_ text: borrowing Span<UInt8>) -> Int? {
    let isNegative = !text.isEmpty && text[0] == UInt8(ascii: "-")
    let digits = (isNegative ? 1 : 0)..<text.count
    // 18 digits never overflow.
    guard (1...18).contains(digits.count) else { return nil }
    var number = 0
    for position in digits {
      let digit = text[position] &- UInt8(ascii: "0")
      guard digit < 10 else { return nil }
      number = number * 10 + Int(digit)
    }
    return isNegative ? -number : number
  }

  /// Reads a line and finds its cells; returns `false` at the end of the file.
  ///
  /// Quoted cells may contain line ends.
  private mutating func readLine() throws(RowReason) -> Bool {
    bytes.consume(lineLength)
    lineNumber = nextLineNumber
    lineLength = 0
    guard bytes.byte(at: 0) != nil else { return false }
    var isWhole = false
    var endCount = 0
    while lineLength == 0 {
      let length = try bytes.withNext { next throws(RowReason) in
        try Self.lengthOfLine(next, isWhole: isWhole, &cells, &endCount)
      }
      guard length ?? bytes.count <= TableVersion.longestLine else {
        throw .tooLong(limit: TableVersion.longestLine)
      }
      if let length { lineLength = length } else { isWhole = !bytes.fill() }
    }
    nextLineNumber += endCount
    return true
  }

  /// Finds the cells of a line; returns its length, or `nil` if its end is not in the buffer yet.
  private static func lengthOfLine(
    _ bytes: borrowing Span<UInt8>, isWhole: Bool, _ cells: inout [Cell], _ endCount: inout Int
  ) throws(RowReason) -> Int? {
    cells.removeAll(keepingCapacity: true)
    endCount = 1
    var position = 0
    while let cell = try cell(bytes, at: position, isWhole: isWhole, &endCount) {
      guard cells.count < TableVersion.mostColumns else {
        throw .tooMany(limit: TableVersion.mostColumns)
      }
      cells.append(cell)
      position = cell.isQuoted ? cell.end + 1 : cell.end
      guard position < bytes.count else { return position }
      switch bytes[position] {
      case UInt8(ascii: ","): position += 1
      case 0x0a: return position + 1
      default:
        if position + 1 == bytes.count && !isWhole { return nil }
        guard position + 1 < bytes.count, bytes[position + 1] == 0x0a else {
          throw .expected("a line feed after a return", "CR のあとの LF")
        }
        return position + 2
      }
    }
    return nil
  }

  /// Returns the cell that begins at an offset; `nil` if its end is not in the buffer yet.
  private static func cell(
    _ bytes: borrowing Span<UInt8>, at start: Int, isWhole: Bool, _ endCount: inout Int
  ) throws(RowReason) -> Cell? {
    var position = start
    var isPlain = true
    while position < bytes.count {
      let byte = bytes[position]
      // These comparisons cover letters, digits and most other characters.
      if byte > UInt8(ascii: ",") && byte < 0x7f && byte != UInt8(ascii: "\\") {
        position += 1
        continue
      }
      switch byte {
      case UInt8(ascii: ","), 0x0a, 0x0d: return Cell(start: start, end: position, isPlain: isPlain)
      case UInt8(ascii: "\""):
        guard position == start else {
          throw .expected("no quote inside a text", "文字列の途中に引用符がないこと")
        }
        return try quoted(bytes, from: start + 1, isWhole: isWhole, &endCount)
      default:
        isPlain = isPlain && CellText.isPlain(byte)
        position += 1
      }
    }
    return isWhole ? Cell(start: start, end: position, isPlain: isPlain) : nil
  }

  /// Returns the quoted cell that begins at an offset; `nil` if its end is not in the buffer yet.
  private static func quoted(
    _ bytes: borrowing Span<UInt8>, from start: Int, isWhole: Bool, _ endCount: inout Int
  ) throws(RowReason) -> Cell? {
    var position = start
    var hasQuotes = false
    var isPlain = true
    while position < bytes.count {
      let byte = bytes[position]
      position += 1
      guard byte == UInt8(ascii: "\"") else {
        if CellText.isPlain(byte) { continue }
        isPlain = false
        if byte == 0x0a { endCount += 1 }
        continue
      }
      if position == bytes.count && !isWhole { return nil }
      switch position < bytes.count ? bytes[position] : 0x0a {
      case byte:
        hasQuotes = true
        position += 1
      case UInt8(ascii: ","), 0x0a, 0x0d:
        return Cell(
          start: start, end: position - 1, isQuoted: true, hasQuotes: hasQuotes, isPlain: isPlain)
      default: throw .expected("a comma or the line's end after a quote", "引用符のあとのコンマか行末")
      }
    }
    guard !isWhole else { throw .expected("a quote before the file's end", "ファイルの終わりの前の引用符") }
    return nil
  }
}
