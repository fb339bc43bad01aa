/// A text that is written into memory at hand.
struct IdentifierText {
  private let buffer: UnsafeMutableBufferPointer<UInt8>
  private(set) var count = 0

  init(_ buffer: UnsafeMutableBufferPointer<UInt8>) {
    self.buffer = buffer
  }

  var bytes: UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(rebasing: buffer[..<count])
  }

  mutating func append(_ byte: UInt8) {
    buffer[count] = byte
    count &+= 1
  }

  /// Appends a number that is not negative, and a sign.
  mutating func append(_ number: Int, before sign: Unicode.Scalar) {
    append(number)
    append(UInt8(ascii: sign))
  }

  /// Appends a number that is not negative.
  mutating func append(_ number: Int) {
    if number >= 10 { append(number / 10) }
    append(UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: number % 10))
  }
}
