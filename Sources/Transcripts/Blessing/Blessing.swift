/// The edits that make a transcript pass.
///
/// Only the expectations of blocks that ran and did not match are changed: every input, comment,
/// directive and blank line keeps its place, and so does an expectation that still matches.
struct Blessing {
  private(set) var edits = TranscriptEdits()
  /// The blocks that change.
  private(set) var blocks: [Int] = []

  /// The choice for a block that differs.
  enum Choice: Sendable {
    case accept
    /// Replaces the differing parts of a line by holes, if the two lines have anything in common.
    case acceptWithHoles
    /// Leaves the block unchanged.
    case leave
  }

  /// Creates the edits of a run; `choose` is called for each block that failed.
  init(_ transcript: Transcript, _ run: TranscriptRun, choose: (Int) -> Choice) {
    for (index, outcome) in run.outcomes.enumerated() where outcome == .fail {
      guard let answer = run.answers[index], !answer.reply.isIncomplete else { continue }
      let choice = choose(index)
      guard choice != .leave else { continue }
      let closest = ClosestAlternative(
        transcript, transcript.blocks[index], answer.reply, answer.bindings)
      edits.merge(
        BlockBlessing(
          transcript, transcript.blocks[index], closest, answer.reply,
          makesHoles: choice == .acceptWithHoles
        ).edits)
      blocks.append(index)
    }
  }
}

/// The edits of one block.
private struct BlockBlessing {
  private(set) var edits = TranscriptEdits()
  private let transcript: Transcript
  private let closest: ClosestAlternative
  /// Removed expectations that are to be replaced by the next inserted lines.
  private var waiting: [Int] = []

  init(
    _ transcript: Transcript, _ block: TranscriptBlock, _ closest: ClosestAlternative,
    _ reply: TranscriptReply, makesHoles: Bool
  ) {
    self.transcript = transcript
    self.closest = closest
    if let status = closest.alternative.status, !closest.isStatusSame {
      edits.removed.insert(status.line)
      edits.insert(reply.statusLine, before: status.line)
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
