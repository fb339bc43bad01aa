import Shell
import Transcripts

/// Sessions are written down as transcripts, so that they can be checked.
package struct TranscriptFormat: SessionFormat {
  private let recording = TranscriptRecording()

  /// Makes the format.
  package init() {}

  package func beginning(seed: String?) -> [UInt8] {
    recording.beginning(seed: seed)
  }

  package func block(line: [UInt8], reply: [UInt8], isRefused: Bool) -> [UInt8] {
    do throws(TranscriptRecording.Fault) {
      return try recording.block(line, TranscriptReply(output: reply, isRefused: isRefused))
    } catch {
      return Array("# \(error)\n".utf8)
    }
  }
}
