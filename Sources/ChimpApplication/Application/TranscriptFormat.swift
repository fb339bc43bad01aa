import Examiner
package import Shell
import Transcripts

/// Sessions are written down as transcripts, so that they can be checked.
///
/// A check has virtual time. What passed of the machine's time between two lines is written down as
/// a `wait`, and what was measured by it is left open.
package final class TranscriptFormat: SessionFormat {
  private let recording = TranscriptRecording()
  private let seed: SessionSeed
  private let clock: SessionClock
  /// When the last line had been answered.
  private var lastTime = 0
  /// How much time had passed since then when the next line came.
  private var passed = 0

  /// Makes the format of a session that began with this seed.
  package init(seed: SessionSeed, clock: SessionClock = .virtual()) {
    self.seed = seed
    self.clock = clock
  }

  package func beginning(earlier lines: [[UInt8]]) -> [UInt8] {
    lastTime = clock.now
    return recording.beginning(seed: seed.seed.text, earlier: lines)
  }

  package func lineComes() {
    passed = clock.now - lastTime
  }

  package func block(
    line: [UInt8], reply: [UInt8], isRefused: Bool, isOpen: Bool
  ) -> [UInt8] {
    defer { lastTime = clock.now }
    let reply = TranscriptReply(output: reply, isRefused: isRefused)
    do throws(TranscriptRecording.Fault) {
      guard clock.kind == .real else { return try recording.block(line, reply, isOpen: isOpen) }
      let isOpen = isOpen || Self.tellsTime(reply.output)
      return wait + (try recording.block(line, reply, isOpen: isOpen))
    } catch {
      return Array("# \(error)\n".utf8)
    }
  }

  /// The line that lets as much virtual time pass; what it brings comes by itself.
  private var wait: [UInt8] {
    passed > 0 ? Array("> wait \(min(passed, TreeController.longestWait))\n= ok\n: ...\n".utf8) : []
  }

  /// Whether a reply tells a time that was measured.
  private static func tellsTime(_ reply: [UInt8]) -> Bool {
    let unit = Array(" ms".utf8)
    return reply.indices.contains { reply[$0...].starts(with: unit) }
  }
}
