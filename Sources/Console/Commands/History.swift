/// The lines that were entered, the latest last, each one once.
///
/// Adding is a copy of the bytes at the end of a buffer, however long the history is; doubles are
/// removed when the lines are read. A recording begins with the lines of this session, so the
/// history knows where they begin, as long as all of them are kept.
///
///     var history = History()
///     history.add(line.span)
///     history.lines.last
package struct History: ~Copyable {
  /// The number of bytes that are always kept; older lines may be dropped.
  package static let keptSize = 1 << 14

  // A line never holds a NUL.
  /// The first byte of a line that came from a file; a line never holds a NUL.
  private static var sourcedMark: UInt8 { 0 }

  // The lines, each terminated by a line feed.
  private var bytes = OwnedBuffer<UInt8>(capacity: 1024)
  /// The number of bytes of the latest line, to remove it again; 0 if it was not kept.
  private var latestSize = 0
  /// The offset at which the lines of this session begin.
  private var sessionStart = 0
  /// `true` if no line of this session has been dropped.
  private var isSessionWhole = true

  package init() {}

  /// Adds a line.
  ///
  /// A line that would fill the whole history is skipped; then no recording can begin any more.
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

  /// Removes the line that was added last; does nothing if it was not kept.
  mutating func removeLatest() {
    bytes.removeLast(latestSize)
    latestSize = 0
  }

  /// Begins a session: the lines so far count as those of earlier sessions.
  package mutating func beginSession() {
    sessionStart = bytes.count
    isSessionWhole = true
  }

  /// The lines without doubles, the oldest first.
  package var lines: [String] {
    let texts = bytes.elements.split(separator: 0x0a).map { line in
      line.first == Self.sourcedMark ? line.dropFirst() : line
    }
    return latestOnly(texts.map { String(decoding: $0, as: UTF8.self) })
  }

  /// `true` if there are lines of earlier sessions.
  var hasEarlierSession: Bool { sessionStart > 0 }

  /// The lines of this session as they were entered, without those of sourced files; `nil` if some
  /// were dropped.
  var session: [[UInt8]]? {
    guard isSessionWhole else { return nil }
    return bytes.elements[sessionStart...].split(separator: 0x0a)
      .filter { $0.first != Self.sourcedMark }.map(Array.init)
  }

  /// Drops whole lines from the beginning until about `keptSize` bytes are left.
  ///
  /// Called only when there are twice as many, so that the cost per line stays constant.
  private mutating func dropOldest() {
    let cut = bytes.count - Self.keptSize
    guard let lineEnd = bytes.elements[cut...].firstIndex(of: 0x0a) else { return }
    bytes.removeFirst(lineEnd + 1)
    isSessionWhole = isSessionWhole && lineEnd < sessionStart
    sessionStart = max(0, sessionStart - lineEnd - 1)
  }
}

/// Returns the lines without doubles, each one where it occurs last.
package func latestOnly<Line: Hashable>(_ lines: [Line]) -> [Line] {
  var seen: Set<Line> = []
  return lines.reversed().filter { seen.insert($0).inserted }.reversed()
}
