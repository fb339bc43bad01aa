import Examiner
import Shell
import Transcripts

/// Sessions are written down as transcripts, so that they can be checked.
package struct TranscriptFormat: SessionFormat {
  private let recording = TranscriptRecording()
  private let seed: SessionSeed

  /// Makes the format of a session that began with this seed.
  package init(seed: SessionSeed) {
    self.seed = seed
  }

  package func beginning(earlier lines: [[UInt8]]) -> [UInt8] {
    recording.beginning(seed: seed.seed.text, earlier: lines)
  }

  package func block(line: [UInt8], reply: [UInt8], isRefused: Bool) -> [UInt8] {
    do throws(TranscriptRecording.Fault) {
      return try recording.block(line, TranscriptReply(output: reply, isRefused: isRefused))
    } catch {
      return Array("# \(error)\n".utf8)
    }
  }
}
