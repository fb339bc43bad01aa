/// The presses of earlier lines: a line that comes again is not taken apart again.
///
/// What a line asks for depends only on its bytes and the table of commands, and a game has few
/// different presses. Without this, a piped press takes a third longer (row "piped" of the
/// benchmarks).
struct PressMemory {
  private static var mostCells: Int { 512 }

  private var cells: [UInt128: (h: Int, v: Int)] = [:]

  func cell(for line: UnsafeBufferPointer<UInt8>) -> (h: Int, v: Int)? {
    cells.isEmpty ? nil : Self.key(line).flatMap { cells[$0] }
  }

  mutating func remember(_ line: UnsafeBufferPointer<UInt8>, h: Int, v: Int) {
    guard let key = Self.key(line) else { return }
    if cells.count >= Self.mostCells { cells.removeAll(keepingCapacity: true) }
    cells[key] = (h, v)
  }

  /// A short line as a number, behind a 1 that tells how long it is.
  private static func key(_ line: UnsafeBufferPointer<UInt8>) -> UInt128? {
    line.count < 16 ? line.reduce(1) { $0 << 8 | UInt128($1) } : nil
  }
}
