/// The presses of earlier lines: a line that comes again is not taken apart again.
///
/// What a line asks for depends only on its bytes and the table of commands, and a game has few
/// different presses. Without this, a piped press takes a third longer (row "piped" of the
/// benchmarks).
struct PressMemory: ~Copyable {
  /// A line, and the cell that it presses.
  struct Entry: BitwiseCopyable {
    var key = Key(head: 0, tail: 0, length: 0)
    var h: Int16 = 0
    var v: Int16 = 0
  }

  /// The bytes of a line of at most 16 bytes, as two numbers that may overlap.
  struct Key: BitwiseCopyable, Equatable {
    let head: UInt64
    let tail: UInt64
    let length: Int

    init(head: UInt64, tail: UInt64, length: Int) {
      (self.head, self.tail, self.length) = (head, tail, length)
    }

    init?(_ line: UnsafeBufferPointer<UInt8>) {
      guard line.count <= 16 else { return nil }
      let bytes = UnsafeRawBufferPointer(line)
      if line.count < 8 {
        self.init(head: line.head, tail: 0, length: line.count)
      } else {
        self.init(
          head: bytes.loadUnaligned(as: UInt64.self),
          tail: bytes.loadUnaligned(fromByteOffset: line.count - 8, as: UInt64.self),
          length: line.count)
      }
    }

    /// Where the line stands among the entries: its last bytes differ most.
    var place: Int {
      Int(truncatingIfNeeded: ((head &+ tail.byteSwapped) &* 0x9e37_79b9_7f4a_7c15) >> 55)
    }
  }

  private static var placeCount: Int { 512 }

  private var entries = OwnedBuffer<Entry>(capacity: 0)

  /// The cell that the line presses, if it is known.
  func cell(for line: UnsafeBufferPointer<UInt8>) -> (h: Int, v: Int)? {
    guard !entries.isEmpty, !line.isEmpty, let key = Key(line) else { return nil }
    let entry = entries[key.place]
    return entry.key == key ? (Int(entry.h), Int(entry.v)) : nil
  }

  /// Remembers the cell that the line presses, in the place of what was remembered there.
  mutating func remember(_ line: UnsafeBufferPointer<UInt8>, h: Int, v: Int) {
    guard let key = Key(line), let h = Int16(exactly: h), let v = Int16(exactly: v) else { return }
    if entries.isEmpty { entries.append(repeating: Entry(), count: Self.placeCount) }
    entries[key.place] = Entry(key: key, h: h, v: v)
  }
}
