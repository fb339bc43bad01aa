/// The command history: the entered lines without duplicates, the latest last.
///
/// Adding appends the bytes to a buffer, in constant time; duplicates are removed when the lines
/// are read. A recording begins with the lines of the current session, so the history stores where
/// they begin, as long as all of them are kept.
///
///     let history = History()
///     history.add(line)
///     history.lines.last
public final class History {
  /// The number of bytes of history that are never dropped.
  public static var keptSize: Int { 1 << 14 }

  /// The byte in front of a line that came from a sourced file; NUL, which no line contains.
  private static var sourcedMark: UInt8 { 0 }

  /// The lines, each terminated by a line feed.
  private var bytes: [UInt8] = []
  /// The number of bytes of the line added last, for `removeLatest`; 0 if it was not kept.
  private var latestSize = 0
  /// The offset in the buffer at which the lines of the current session begin.
  private var sessionStart = 0
  /// `true` if every line of the current session is still in the buffer.
  private var isSessionWhole = true

  public init() {}

  /// Adds a line.
  ///
  /// A line longer than the history is skipped; after that, no recording can begin in this session.
  public func add(_ line: ArraySlice<UInt8>, isSourced: Bool = false) {
    latestSize = 0
    guard line.count < Self.keptSize else {
      isSessionWhole = isSessionWhole && isSourced
      return
    }
    if isSourced { bytes.append(Self.sourcedMark) }
    bytes += line
    bytes.append(0x0a)
    latestSize = line.count + (isSourced ? 2 : 1)
    if bytes.count > 2 * Self.keptSize { dropOldest() }
  }

  /// Removes the line that was added last; does nothing if it was not kept.
  func removeLatest() {
    bytes.removeLast(latestSize)
    latestSize = 0
  }

  /// Removes lines; if one of them is of the current session, no recording can begin in it any more.
  public func forget(where isForgotten: (String) -> Bool) {
    var kept: [UInt8] = []
    var start = sessionStart
    for line in bytes.split(separator: 0x0a, omittingEmptySubsequences: false).dropLast() {
      let text = line.first == Self.sourcedMark ? line.dropFirst() : line
      guard isForgotten(String(decoding: text, as: UTF8.self)) else {
        kept += line + [0x0a]
        continue
      }
      if line.startIndex < sessionStart { start -= line.count + 1 } else { isSessionWhole = false }
    }
    bytes = kept
    sessionStart = start
    latestSize = 0
  }

  /// Begins a session: all lines so far belong to earlier sessions.
  public func beginSession() {
    sessionStart = bytes.count
    isSessionWhole = true
  }

  /// The lines without duplicates, the oldest first.
  public var lines: [String] {
    let texts = bytes.split(separator: 0x0a).map { line in
      line.first == Self.sourcedMark ? line.dropFirst() : line
    }
    return latestOnly(texts.map { String(decoding: $0, as: UTF8.self) })
  }

  /// `true` if the history contains lines of earlier sessions.
  var hasEarlierSession: Bool { sessionStart > 0 }

  /// The lines typed in the current session, in order; `nil` if some of them were dropped.
  var session: [[UInt8]]? {
    guard isSessionWhole else { return nil }
    return bytes[sessionStart...].split(separator: 0x0a)
      .filter { $0.first != Self.sourcedMark }.map(Array.init)
  }

  /// Drops whole lines from the beginning until about `keptSize` bytes are left.
  ///
  /// Called only when there are twice as many, so that the cost per line stays constant.
  private func dropOldest() {
    let cut = bytes.count - Self.keptSize
    guard let lineEnd = bytes[cut...].firstIndex(of: 0x0a) else { return }
    bytes.removeFirst(lineEnd + 1)
    isSessionWhole = isSessionWhole && lineEnd < sessionStart
    sessionStart = max(0, sessionStart - lineEnd - 1)
  }
}

/// Returns the lines without duplicates, each at the index of its last occurrence.
public func latestOnly<Line: Hashable>(_ lines: [Line]) -> [Line] {
  var seen: Set<Line> = []
  return lines.reversed().filter { seen.insert($0).inserted }.reversed()
}
