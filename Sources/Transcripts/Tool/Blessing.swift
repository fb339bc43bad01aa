import TranscriptSyntax

/// The edits that update a transcript to the actual replies.
///
/// Only expected lines that did not match are changed. Commands, comments, directives and blank
/// lines stay as they are.
struct Blessing {
  private(set) var edits = TranscriptEdits()
  /// The indexes of the blocks that change.
  private(set) var blocks: [Int] = []

  /// The decision about a block whose reply differs.
  enum Choice: Sendable {
    case accept
    /// Update the block, with placeholders for the differing parts of similar lines.
    case acceptWithHoles
    /// Leave the block unchanged.
    case leave
  }

  /// Creates the edits for a run; `choose` is called for each block that failed.
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
