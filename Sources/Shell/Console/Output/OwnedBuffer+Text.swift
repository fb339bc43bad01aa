/// Text, byte by byte.
extension OwnedBuffer<UInt8> {
  /// Puts words of the program's own at the end.
  @inlinable @inline(__always)
  public mutating func append(_ text: StaticString) {
    append(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  /// Puts a number at the end, in decimal.
  @inlinable @inline(__always)
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
    var rest = number.magnitude
    let start = count
    repeat {
      append(UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: rest % 10))
      rest /= 10
    } while rest > 0
    let digits = UnsafeMutableBufferPointer(start: storage + start, count: count - start)
    for place in 0..<digits.count / 2 { digits.swapAt(place, digits.count - 1 - place) }
  }
}
