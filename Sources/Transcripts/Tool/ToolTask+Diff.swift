/// Showing what a bless would change.
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
  private static let contextCount = 3

  private(set) var text: [UInt8] = []

  fileprivate struct Hunk {
    var firstOld = 0
    var firstNew = 0
    var oldCount = 0
    var newCount = 0
    var text: [UInt8] = []
    var trailingContext = 0
  }

  init(_ path: String, _ transcript: Transcript, _ edits: TranscriptEdits) {
    let path = escapedForDisplay(path)
    text += Array("--- \(path)\n+++ \(path)\n".utf8)
    var hunk: Hunk?
    var newLine = 0
    for index in 0...transcript.lines.count {
      let inserted = edits.inserted[index] ?? []
      let isRemoved = edits.removed.contains(index)
      let isEnded = Self.isEnded(index, transcript, edits)
      if (isRemoved || !isEnded || !inserted.isEmpty) && hunk == nil {
        hunk = Self.begin(transcript, before: index, newLine: newLine)
      }
      let old = index < transcript.lines.count ? transcript.lines[index].range : 0..<0
      if isRemoved { hunk?.add("-", Array(transcript.bytes[old])) }
      for line in inserted {
        hunk?.add("+", transcript.indentation(beforeLine: index) + line + transcript.lineEnd.bytes)
      }
      newLine += inserted.count
      guard index < transcript.lines.count else { break }
      if isRemoved { continue }
      hunk?.keep(Array(transcript.bytes[old]), isEnded ? nil : transcript.lineEnd)
      newLine += 1
      if let open = hunk, open.trailingContext >= Self.contextCount,
        !Self.isEdited(index + 1...index + Self.contextCount, edits)
      {
        text += open.printed
        hunk = nil
      }
    }
    if let hunk { text += hunk.printed }
  }

  /// Whether a line that stays can stay as it is: a last one without its end gets one where more
  /// lines come behind it.
  private static func isEnded(
    _ index: Int, _ transcript: Transcript, _ edits: TranscriptEdits
  ) -> Bool {
    index != transcript.lines.count - 1 || transcript.bytes.last == 0x0a
      || edits.inserted[index + 1] == nil
  }

  private static func isEdited(_ lines: ClosedRange<Int>, _ edits: TranscriptEdits) -> Bool {
    lines.contains { edits.removed.contains($0) || edits.inserted[$0] != nil }
  }

  private static func begin(_ transcript: Transcript, before index: Int, newLine: Int) -> Hunk {
    let start = max(0, index - contextCount)
    var hunk = Hunk(firstOld: start + 1, firstNew: newLine - (index - start) + 1)
    for line in start..<index {
      hunk.add(" ", Array(transcript.bytes[transcript.lines[line].range]))
    }
    return hunk
  }
}

extension UnifiedDifference.Hunk {
  fileprivate mutating func add(_ sign: Unicode.Scalar, _ line: [UInt8]) {
    text.append(UInt8(ascii: sign))
    text += line
    if line.last != 0x0a { text += Array("\n\\ No newline at end of file\n".utf8) }
    oldCount += sign == "+" ? 0 : 1
    newCount += sign == "-" ? 0 : 1
    trailingContext = sign == " " ? trailingContext + 1 : 0
  }

  /// Adds a line that stays, with an end that it lacks.
  fileprivate mutating func keep(_ line: [UInt8], _ lineEnd: LineEnd?) {
    guard let lineEnd else { return add(" ", line) }
    add("-", line)
    add("+", line + lineEnd.bytes)
  }

  fileprivate var printed: [UInt8] {
    Array("@@ -\(firstOld),\(oldCount) +\(firstNew),\(newCount) @@\n".utf8) + text
  }
}
