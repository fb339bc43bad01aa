/// The lines that were entered, the latest last, each one once.
///
/// Adding is a copy of the line, whatever came before it; doubles are taken out when somebody
/// looks. The lines of this session are told apart, until some of them are dropped.
package struct History: ~Copyable {
  /// How many bytes are kept at least, before the oldest lines go.
  package static let keptSize = 1 << 14

  // A line never holds a NUL.
  private static var sourcedMark: UInt8 { 0 }

  private var bytes = OwnedBuffer<UInt8>(capacity: 1024)
  private var latestSize = 0
  private var sessionStart = 0
  private var isSessionWhole = true

  package init() {}

  /// Adds a line; one that would fill the whole history is left out.
  package mutating func add(_ line: Span<UInt8>, isSourced: Bool = false) {
    latestSize = 0
    guard line.count < Self.keptSize else {
      isSessionWhole = isSessionWhole && isSourced
      return
    }
    if isSourced { bytes.append(Self.sourcedMark) }
    bytes.append(line)
    bytes.append(0x0a)
    latestSize = line.count + (isSourced ? 2 : 1)
    if bytes.count > 2 * Self.keptSize { dropOldest() }
  }

  mutating func removeLatest() {
    bytes.removeLast(latestSize)
    latestSize = 0
  }

  /// Takes what was added so far for lines of earlier sessions.
  package mutating func beginSession() { (sessionStart, isSessionWhole) = (bytes.count, true) }

  package var lines: [String] {
    let texts = bytes.elements.split(separator: 0x0a).map { line in
      line.first == Self.sourcedMark ? line.dropFirst() : line
    }
    return latestOnly(texts.map { String(decoding: $0, as: UTF8.self) })
  }

  var hasEarlierSession: Bool { sessionStart > 0 }

  /// Every line of this session as it was entered, save those that others sourced; nil if some
  /// are not kept any more.
  var session: [[UInt8]]? {
    guard isSessionWhole else { return nil }
    return bytes.elements[sessionStart...].split(separator: 0x0a)
      .filter { $0.first != Self.sourcedMark }.map(Array.init)
  }

  private mutating func dropOldest() {
    let cut = bytes.count - Self.keptSize
    guard let lineEnd = bytes.elements[cut...].firstIndex(of: 0x0a) else { return }
    bytes.removeFirst(lineEnd + 1)
    isSessionWhole = isSessionWhole && lineEnd < sessionStart
    sessionStart = max(0, sessionStart - lineEnd - 1)
  }
}

/// The lines, each one once, where it stands last.
package func latestOnly<Line: Hashable>(_ lines: [Line]) -> [Line] {
  var seen: Set<Line> = []
  return lines.reversed().filter { seen.insert($0).inserted }.reversed()
}
