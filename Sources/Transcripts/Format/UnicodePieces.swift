/// Bytes taken apart into scalars, and into single bytes where they are no UTF-8.
struct UnicodePieces: Sequence, IteratorProtocol {
  /// Where a scalar stands, or a byte that is no part of one.
  typealias Piece = (scalar: Unicode.Scalar?, range: Range<Int>)

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
    return (text?.unicodeScalars.first, start..<offset)
  }
}

extension String {
  /// What stands between the places where the mark stands; all of it where that is nowhere.
  func pieces(between mark: String) -> [String] {
    var pieces = [""]
    var rest = self[...]
    while !rest.isEmpty {
      if rest.hasPrefix(mark) {
        rest = rest.dropFirst(mark.count)
        pieces.append("")
      } else {
        pieces[pieces.count - 1].append(rest.removeFirst())
      }
    }
    return pieces
  }
}
