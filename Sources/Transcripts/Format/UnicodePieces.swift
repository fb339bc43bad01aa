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
    let end = Swift.min(bytes.endIndex, start + Swift.max(1, (~first).leadingZeroBitCount))
    let text = String(validating: bytes[start..<end], as: UTF8.self)
    offset = text == nil ? start + 1 : end
    return Piece(scalar: text?.unicodeScalars.first, range: start..<offset)
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
