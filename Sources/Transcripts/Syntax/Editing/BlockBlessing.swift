extension TranscriptEdits {
  /// Adds the edits that make a block (a command with its expected reply) accept the actual reply.
  ///
  /// Expected lines that still match stay; the others are replaced by the differing lines of the
  /// reply. With `makesHoles`, the differing parts of two similar lines become placeholders.
  package mutating func bless(
    _ block: TranscriptBlock, of transcript: Transcript, _ closest: ClosestAlternative,
    makesHoles: Bool
  ) {
    if !closest.isStatusSame {
      let status = closest.alternative.status
      if let status { removed.insert(status.line) }
      insert(
        closest.statusLine, before: status?.line ?? firstLine(block, of: transcript, closest))
    }
    for negative in closest.violatedNegatives { removed.insert(negative.line) }
    let expectations = closest.alternative.expectations
    let first = firstLine(block, of: transcript, closest)
    for change in closest.alignment.changes {
      let old = expectations[change.expectations]
      removed.formUnion(old.map(\.line))
      let end = change.expectations.upperBound
      let position = end > 0 ? expectations[end - 1].line + 1 : first
      for (offset, line) in change.lines.enumerated() {
        let output = closest.output[line]
        let replaced = old.dropFirst(offset).first
        let hole =
          makesHoles ? replaced.flatMap { HoleMaker.line($0, output, closest.bindings) } : nil
        insert(hole ?? OutputEncoding.encode(output), before: replaced?.line ?? position)
      }
    }
  }

  /// Returns the line before which the first output line is inserted.
  private func firstLine(
    _ block: TranscriptBlock, of transcript: Transcript, _ closest: ClosestAlternative
  ) -> Int {
    if let first = closest.alternative.expectations.first { return first.line }
    if let status = closest.alternative.status { return status.line + 1 }
    let start = closest.alternative.firstLine ?? block.inputEnd - 1
    // A directive after the reply could belong to the next command.
    let head = transcript.lines[(start + 1)..<block.endLine].prefix { line in
      !transcript.bytes[line.text].elementsEqual("also".utf8) || line.gutter != .directive
    }
    return head.lastIndex { $0.gutter == .directive }.map { $0 + 1 } ?? start + 1
  }
}
