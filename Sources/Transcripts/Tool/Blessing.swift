import TranscriptSyntax

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
  init(_ run: TranscriptRun, choose: (Int) -> Choice) {
    let transcript = run.plan.transcript
    for (index, answer) in run.answers(.fail) where !answer.reply.isIncomplete {
      let choice = choose(index)
      guard choice != .leave else { continue }
      let block = transcript.blocks[index]
      edits.bless(
        block, of: transcript, answer.closestAlternative(of: block),
        makesHoles: choice == .acceptWithHoles)
      blocks.append(index)
    }
  }
}
