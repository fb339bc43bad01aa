/// A value in the form in which SQLite stores it.
///
/// Two real numbers are equal if their bits are, so that a value that is not a number equals
/// itself.
///
///     "rose".stored  // text("rose")
///     StoredValue.real(.nan) == .real(.nan)  // true
///     Int(stored: .text("9"))  // nil
public enum StoredValue: Hashable, Sendable {
  case null
  case integer(Int)
  case real(Double)
  /// A text, which may contain any character, even NUL.
  case text(String)
  case bytes([UInt8])

  /// Returns whether two values have the same bytes; canonically equivalent texts differ.
  public static func == (left: Self, right: Self) -> Bool {
    switch (left, right) {
    case (.null, .null): true
    case (.integer(let left), .integer(let right)): left == right
    case (.real(let left), .real(let right)): left.bitPattern == right.bitPattern
    case (.text(let left), .text(let right)):
      // Comparing the texts first is much faster than comparing their bytes, but some with
      // different bytes are equal.
      left.utf8.count == right.utf8.count && left == right
        && (left.utf8Span.isKnownASCII || left.utf8.elementsEqual(right.utf8))
    case (.bytes(let left), .bytes(let right)): left == right
    default: false
    }
  }

  /// Feeds the bytes of the value to a hasher.
  public func hash(into hasher: inout Hasher) {
    switch self {
    case .null: hasher.combine(0)
    case .integer(let number): hasher.combine(number)
    case .real(let number): hasher.combine(number.bitPattern)
    case .text(let text): for byte in text.utf8 { hasher.combine(byte) }
    case .bytes(let bytes): hasher.combine(bytes)
    }
  }

  /// Returns whether the value comes before another one in SQLite's sort order.
  func precedes(_ other: Self) -> Bool {
    switch (self, other) {
    case (.integer(let left), .integer(let right)): left < right
    case (.real(let left), .real(let right)): left < right
    case (.integer(let left), .real(let right)): Double(left) < right
    case (.real(let left), .integer(let right)): left < Double(right)
    case (.text(let left), .text(let right)): left.utf8.lexicographicallyPrecedes(right.utf8)
    case (.bytes(let left), .bytes(let right)): left.lexicographicallyPrecedes(right)
    default: rank < other.rank
    }
  }

  private var rank: Int {
    switch self {
    case .null: 0
    case .integer, .real: 1
    case .text: 2
    case .bytes: 3
    }
  }
}

extension StoredValue {
  /// The absolute value of an integer; 0 for any other value.
  var magnitude: UInt {
    if case .integer(let number) = self { number.magnitude } else { 0 }
  }

  // NB: SQLite writes only those pages of a row that differ, where it is as long as before.
  /// A long text padded with spaces to a length that is a power of two.
  var withRoom: StoredValue {
    guard case .text(var text) = self, case let count = text.utf8.count, count > 512 else {
      return self
    }
    let room = (1 << (Int.bitWidth - count.leadingZeroBitCount)) - count
    text += String(decoding: repeatElement(UInt8(ascii: " "), count: room), as: UTF8.self)
    return .text(text)
  }

  /// The text without its padding.
  var withoutRoom: StoredValue {
    let space = UInt8(ascii: " ")
    guard case .text(let text) = self, case let bytes = text.utf8, bytes.count > 512,
      bytes.count.nonzeroBitCount == 1, bytes.last == space
    else { return self }
    let end = bytes.lastIndex { $0 != space }
    return .text(end.map { String(Substring(bytes[...$0])) } ?? "")
  }
}

/// The checksum of a stored row (FNV-1a).
///
/// Each step is reversible, so a change of a single byte always shows.
///
///     var checksum = Checksum()
///     checksum.add(.text("No1"))
///     checksum.add(.integer(3))
///     print(checksum.number)
public struct Checksum {
  private var state: UInt64 = 0xCBF2_9CE4_8422_2325

  /// Creates the checksum of no values.
  public init() {}

  /// The checksum of the values so far.
  public var number: Int { Int(Int64(bitPattern: state)) }

  /// Adds the next value of the row.
  public mutating func add(_ value: StoredValue) {
    switch value {
    case .null: add(byte: 0)
    case .integer(let number):
      add(byte: 1)
      add(word: UInt64(bitPattern: Int64(number)))
    case .real(let number):
      add(byte: 2)
      // SQLite stores a negative zero as a positive one.
      add(word: (number == 0 ? 0 : number).bitPattern)
    case .text(let text):
      add(byte: 3)
      add(bytes: text.utf8Span.span)
    case .bytes(let bytes):
      add(byte: 4)
      add(bytes: bytes.span)
    }
  }

  private mutating func add(bytes: Span<UInt8>) {
    add(word: UInt64(bytes.count))
    for index in bytes.indices { add(byte: bytes[index]) }
  }

  private mutating func add(word: UInt64) {
    state = (state ^ word) &* 0x100_0000_01B3
    state ^= state >> 29
  }

  private mutating func add(byte: UInt8) { state = (state ^ UInt64(byte)) &* 0x100_0000_01B3 }
}
