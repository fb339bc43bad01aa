/// The presses that lines have asked for: a line that was taken apart before is not again.
///
/// What a line asks for depends on nothing but its bytes and the table of commands, and a game has
/// few different presses. Only touches are remembered, because they need no counting.
struct PressMemory: ~Copyable {
  struct Entry: BitwiseCopyable {
    var head: UInt64 = 0
    var tail: UInt64 = 0
    /// How many bytes the line has; 0 where nothing is remembered.
    var length: UInt32 = 0
    var h: Int16 = 0
    var v: Int16 = 0

    func isFor(_ head: UInt64, _ tail: UInt64, _ length: Int) -> Bool {
      self.head == head && self.tail == tail && Int(self.length) == length
    }
  }

  /// Longer lines are not remembered.
  private static var longestLine: Int { 16 }
  private static var placeCount: Int { 256 }

  /// So many presses of a session are not remembered: a short one would not get back what the
  /// entries take to be made.
  private static var forgottenCount: Int { 32 }

  private var entries = OwnedBuffer<Entry>(capacity: 0)
  private var seenCount = 0

  /// The cell that the line presses, if it is remembered.
  func cell(for line: UnsafeBufferPointer<UInt8>) -> (h: Int, v: Int)? {
    guard !entries.isEmpty, let (head, tail) = Self.key(line) else { return nil }
    let place = Self.place(head, tail)
    let entry = entries.elements[place]
    if entry.isFor(head, tail, line.count) { return (Int(entry.h), Int(entry.v)) }
    let second = entries.elements[place ^ 1]
    return second.isFor(head, tail, line.count) ? (Int(second.h), Int(second.v)) : nil
  }

  /// Remembers the cell that the line presses, if it fits.
  mutating func remember(_ line: UnsafeBufferPointer<UInt8>, h: Int, v: Int) {
    guard let (head, tail) = Self.key(line), let h = Int16(exactly: h), let v = Int16(exactly: v)
    else { return }
    guard isOpen() else { return }
    let place = Self.place(head, tail)
    let isFree = entries[place].length == 0
    // NB: two lines may meet in one place; the second one takes the place beside it.
    entries[isFree ? place : place ^ 1] = Entry(
      head: head, tail: tail, length: UInt32(line.count), h: h, v: v)
  }

  /// Counts a press; whether it is to be remembered.
  private mutating func isOpen() -> Bool {
    guard entries.isEmpty else { return true }
    seenCount += 1
    guard seenCount > Self.forgottenCount else { return false }
    entries.append(repeating: Entry(), count: Self.placeCount)
    return true
  }

  /// The bytes of the line as two numbers; nil where there are too many, or none.
  private static func key(_ line: UnsafeBufferPointer<UInt8>) -> (UInt64, UInt64)? {
    guard line.count > 0 && line.count <= longestLine else { return nil }
    let bytes = UnsafeRawBufferPointer(line)
    if line.count >= 8 {
      return (
        bytes.loadUnaligned(as: UInt64.self),
        bytes.loadUnaligned(fromByteOffset: line.count - 8, as: UInt64.self)
      )
    }
    var head: UInt64 = 0
    for byte in line { head = head << 8 | UInt64(byte) }
    return (head, 0)
  }

  private static func place(_ head: UInt64, _ tail: UInt64) -> Int {
    // NB: the end of a line differs most; turned around it comes to where a product spreads it.
    let mixed = (head &+ tail.byteSwapped) &* 0x9e37_79b9_7f4a_7c15
    return Int(truncatingIfNeeded: mixed >> 56)
  }
}
