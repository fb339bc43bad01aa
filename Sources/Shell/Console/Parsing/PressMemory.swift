/// The presses of earlier lines: a line that comes again is not taken apart again.
///
/// What a line asks for depends only on its bytes and the table of commands, and a game has few
/// different presses. Without this, a piped press takes a third longer (row "piped" of the
/// benchmarks).
struct PressMemory: ~Copyable {
  /// A line as a number, and the cell that it presses.
  struct Entry: BitwiseCopyable {
    var key: UInt128 = 0
    var h = 0
    var v = 0
  }

  private static var placeCount: Int { 512 }

  // Counted and hashed as little as possible: it is asked for each line.
  private var entries = OwnedBuffer<Entry>(capacity: 0)

  func cell(for line: UnsafeBufferPointer<UInt8>) -> (h: Int, v: Int)? {
    guard entries.count > 0, let key = Self.key(line) else { return nil }
    let entry = entries[Self.place(key)]
    return entry.key == key ? (entry.h, entry.v) : nil
  }

  /// Remembers a cell in the place of what was remembered there.
  mutating func remember(_ line: UnsafeBufferPointer<UInt8>, h: Int, v: Int) {
    guard let key = Self.key(line) else { return }
    while entries.count < Self.placeCount { entries.append(Entry()) }
    entries[Self.place(key)] = Entry(key: key, h: h, v: v)
  }

  /// A line of at most 15 bytes as a number, whose last byte tells how long it is.
  private static func key(_ line: UnsafeBufferPointer<UInt8>) -> UInt128? {
    guard line.count < 16 else { return nil }
    var key = UInt128(0)
    withUnsafeMutableBytes(of: &key) { $0.copyBytes(from: line) }
    return key | UInt128(line.count) << 120
  }

  /// Where a line stands among the entries.
  private static func place(_ key: UInt128) -> Int {
    let mixed = UInt64(truncatingIfNeeded: key) &+ UInt64(truncatingIfNeeded: key >> 64) &* 31
    return Int(truncatingIfNeeded: (mixed &* 0x9e37_79b9_7f4a_7c15) >> 55)
  }
}
