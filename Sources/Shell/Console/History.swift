/// The lines that were entered, the latest last, each one once.
///
/// Adding is a copy of the line, whatever came before it; doubles are taken out when somebody
/// looks.
package struct History: ~Copyable {
  /// How many bytes are kept at least, before the oldest lines go.
  package static let keptSize = 1 << 14

  private var bytes = OwnedBuffer<UInt8>(capacity: 1024)

  /// Makes an empty history.
  package init() {}

  /// Adds a line; one that would fill the whole history is left out.
  package mutating func add(_ line: UnsafeBufferPointer<UInt8>) {
    guard line.count < Self.keptSize else { return }
    bytes.append(line)
    bytes.append(0x0a)
    if bytes.count > 2 * Self.keptSize { dropOldest() }
  }

  /// The lines, the oldest first.
  package var lines: [String] {
    var seen: Set<String> = []
    var lines: [String] = []
    for line in bytes.elements.split(separator: 0x0a).reversed() {
      let line = String(decoding: line, as: UTF8.self)
      if seen.insert(line).inserted { lines.append(line) }
    }
    return lines.reversed()
  }

  private mutating func dropOldest() {
    let cut = bytes.count - Self.keptSize
    guard let lineEnd = bytes.elements[cut...].firstIndex(of: 0x0a) else { return }
    bytes.removeFirst(lineEnd + 1)
  }
}
