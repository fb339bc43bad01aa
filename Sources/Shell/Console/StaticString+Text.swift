import Glibc

extension StaticString {
  /// The text in bytes.
  var bytes: UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: utf8Start, count: utf8CodeUnitCount)
  }

  /// Whether the text is this one, byte by byte.
  func isText(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard text.count == utf8CodeUnitCount, let start = text.baseAddress else { return false }
    return memcmp(start, utf8Start, text.count) == 0
  }

  /// Whether both texts are the same.
  func isText(_ other: StaticString) -> Bool {
    isText(other.bytes)
  }
}
