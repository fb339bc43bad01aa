/// What a cell of an exchanged table holds.
enum ExchangeCell: Equatable {
  case none
  case number(Int)
  case text(String)
}

/// A column of an exchanged table: how it is called, what it says, and where a row has it.
struct ExchangeColumn<Row> {
  /// Where a row has the value, and of what kind it is.
  enum Place {
    case number(WritableKeyPath<Row, Int>)
    case optionalNumber(WritableKeyPath<Row, Int?>)
    case text(WritableKeyPath<Row, String>)
    case optionalText(WritableKeyPath<Row, String?>)
  }

  /// Numbers that are neither read nor written; sums of what is left never overflow.
  static var largestNumber: Int { 1 << 53 }

  let name: String
  let isNumber: Bool
  let isOptional: Bool
  let meaning: String
  private let read: (Row) -> ExchangeCell
  /// Answers whether the cell is of the kind that the column has.
  private let write: (ExchangeCell, inout Row) -> Bool

  init(_ name: String, _ place: Place, _ meaning: String) {
    (isNumber, isOptional) =
      switch place {
      case .number: (true, false)
      case .optionalNumber: (true, true)
      case .text: (false, false)
      case .optionalText: (false, true)
      }
    self.name = name
    self.meaning = meaning
    read = { place.cell(of: $0) }
    write = { place.set($0, in: &$1) }
  }

  /// The column of a row that a larger row has as a part.
  init<Part>(_ part: WritableKeyPath<Row, Part>, _ column: ExchangeColumn<Part>) {
    (name, meaning) = (column.name, column.meaning)
    (isNumber, isOptional) = (column.isNumber, column.isOptional)
    read = { column.cell(of: $0[keyPath: part]) }
    write = { column.write($0, &$1[keyPath: part]) }
  }

  /// The column of a row that a larger row may have as a part; `empty` is such a row before
  /// anything is read.
  init<Part>(
    _ name: String, _ part: WritableKeyPath<Row, Part?>, _ column: ExchangeColumn<Part>,
    empty: Part, _ meaning: String
  ) {
    (self.name, self.meaning) = (name, meaning)
    (isNumber, isOptional) = (column.isNumber, true)
    read = { row in row[keyPath: part].map { column.cell(of: $0) } ?? .none }
    write = { cell, row in
      if cell == .none && row[keyPath: part] == nil { return true }
      var whole = row[keyPath: part] ?? empty
      defer { row[keyPath: part] = whole }
      return column.write(cell, &whole)
    }
  }

  func cell(of row: Row) -> ExchangeCell { read(row) }

  /// Puts a cell into a row, or says why it can't be.
  func set(_ cell: ExchangeCell, in row: inout Row) throws(LineReason) {
    if case .number(let number) = cell, number.magnitude > Self.largestNumber.magnitude {
      throw .tooLarge(column: name)
    }
    guard write(cell, &row) else {
      throw isNumber ? .noNumber(column: name) : .noText(column: name)
    }
  }
}

extension ExchangeColumn.Place {
  fileprivate func cell(of row: Row) -> ExchangeCell {
    switch self {
    case .number(let path): .number(row[keyPath: path])
    case .optionalNumber(let path): row[keyPath: path].map { .number($0) } ?? .none
    case .text(let path): .text(row[keyPath: path])
    case .optionalText(let path): row[keyPath: path].map { .text($0) } ?? .none
    }
  }

  fileprivate func set(_ cell: ExchangeCell, in row: inout Row) -> Bool {
    switch (self, cell) {
    case (.number(let path), .number(let number)): row[keyPath: path] = number
    case (.optionalNumber(let path), .number(let number)): row[keyPath: path] = number
    case (.optionalNumber(let path), .none): row[keyPath: path] = nil
    case (.text(let path), .text(let text)): row[keyPath: path] = text
    case (.optionalText(let path), .text(let text)): row[keyPath: path] = text
    case (.optionalText(let path), .none): row[keyPath: path] = nil
    default: return false
    }
    return true
  }
}
