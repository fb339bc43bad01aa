/// Text as bytes of UTF-8.
extension [UInt8] {
  /// Appends the bytes of a text.
  public mutating func append(_ text: String) { self += text.utf8 }

  /// Appends the decimal digits of a number.
  public mutating func append(decimal number: Int) {
    guard 0..<10 ~= number else { return append(String(number)) }
    append(UInt8(ascii: "0") + UInt8(number))
  }
}

extension String {
  /// Returns whether the text has these bytes.
  public func isText(_ text: some Collection<UInt8>) -> Bool { utf8.elementsEqual(text) }
}
