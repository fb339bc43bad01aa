/// Tables as RFC 4180 has them, in UTF-8.
///
/// A cell with nothing in it is empty; an empty text is two quotes. `CellText` tells what stands
/// for characters that would mean something else, or can't be seen.
enum CSVText {
  static func append(headerOf columns: [ExchangeColumn<some ExchangeRow>], to bytes: inout [UInt8])
  {
    for (place, column) in columns.enumerated() {
      if place > 0 { bytes.append(UInt8(ascii: ",")) }
      bytes.append(contentsOf: column.name.utf8)
    }
    endLine(&bytes)
  }

  static func append<Row: ExchangeRow>(
    _ row: Row, _ columns: [ExchangeColumn<Row>], to bytes: inout [UInt8]
  ) {
    for (place, column) in columns.enumerated() {
      if place > 0 { bytes.append(UInt8(ascii: ",")) }
      switch column.cell(of: row) {
      case .none: break
      case .number(let number): bytes.append(contentsOf: String(number).utf8)
      case .text(let text): append(CellText.encode(text), to: &bytes)
      }
    }
    endLine(&bytes)
  }

  private static func append(_ text: String, to bytes: inout [UInt8]) {
    let isPlain =
      !text.isEmpty
      && text.utf8.allSatisfy { byte in
        byte > 0x20 && byte != 0x7f && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: ",")
      }
    guard !isPlain else { return bytes.append(contentsOf: text.utf8) }
    bytes.append(UInt8(ascii: "\""))
    for byte in text.utf8 {
      if byte == UInt8(ascii: "\"") { bytes.append(byte) }
      bytes.append(byte)
    }
    bytes.append(UInt8(ascii: "\""))
  }

  private static func endLine(_ bytes: inout [UInt8]) {
    bytes.append(0x0d)
    bytes.append(0x0a)
  }
}
