extension StaticString {
  /// The text in bytes.
  var bytes: UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: utf8Start, count: utf8CodeUnitCount)
  }

  /// Whether the text is this one, byte by byte.
  func isText(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard text.count == utf8CodeUnitCount else { return false }
    let start = utf8Start
    for offset in 0..<text.count where text[offset] != start[offset] { return false }
    return true
  }

  /// Whether both texts are the same.
  func isText(_ other: StaticString) -> Bool {
    isText(other.bytes)
  }
}
