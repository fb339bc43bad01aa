import Records

/// Reads the rows of one table.
struct CSVReader<Row: ExchangeRow>: ExchangeReader {
  private struct Cell {
    let start: Int
    let end: Int
    var isQuoted = false
    /// Whether there are quotes in it, each of which is written twice.
    var hasQuotes = false
  }

  let bytes: FileBytes
  private(set) var lineNumber = 0
  private var nextLineNumber = 1
  private let columns = Row.columns
  /// How many bytes the line has that was read last.
  private var lineLength = 0
  /// Where the cells stand in the bytes that come next.
  private var cells: [Cell] = []

  /// Begins to read; the header is the first line.
  init(_ bytes: FileBytes) {
    self.bytes = bytes
  }

  /// Reads the line of the names.
  mutating func begin() throws(LineReason) {
    let isThere = try readLine()
    lineNumber = 1
    for (place, column) in columns.enumerated() {
      let cell = isThere && place < cells.count ? cells[place] : nil
      guard let cell, text(of: cell).elementsEqual(column.name.utf8) else {
        throw .wrongHeader(place: place + 1, expected: column.name)
      }
    }
    guard cells.count == columns.count else {
      throw .columnCount(cells.count, expected: columns.count)
    }
  }

  mutating func next() throws(LineReason) -> ExchangedRow? {
    guard try readLine() else { return nil }
    guard cells.count == columns.count else {
      throw .columnCount(cells.count, expected: columns.count)
    }
    var row = Row()
    for place in columns.indices {
      try columns[place].set(value(cells[place], columns[place]), in: &row)
    }
    try row.checkOrder()
    return row.exchanged
  }

  private func value(_ cell: Cell, _ column: TableColumn<Row>) throws(LineReason) -> StoredValue {
    if cell.start == cell.end && !cell.isQuoted && column.isOptional { return .null }
    if column.isNumber {
      guard let number = number(cell) else { throw .noNumber(column: column.name) }
      return .integer(number)
    }
    if cell.hasQuotes { return .text(try CellText.decode(text(of: cell)[...], column.name)) }
    return .text(try CellText.decode(bytes[cell.start..<cell.end], column.name))
  }

  /// The bytes of a cell, without the quotes that only tell of others.
  private func text(of cell: Cell) -> [UInt8] {
    var (text, isSecond) = ([UInt8](), false)
    for byte in bytes[cell.start..<cell.end] {
      isSecond = byte == UInt8(ascii: "\"") && !isSecond
      if !isSecond { text.append(byte) }
    }
    return text
  }

  private func number(_ cell: Cell) -> Int? {
    let isNegative = cell.start < cell.end && bytes[cell.start] == UInt8(ascii: "-")
    let digits = (cell.start + (isNegative ? 1 : 0))..<cell.end
    // NB: no number of more digits is taken, and so many overflow nothing.
    guard (1...18).contains(digits.count) else { return nil }
    var number = 0
    for place in digits {
      guard (0x30...0x39).contains(bytes[place]) else { return nil }
      number = number * 10 + Int(bytes[place] - 0x30)
    }
    return isNegative ? -number : number
  }

  /// Takes a line apart; a text with line ends in it has several.
  private mutating func readLine() throws(LineReason) -> Bool {
    bytes.take(lineLength)
    cells.removeAll(keepingCapacity: true)
    lineNumber = nextLineNumber
    lineLength = 0
    guard bytes.byte(at: 0) != nil else { return false }
    nextLineNumber += 1
    var place = 0
    while true {
      let isQuoted = bytes.byte(at: place) == UInt8(ascii: "\"")
      cells.append(isQuoted ? try quoted(&place) : try plain(&place))
      let end = bytes.byte(at: place)
      if end != nil { place += 1 }
      switch end {
      case UInt8(ascii: ","): continue
      case 0x0a, nil: break
      case 0x0d where bytes.byte(at: place) == 0x0a: place += 1
      default: throw .syntax(expected: "a comma or the line's end behind a quote")
      }
      lineLength = place
      return true
    }
  }

  private func plain(_ place: inout Int) throws(LineReason) -> Cell {
    let start = place
    while let byte = bytes.byte(at: place) {
      if byte == UInt8(ascii: ",") || byte == 0x0a || byte == 0x0d { break }
      guard byte != UInt8(ascii: "\"") else { throw .syntax(expected: "no quote amid a text") }
      try step(&place)
    }
    return Cell(start: start, end: place)
  }

  private mutating func quoted(_ place: inout Int) throws(LineReason) -> Cell {
    place += 1
    let start = place
    var hasQuotes = false
    while let byte = bytes.byte(at: place) {
      if byte == UInt8(ascii: "\"") {
        guard bytes.byte(at: place + 1) == byte else {
          place += 1
          return Cell(start: start, end: place - 1, isQuoted: true, hasQuotes: hasQuotes)
        }
        hasQuotes = true
        place += 1
      } else if byte == 0x0a {
        nextLineNumber += 1
      }
      try step(&place)
    }
    throw .syntax(expected: "a quote before the file's end")
  }

  private func step(_ place: inout Int) throws(LineReason) {
    guard place < TableVersion.longestLine else { throw .tooLong(limit: TableVersion.longestLine) }
    place += 1
  }
}
