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
  let place: Place
  let meaning: String

  init(_ name: String, _ place: Place, _ meaning: String) {
    self.name = name
    self.place = place
    self.meaning = meaning
  }

  var isNumber: Bool {
    switch place {
    case .number, .optionalNumber: true
    case .text, .optionalText: false
    }
  }

  var isOptional: Bool {
    switch place {
    case .optionalNumber, .optionalText: true
    case .number, .text: false
    }
  }

  func cell(of row: Row) -> ExchangeCell {
    switch place {
    case .number(let path): .number(row[keyPath: path])
    case .optionalNumber(let path): row[keyPath: path].map { .number($0) } ?? .none
    case .text(let path): .text(row[keyPath: path])
    case .optionalText(let path): row[keyPath: path].map { .text($0) } ?? .none
    }
  }

  /// Puts a cell into a row, or says why it can't be.
  func set(_ cell: ExchangeCell, in row: inout Row) throws(LineReason) {
    if case .number(let number) = cell, number.magnitude > Self.largestNumber.magnitude {
      throw .tooLarge(column: name)
    }
    switch (place, cell) {
    case (.number(let path), .number(let number)): row[keyPath: path] = number
    case (.optionalNumber(let path), .number(let number)): row[keyPath: path] = number
    case (.optionalNumber(let path), .none): row[keyPath: path] = nil
    case (.text(let path), .text(let text)): row[keyPath: path] = text
    case (.optionalText(let path), .text(let text)): row[keyPath: path] = text
    case (.optionalText(let path), .none): row[keyPath: path] = nil
    default: throw isNumber ? .noNumber(column: name) : .noText(column: name)
    }
  }
}
