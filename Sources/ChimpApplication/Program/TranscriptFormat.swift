import Examiner
package import Shell
import Transcripts

/// Sessions are written down as transcripts, so that they can be checked.
///
/// A check has virtual time, and no records of earlier sessions. What passed of the machine's time
/// between two lines is written down as a `wait`; and a session that has what a check has answers
/// every line beside, so that what can't be the same there is left open.
package final class TranscriptFormat: SessionFormat {
  private let recording = TranscriptRecording()
  private let seed: SessionSeed
  private let clock: SessionClock
  /// The session that a check will have.
  private var foresight: SessionForesight?
  package private(set) var isChecked = false
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
    isChecked = false
    foresight = SessionForesight(seed: seed)
    for line in lines { _ = foresee(line) }
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
    let wait = clock.kind == .real && passed > 0 ? waitBlock() : []
    isChecked = isChecked || !wait.isEmpty
    do throws(TranscriptRecording.Fault) {
      let open = try recording.openBlock(line)
      let block = try block(line, reply, isOpen: isOpen) ?? open
      isChecked = isChecked || block != open
      return wait + block
    } catch {
      return wait + Array("# \(error)\n".utf8)
    }
  }

  /// What holds in a check, too; nil where that can't be foreseen.
  private func block(
    _ line: [UInt8], _ reply: TranscriptReply, isOpen: Bool
  ) throws(TranscriptRecording.Fault) -> [UInt8]? {
    guard let other = foresee(line) else { return nil }
    guard !isOpen else { return try recording.block(line, reply, isOpen: true) }
    return try recording.block(line, reply, passing: other)
  }

  /// What the line is answered in a check; nil where that can't be foreseen.
  private func foresee(_ line: [UInt8]) -> TranscriptReply? {
    (try? recording.line(line)).flatMap { foresight?.reply(to: $0) }
  }

  /// The line that lets as much virtual time pass; what it brings comes by itself.
  private func waitBlock() -> [UInt8] {
    let line = Array("wait \(min(passed, TreeController.longestWait))".utf8)
    _ = foresee(line)
    return (try? recording.block(line, TranscriptReply(output: []), isOpen: true)) ?? []
  }
}
