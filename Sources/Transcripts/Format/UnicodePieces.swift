/// Bytes taken apart into scalars, and into single bytes where they are no UTF-8.
struct UnicodePieces: Sequence, IteratorProtocol {
  struct Piece {
    /// Nil for a byte that is no part of a scalar.
    let scalar: Unicode.Scalar?
    let range: Range<Int>
  }

  private let bytes: ArraySlice<UInt8>
  private var offset: Int

  init(_ bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
    offset = bytes.startIndex
  }

  mutating func next() -> Piece? {
    guard offset < bytes.endIndex else { return nil }
    let start = offset
    let first = bytes[start]
    let length = Self.length(first)
    guard length > 0, bytes.endIndex - start >= length, let scalar = scalar(start, length) else {
      offset = start + 1
      return Piece(scalar: nil, range: start..<start + 1)
    }
    offset = start + length
    return Piece(scalar: scalar, range: start..<offset)
  }

  /// How many bytes a scalar has that begins so; 0 where none does.
  private static func length(_ first: UInt8) -> Int {
    switch first {
    case 0..<0x80: 1
    case 0xc2..<0xe0: 2
    case 0xe0..<0xf0: 3
    case 0xf0..<0xf5: 4
    default: 0
    }
  }

  private func scalar(_ start: Int, _ length: Int) -> Unicode.Scalar? {
    guard length > 1 else { return Unicode.Scalar(bytes[start]) }
    var value = UInt32(bytes[start]) & (0x7f >> UInt32(length))
    for offset in start + 1..<start + length {
      guard bytes[offset] & 0xc0 == 0x80 else { return nil }
      value = value << 6 | UInt32(bytes[offset] & 0x3f)
    }
    let smallest: [UInt32] = [0, 0, 0x80, 0x800, 0x10000]
    guard value >= smallest[length] else { return nil }
    return Unicode.Scalar(value)
  }

  /// The offset of the first byte that is no UTF-8.
  static func firstFault(in bytes: [UInt8]) -> Int? {
    for piece in UnicodePieces(bytes[...]) where piece.scalar == nil {
      return piece.range.lowerBound
    }
    return nil
  }
}

extension String {
  /// What stands between the places where the separator stands, in order.
  ///
  /// It is the whole text where the separator stands nowhere. The separator is not empty.
  func pieces(between separator: String) -> [String] {
    let bytes = Array(utf8)
    let mark = Array(separator.utf8)
    var pieces: [String] = []
    var start = 0
    var offset = 0
    while offset + mark.count <= bytes.count {
      if bytes[offset..<offset + mark.count].elementsEqual(mark) {
        pieces.append(String(decoding: bytes[start..<offset], as: UTF8.self))
        offset += mark.count
        start = offset
      } else {
        offset += 1
      }
    }
    return pieces + [String(decoding: bytes[start...], as: UTF8.self)]
  }
}
