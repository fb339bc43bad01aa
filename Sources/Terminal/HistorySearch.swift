import Console

/// A walk along the earlier lines that begin like the one that is being typed.
package struct HistorySearch: Sendable {
  /// The lines of the walk, the typed one last, and the place of the one that is shown; nil where
  /// no walk goes on.
  private var walk: (lines: [[UInt8]], place: Int)?

  package init() {}

  /// The line before the one that is shown which begins so; nil where there is none.
  ///
  /// A line that is not the one shown last begins a new walk, by what stands before the cursor.
  package mutating func older(
    than line: [UInt8], beforeCursor: [UInt8], in lines: [ArraySlice<UInt8>]
  ) -> [UInt8]? {
    if !isShown(line) {
      let found = lines.filter { $0.starts(with: beforeCursor) && !$0.elementsEqual(line) }
      walk = (found.map { Array($0) } + [line], found.count)
    }
    return step(by: -1)
  }

  /// The line behind the one that is shown which begins so, at last the one that was typed; nil
  /// where no walk goes on.
  package mutating func newer(than line: [UInt8]) -> [UInt8]? { isShown(line) ? step(by: 1) : nil }

  private func isShown(_ line: [UInt8]) -> Bool {
    walk.map { $0.place < $0.lines.count - 1 && $0.lines[$0.place] == line } ?? false
  }

  private mutating func step(by step: Int) -> [UInt8]? {
    guard let (lines, place) = walk, lines.indices.contains(place + step) else { return nil }
    walk?.place += step
    return lines[place + step]
  }
}

/// What a history file holds: a line for each command, the latest last.
package enum HistoryText {
  /// How much of a file is read at most.
  package static let largestSize = 1 << 17
  /// How much is kept when a file has grown beyond that.
  package static let keptSize = 1 << 16

  /// Whether a line can be kept; one with control characters can't, for it would be several.
  package static func canKeep(_ line: some Collection<UInt8>) -> Bool {
    guard !line.isEmpty, line.count < keptSize / 4 else { return false }
    let isPlain = line.allSatisfy { $0 >= 0x20 && $0 != 0x7f || $0 == 0x09 }
    return isPlain && String(validating: line, as: UTF8.self) != nil
  }

  /// The lines of a file, each one once, where it stands last.
  package static func lines(of bytes: [UInt8]) -> [ArraySlice<UInt8>] {
    latestOnly(bytes.split(separator: 0x0a).filter { canKeep($0) })
  }

  /// The file's text with only the latest lines, each one once.
  package static func shortened(_ bytes: [UInt8]) -> [UInt8] {
    var size = 0
    let kept = lines(of: bytes).reversed().prefix { line in
      size += line.count + 1
      return size <= keptSize
    }
    return kept.reversed().flatMap { $0 + [0x0a] }
  }
}
