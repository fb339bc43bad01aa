extension TranscriptEdits {
  /// Adds the edits that make a block (a command with its expected reply) accept the actual reply.
  ///
  /// Expected lines that still match stay; the others are replaced by the differing lines of the
  /// reply. With `makesHoles`, the differing parts of two similar lines become placeholders.
  package mutating func bless(
    _ block: TranscriptBlock, of transcript: Transcript, _ closest: ClosestAlternative,
    makesHoles: Bool
  ) {
    if let status = closest.alternative.status, !closest.isStatusSame {
      removed.insert(status.line)
      insert(closest.statusLine, before: status.line)
    }
    for negative in closest.violatedNegatives { removed.insert(negative.line) }
    let expectations = closest.alternative.expectations
    var position = firstLine(block, of: transcript, closest)
    // Removed expectations that are to be replaced by the next inserted lines.
    var waiting: [Expectation] = []
    for step in closest.alignment.steps {
      switch step {
      case .kept(let index, _):
        waiting.removeAll()
        position = expectations[index].line + 1
      case .removed(let index):
        waiting.append(expectations[index])
        removed.insert(expectations[index].line)
        position = expectations[index].line + 1
      case .inserted(let line):
        let output = closest.output[line]
        let old = waiting.isEmpty ? nil : waiting.removeFirst()
        let hole = makesHoles ? old.flatMap { HoleMaker.line($0, output, closest.bindings) } : nil
        insert(hole ?? OutputEncoding.encode(output), before: old?.line ?? position)
      }
    }
  }

  /// Returns the line before which the first output line is inserted.
  private func firstLine(
    _ block: TranscriptBlock, of transcript: Transcript, _ closest: ClosestAlternative
  ) -> Int {
    if let first = closest.alternative.expectations.first { return first.line }
    if let status = closest.alternative.status { return status.line + 1 }
    let start = closest.alternative.firstLine ?? block.inputLine
    // A directive after the reply could belong to the next command.
    let head = transcript.lines[(start + 1)..<block.endLine].prefix { line in
      !transcript.bytes[line.text].elementsEqual("also".utf8) || line.gutter != .directive
    }
    return head.lastIndex { $0.gutter == .directive }.map { $0 + 1 } ?? start + 1
  }
}
