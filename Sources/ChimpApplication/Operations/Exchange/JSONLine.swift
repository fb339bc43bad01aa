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
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"):
        bytes.append(UInt8(ascii: "\\"))
        bytes.append(byte)
      case 0x0a: bytes.append(contentsOf: #"\n"#.utf8)
      case ..<0x20, 0x7f:
        bytes.append(contentsOf: #"\u00"#.utf8)
        bytes.append(digit(byte >> 4))
        bytes.append(digit(byte & 15))
      default: bytes.append(byte)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }

  private static func digit(_ number: UInt8) -> UInt8 {
    number < 10 ? UInt8(ascii: "0") + number : UInt8(ascii: "a") + number - 10
  }
}
