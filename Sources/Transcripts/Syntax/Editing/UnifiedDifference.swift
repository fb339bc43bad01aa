extension Transcript {
  /// The number of unchanged lines around the changes of a hunk.
  private static let contextCount = 3

  /// Returns edits of a file in the format of `diff -u`, which other tools can apply.
  package func unifiedDifference(_ path: String, _ edits: TranscriptEdits) -> [UInt8] {
    let path = escapedForDisplay(path)
    var text = Array("--- \(path)\n+++ \(path)\n".utf8)
    let lines = edited(edits)
    var hunks: [Range<Int>] = []
    for change in lines.indices where lines[change].sign != .same {
      let start = max(0, change - Self.contextCount)
      let end = min(change + Self.contextCount + 1, lines.count)
      if let last = hunks.last, last.upperBound > start {
        hunks[hunks.count - 1] = last.lowerBound..<end
      } else {
        hunks.append(start..<end)
      }
    }
    for hunk in hunks { text += Self.hunk(lines[hunk], behind: lines[..<hunk.lowerBound]) }
    return text
  }

  /// Returns a hunk of the difference with its line numbers.
  private static func hunk(
    _ hunk: ArraySlice<DifferenceLine>, behind before: ArraySlice<DifferenceLine>
  ) -> [UInt8] {
    func count(_ lines: ArraySlice<DifferenceLine>, without sign: DifferenceSign) -> Int {
      lines.count { $0.sign != sign }
    }
    let old = "\(count(before, without: .actual) + 1),\(count(hunk, without: .actual))"
    let new = "\(count(before, without: .expected) + 1),\(count(hunk, without: .expected))"
    var text = Array("@@ -\(old) +\(new) @@\n".utf8)
    for line in hunk {
      text += Array(line.sign.rawValue.utf8) + line.text
      if line.text.last != 0x0a { text += Array("\n\\ No newline at end of file\n".utf8) }
    }
    return text
  }
}
