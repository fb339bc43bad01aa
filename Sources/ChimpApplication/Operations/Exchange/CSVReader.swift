/// Reads the rows of one table.
struct CSVReader<Row: ExchangeRow>: ExchangeReader {
  private struct Cell {
    let start: Int
    let end: Int
    let isQuoted: Bool
  }

  let bytes: FileBytes
  private(set) var lineNumber = 0
  private var nextLineNumber = 1
  private let columns = Row.columns
  private var line: [UInt8] = []
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
      guard let cell, line[cell.start..<cell.end].elementsEqual(column.name.utf8) else {
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
    try row.checkBounds()
    return row.exchanged
  }

  private func value(
    _ cell: Cell, _ column: ExchangeColumn<Row>
  ) throws(LineReason) -> ExchangeCell {
    if cell.start == cell.end && !cell.isQuoted && column.isOptional { return .none }
    if column.isNumber {
      guard let number = number(cell) else { throw .noNumber(column: column.name) }
      return .number(number)
    }
    let name = column.name
    return .text(
      try line.withUnsafeBufferPointer { line throws(LineReason) in
        try CellText.decode(UnsafeBufferPointer(rebasing: line[cell.start..<cell.end]), name)
      })
  }

  private func number(_ cell: Cell) -> Int? {
    let isNegative = cell.start < cell.end && line[cell.start] == UInt8(ascii: "-")
    let digits = (cell.start + (isNegative ? 1 : 0))..<cell.end
    // NB: no number of more digits is taken, and so many overflow nothing.
    guard (1...18).contains(digits.count) else { return nil }
    var number = 0
    for place in digits {
      guard (0x30...0x39).contains(line[place]) else { return nil }
      number = number * 10 + Int(line[place] - 0x30)
    }
    return isNegative ? -number : number
  }

  /// Takes a line apart; a text with line ends in it has several.
  private mutating func readLine() throws(LineReason) -> Bool {
    line.removeAll(keepingCapacity: true)
    cells.removeAll(keepingCapacity: true)
    lineNumber = nextLineNumber
    guard bytes.peek != nil else { return false }
    nextLineNumber += 1
    while true {
      let start = line.count
      let isQuoted = bytes.peek == UInt8(ascii: "\"")
      if isQuoted { try takeQuoted() } else { try takePlain() }
      cells.append(Cell(start: start, end: line.count, isQuoted: isQuoted))
      switch bytes.next() {
      case UInt8(ascii: ","): continue
      case 0x0a, nil: return true
      case 0x0d where bytes.peek == 0x0a:
        _ = bytes.next()
        return true
      default: throw .syntax(expected: "a comma or the line's end behind a quote")
      }
    }
  }

  private mutating func takePlain() throws(LineReason) {
    while let byte = bytes.peek, byte != UInt8(ascii: ","), byte != 0x0a, byte != 0x0d {
      guard byte != UInt8(ascii: "\"") else { throw .syntax(expected: "no quote amid a text") }
      try take(byte)
    }
  }

  private mutating func takeQuoted() throws(LineReason) {
    _ = bytes.next()
    while let byte = bytes.peek {
      if byte == UInt8(ascii: "\"") {
        _ = bytes.next()
        guard bytes.peek == UInt8(ascii: "\"") else { return }
      } else if byte == 0x0a {
        nextLineNumber += 1
      }
      try take(byte)
    }
    throw .syntax(expected: "a quote before the file's end")
  }

  private mutating func take(_ byte: UInt8) throws(LineReason) {
    guard line.count < ExchangeVersion.longestLine else {
      throw .tooLong(limit: ExchangeVersion.longestLine)
    }
    _ = bytes.next()
    line.append(byte)
  }
}
