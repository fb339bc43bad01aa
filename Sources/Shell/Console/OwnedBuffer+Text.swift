/// Text, byte by byte.
extension OwnedBuffer<UInt8> {
  /// Puts words of the program's own at the end.
  @inlinable
  public mutating func append(_ text: StaticString) {
    append(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  /// Puts a number at the end, in decimal.
  @inlinable
  public mutating func append(decimal number: Int) {
    if number >= 0 && number < 10 {
      append(UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: number))
    } else {
      appendDigits(of: number)
    }
  }

  @usableFromInline
  mutating func appendDigits(of number: Int) {
    if number < 0 { append(UInt8(ascii: "-")) }
    let magnitude = number.magnitude
    var divisor: UInt = 1
    while magnitude / divisor >= 10 { divisor *= 10 }
    while divisor > 0 {
      append(UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: magnitude / divisor % 10))
      divisor /= 10
    }
  }
}
