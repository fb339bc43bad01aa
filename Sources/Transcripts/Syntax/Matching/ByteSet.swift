/// A set of bytes.
///
///     ByteSet(0x30...0x39).contains(0x35)  // true
struct ByteSet: Hashable, Sendable {
  /// A bit for each byte.
  private var bits = SIMD4<UInt64>()

  /// Creates an empty set.
  init() {}

  /// Creates a set of one byte.
  init(_ byte: UInt8) { insert(byte) }

  /// Creates a set of consecutive bytes.
  init(_ bytes: ClosedRange<UInt8>) { for byte in bytes { insert(byte) } }

  /// Creates a set of the characters of a text, which are ASCII.
  init(_ characters: StaticString) {
    characters.withUTF8Buffer { for byte in $0 { insert(byte) } }
  }

  /// All bytes.
  static let all = ByteSet(0x00...0xff)
  static let digits = ByteSet(0x30...0x39)
  static let hexadecimal = digits.union(ByteSet(0x41...0x46)).union(ByteSet(0x61...0x66))
  static let letters = ByteSet(0x41...0x5a).union(ByteSet(0x61...0x7a))
  static let blanks = ByteSet(" \t")

  /// The bytes that are not in the set.
  var inverse: ByteSet {
    var set = self
    set.bits = ~bits
    return set
  }

  func contains(_ byte: UInt8) -> Bool { bits[Int(byte >> 6)] >> UInt64(byte & 63) & 1 != 0 }

  mutating func insert(_ byte: UInt8) { bits[Int(byte >> 6)] |= 1 << UInt64(byte & 63) }

  func union(_ other: ByteSet) -> ByteSet {
    var set = self
    set.bits |= other.bits
    return set
  }
}
