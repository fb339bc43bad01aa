/// The memory of a board: one piece for its cells and, behind them, the text that it is drawn from.
///
/// Nobody writes there any more once the board is made, so that it may go anywhere.
// NB: cells and text of their own would take longer to allocate than to draw and to write.
@usableFromInline
final class BoardStorage: ManagedBuffer<BoardStorage.Header, Cell> {
  @usableFromInline
  struct Header {
    @usableFromInline let size: BoardSize
    @usableFromInline let count: Int
    /// How many bytes of text stand behind the cells.
    fileprivate(set) var textLength = 0
    /// The numerals, where they are not 1, 2, 3 and so on.
    @usableFromInline var numerals: [Int]?
    let origin: SeededIdentifier?
  }

  /// Makes the storage of a board that was described.
  static func make(_ size: BoardSize, _ cells: [Cell], numerals: [Int]?) -> BoardStorage {
    let storage = make(
      Header(size: size, count: cells.count, numerals: numerals, origin: nil), textLength: 0)
    for place in cells.indices { storage.start[place] = cells[place] }
    return storage
  }

  /// Makes the storage of a board that is yet to be drawn, and writes down from what.
  static func make(drawnFrom origin: SeededIdentifier) -> BoardStorage {
    let longest = origin.longestText
    let storage = make(
      Header(size: origin.size, count: origin.count, numerals: nil, origin: origin),
      textLength: longest)
    storage.header.textLength = origin.write(
      to: UnsafeMutableBufferPointer(start: storage.textStart, count: longest))
    return storage
  }

  private static func make(_ header: Header, textLength: Int) -> BoardStorage {
    let stride = MemoryLayout<Cell>.stride
    let buffer = create(
      minimumCapacity: header.count + (textLength + stride - 1) / stride
    ) { _ in header }
    return unsafeDowncast(buffer, to: BoardStorage.self)
  }

  /// The cells of the numerals, in ascending order of the numerals.
  @inlinable
  var cells: UnsafeBufferPointer<Cell> {
    UnsafeBufferPointer(start: start, count: header.count)
  }

  /// What the board was drawn from, in bytes; none where it was described.
  var originText: UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: textStart, count: header.textLength)
  }

  /// Where the cells begin.
  @inlinable
  var start: UnsafeMutablePointer<Cell> {
    withUnsafeMutablePointerToElements { $0 }
  }

  private var textStart: UnsafeMutablePointer<UInt8> {
    UnsafeMutableRawPointer(start + header.count).assumingMemoryBound(to: UInt8.self)
  }
}
