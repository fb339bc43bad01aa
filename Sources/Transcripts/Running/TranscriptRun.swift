/// What became of the blocks of one transcript.
package struct TranscriptRun: Sendable {
  /// One outcome for each block.
  package internal(set) var outcomes: [TranscriptOutcome]
  /// What the blocks answered that did not pass, by their place.
  package internal(set) var replies: [Int: TranscriptReply] = [:]

  /// Counts nothing as run.
  init(blockCount: Int) {
    outcomes = Array(repeating: .notRun, count: blockCount)
  }
}

/// Runs the blocks of transcripts in this process.
struct TranscriptRunner {
  let sessions: any TranscriptSessionMaker

  /// Runs every case of a transcript.
  func run(_ transcript: Transcript) throws(TranscriptFault) -> TranscriptRun {
    var run = TranscriptRun(blockCount: transcript.blocks.count)
    for single in transcript.cases { try perform(single, of: transcript, into: &run) }
    return run
  }

  private func perform(
    _ single: TranscriptCase, of transcript: Transcript, into run: inout TranscriptRun
  ) throws(TranscriptFault) {
    let session = try session(for: single, of: transcript)
    for block in single.blocks {
      let reply = session.perform(transcript.input(of: transcript.blocks[block]))
      if transcript.isMatched(block, by: reply) {
        run.outcomes[block] = .pass
      } else {
        run.outcomes[block] = .fail
        run.replies[block] = reply
      }
      if reply.hasEnded { return }
    }
  }

  private func session(
    for single: TranscriptCase, of transcript: Transcript
  ) throws(TranscriptFault) -> any TranscriptSession {
    let seed = single.settings.seedLine.map { transcript.argument(ofLine: $0) }
    do throws(TranscriptSessionFault) {
      return try sessions.session(seed: seed)
    } catch {
      let line = single.settings.seedLine ?? single.nameLine ?? 0
      throw TranscriptFault(.session(error.words), line: line + 1, column: 1)
    }
  }
}

extension Transcript {
  /// What a directive says behind its name.
  func argument(ofLine index: Int) -> String {
    let text = text(ofLine: index).drop { $0 != 0x20 && $0 != 0x09 }
    return String(decoding: text.drop { $0 == 0x20 || $0 == 0x09 }, as: UTF8.self)
  }
}
