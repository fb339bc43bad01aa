/// Edits as a unified difference, which other tools can apply.
package struct UnifiedDifference {
  private typealias Line = (sign: Character, text: [UInt8])

  private static let contextCount = 3
  private static func isChange(_ line: Line) -> Bool { line.sign != " " }

  /// The difference as it is written, with its header.
  package private(set) var text: [UInt8]

  /// Makes the difference of a file as `diff -u` writes it.
  package init(_ path: String, _ transcript: Transcript, _ edits: TranscriptEdits) {
    let path = escapedForDisplay(path)
    text = Array("--- \(path)\n+++ \(path)\n".utf8)
    let lines = transcript.edited(edits)
    var end = 0
    while let first = lines[end...].firstIndex(where: Self.isChange) {
      let start = max(end, first - Self.contextCount)
      end = first
      while let next = lines[end...].prefix(2 * Self.contextCount).firstIndex(where: Self.isChange)
      { end = next + 1 }
      end = min(end + Self.contextCount, lines.count)
      addHunk(lines[start..<end], behind: lines[..<start])
    }
  }

  /// Appends a hunk with its line numbers.
  private mutating func addHunk(_ hunk: ArraySlice<Line>, behind before: ArraySlice<Line>) {
    func count(_ lines: ArraySlice<Line>, without sign: Character) -> Int {
      lines.count { $0.sign != sign }
    }
    let old = "\(count(before, without: "+") + 1),\(count(hunk, without: "+"))"
    let new = "\(count(before, without: "-") + 1),\(count(hunk, without: "-"))"
    text += Array("@@ -\(old) +\(new) @@\n".utf8)
    for line in hunk {
      text += Array("\(line.sign)".utf8) + line.text
      if line.text.last != 0x0a { text += Array("\n\\ No newline at end of file\n".utf8) }
    }
  }
}
