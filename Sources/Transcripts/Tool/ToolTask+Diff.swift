extension ToolTask {
  /// Tells the edits of a bless as a unified difference, and writes nothing.
  func showDifferences() throws(ToolFault) {
    try runAll { fileRun throws(ToolFault) in
      raiseStatus(fileRun.run.exitStatus)
      guard fileRun.run.outcomes.contains(.fail) else { return }
      let plan = try fileRun.plan()
      let choice = options.makesHoles ? Blessing.Choice.acceptWithHoles : .accept
      let blessing = Blessing(plan.transcript, fileRun.run) { _ in choice }
      environment.output(UnifiedDifference(plan.path, plan.transcript, blessing.edits).text)
    }
  }
}

/// Edits as other tools can apply them.
struct UnifiedDifference {
  private typealias Line = (sign: Character, text: [UInt8])

  private static let contextCount = 3
  private static func isChange(_ line: Line) -> Bool { line.sign != " " }

  private(set) var text: [UInt8]

  init(_ path: String, _ transcript: Transcript, _ edits: TranscriptEdits) {
    let path = escapedForDisplay(path)
    text = Array("--- \(path)\n+++ \(path)\n".utf8)
    let lines = transcript.edited(edits)
    var end = 0
    while let first = lines[end...].firstIndex(where: Self.isChange) {
      let start = max(end, first - Self.contextCount)
      end = first
      while let next = lines[end...].prefix(2 * Self.contextCount).firstIndex(where: Self.isChange)
      {
        end = next + 1
      }
      end = min(end + Self.contextCount, lines.count)
      addHunk(lines[start..<end], behind: lines[..<start])
    }
  }

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
