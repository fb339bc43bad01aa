extension StaticString {
  /// The text in bytes.
  var bytes: UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: utf8Start, count: utf8CodeUnitCount)
  }

  /// Whether the text is this one, byte by byte.
  package func isText(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
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

extension UnsafeBufferPointer<UInt8> {
  /// The first eight bytes as a number; of fewer bytes no two different texts have the same one,
  /// unless there is a NUL in them.
  @inline(__always)
  var head: UInt64 {
    var head: UInt64 = 0
    for offset in 0..<Swift.min(count, 8) { head = head << 8 | UInt64(self[offset]) }
    return head
  }
}
