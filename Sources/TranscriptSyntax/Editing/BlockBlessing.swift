/// The edits that make one block match a reply.
///
/// An expectation that still matches stays; the others are removed, and the differing lines of the
/// reply are inserted in their order.
package struct BlockBlessing {
  /// The edits of the block's lines.
  package private(set) var edits = TranscriptEdits()

  private let transcript: Transcript
  private let closest: ClosestAlternative
  /// Removed expectations that are to be replaced by the next inserted lines.
  private var waiting: [Int] = []

  /// Edits the alternative that is closest to the reply; with `makesHoles`, the differing parts of
  /// two similar lines become holes.
  package init(
    _ transcript: Transcript, _ block: TranscriptBlock, _ closest: ClosestAlternative,
    makesHoles: Bool
  ) {
    self.transcript = transcript
    self.closest = closest
    if let status = closest.alternative.status, !closest.isStatusSame {
      edits.removed.insert(status.line)
      edits.insert(closest.statusLine, before: status.line)
    }
    for negative in closest.violatedNegatives { edits.removed.insert(negative.line) }
    var position = firstLine(block)
    for step in closest.alignment.steps {
      switch step {
      case .kept(let index, _):
        waiting.removeAll()
        position = closest.alternative.expectations[index].line + 1
      case .removed(let index):
        waiting.append(index)
        let line = closest.alternative.expectations[index].line
        edits.removed.insert(line)
        position = line + 1
      case .inserted(let line):
        let output = closest.output[line]
        var text = OutputEncoding.encode(output)
        if !waiting.isEmpty {
          let index = waiting.removeFirst()
          let old = closest.alternative.expectations[index]
          if makesHoles { text = HoleMaker.line(old, output, closest.bindings) ?? text }
          edits.insert(text, before: old.line)
        } else {
          edits.insert(text, before: position)
        }
      }
    }
  }

  /// Returns the line before which the first output line is inserted.
  private func firstLine(_ block: TranscriptBlock) -> Int {
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
