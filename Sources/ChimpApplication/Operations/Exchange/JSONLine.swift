import Characters

/// A row as one line with a JSON object in it.
enum JSONLine {
  static func append<Row: ExchangeRow>(
    _ row: Row, _ columns: [ExchangeColumn<Row>], to bytes: inout [UInt8]
  ) {
    bytes.append(contentsOf: #"{"table":""#.utf8)
    bytes.append(contentsOf: Row.table.utf8)
    bytes.append(UInt8(ascii: "\""))
    for column in columns {
      bytes.append(contentsOf: #",""#.utf8)
      bytes.append(contentsOf: column.name.utf8)
      bytes.append(contentsOf: #"":"#.utf8)
      switch column.cell(of: row) {
      case .none: bytes.append(contentsOf: "null".utf8)
      case .number(let number): bytes.append(contentsOf: String(number).utf8)
      case .text(let text): append(text, to: &bytes)
      }
    }
    bytes.append(contentsOf: "}\n".utf8)
  }

  private static func append(_ text: String, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\""))
    defer { bytes.append(UInt8(ascii: "\"")) }
    let isPlain = text.utf8.allSatisfy { byte in
      byte >= 0x20 && byte < 0x7f && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
    }
    guard !isPlain else { return bytes.append(contentsOf: text.utf8) }
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\":
        bytes.append(UInt8(ascii: "\\"))
        bytes.append(UInt8(ascii: scalar))
      case "\n": bytes.append(contentsOf: #"\n"#.utf8)
      case _ where scalar.isHidden:
        for unit in String(scalar).utf16 { append(unit: unit, to: &bytes) }
      default: bytes.append(contentsOf: String(scalar).utf8)
      }
    }
  }

  private static func append(unit: UInt16, to bytes: inout [UInt8]) {
    let digits = String(unit, radix: 16)
    bytes.append(contentsOf: #"\u"#.utf8)
    bytes.append(contentsOf: String(repeating: "0", count: 4 - digits.utf8.count).utf8)
    bytes.append(contentsOf: digits.utf8)
  }
}
