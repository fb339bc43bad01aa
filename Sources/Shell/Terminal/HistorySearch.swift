/// A walk along the earlier lines that begin like the one that is being typed.
package struct HistorySearch: Sendable {
  private var prefix: [UInt8] = []
  /// The line from which the walk began.
  private var typed: [UInt8] = []
  /// The line that is shown, and its place among the earlier ones; nil where no walk goes on.
  private var shown: (line: [UInt8], place: Int)?

  /// Makes a search that has not begun.
  package init() {}

  /// The line before the one that is shown which begins so; nil where there is none.
  ///
  /// A line that is not the one shown last begins a new walk, by what stands before the cursor.
  package mutating func older(
    than line: [UInt8], beforeCursor: [UInt8], in lines: [ArraySlice<UInt8>]
  ) -> [UInt8]? {
    let isNew = shown.map { $0.line != line || $0.place >= lines.count } ?? true
    let prefix = isNew ? beforeCursor : prefix
    let end = isNew ? lines.count : shown?.place ?? lines.count
    let found = lines[..<end].lastIndex { $0.starts(with: prefix) && !$0.elementsEqual(line) }
    guard let found else { return nil }
    if isNew { (self.prefix, typed) = (prefix, line) }
    shown = (Array(lines[found]), found)
    return shown?.line
  }

  /// The line behind the one that is shown which begins so, at last the one that was typed; nil
  /// where no walk goes on.
  package mutating func newer(than line: [UInt8], in lines: [ArraySlice<UInt8>]) -> [UInt8]? {
    guard let shown, shown.line == line, shown.place < lines.count else { return nil }
    let found = lines.indices.dropFirst(shown.place + 1).first {
      lines[$0].starts(with: prefix) && !lines[$0].elementsEqual(line)
    }
    guard let found else {
      self.shown = nil
      return typed
    }
    self.shown = (Array(lines[found]), found)
    return self.shown?.line
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
