import Shell

/// The search of the history for lines with the same beginning, by the arrow keys.
///
///     let lines = ["help", "start 5", "press 2 3"].map { Array($0.utf8)[...] }
///     var search = HistorySearch()
///     let typed = Array("s".utf8)
///     let found = search.older(than: typed, beforeCursor: typed, in: lines)  // start 5
///     let last = search.newer(than: found ?? [])  // s
package struct HistorySearch: Sendable {
  /// The matching lines and the index of the displayed one; `nil` without a search.
  private var walk: (lines: [[UInt8]], index: Int)?

  package init() {}

  /// Returns the previous matching line; `nil` if there is none.
  ///
  /// A line that differs from the one shown last begins a new search for the text before the
  /// cursor.
  package mutating func older(
    than line: [UInt8], beforeCursor: [UInt8], in lines: [ArraySlice<UInt8>]
  ) -> [UInt8]? {
    if !isShown(line) {
      let found = lines.filter { $0.starts(with: beforeCursor) && !$0.elementsEqual(line) }
      walk = (found.map { Array($0) } + [line], found.count)
    }
    return step(by: -1)
  }

  /// Returns the next matching line, the last of which is the typed one; `nil` without a search.
  package mutating func newer(than line: [UInt8]) -> [UInt8]? { isShown(line) ? step(by: 1) : nil }

  /// Returns whether a line is the one that the search displays.
  private func isShown(_ line: [UInt8]) -> Bool {
    walk.map { $0.index < $0.lines.count - 1 && $0.lines[$0.index] == line } ?? false
  }

  /// Moves to an older or newer line; returns `nil` at both ends.
  private mutating func step(by step: Int) -> [UInt8]? {
    guard let (lines, index) = walk, lines.indices.contains(index + step) else { return nil }
    walk?.index += step
    return lines[index + step]
  }
}

/// The contents of a history file, one command line in each line.
///
///     HistoryText.lines(of: Array("help\nquit\nhelp\n".utf8)).count  // 2: quit, help
///     HistoryText.canKeep(Array("two\nlines".utf8))  // false
package enum HistoryText {
  /// The maximum number of bytes that are read.
  package static let largestSize = 1 << 17
  /// The size in bytes to which a longer file is shortened.
  package static let keptSize = 1 << 16

  /// Returns whether a line can be stored; a line with control characters can't.
  package static func canKeep(_ line: some Collection<UInt8>) -> Bool {
    guard !line.isEmpty, line.count < keptSize / 4 else { return false }
    let isPlain = line.allSatisfy { $0 >= 0x20 && $0 != 0x7f || $0 == 0x09 }
    return isPlain && String(validating: line, as: UTF8.self) != nil
  }

  /// Returns the lines of a file without duplicates.
  package static func lines(of bytes: [UInt8]) -> [ArraySlice<UInt8>] {
    latestOnly(bytes.split(separator: 0x0a).filter { canKeep($0) })
  }

  /// Returns the contents shortened to the latest lines.
  package static func shortened(_ bytes: [UInt8]) -> [UInt8] {
    var size = 0
    let kept = lines(of: bytes).reversed().prefix { line in
      size += line.count + 1
      return size <= keptSize
    }
    return kept.reversed().flatMap { $0 + [0x0a] }
  }
}
