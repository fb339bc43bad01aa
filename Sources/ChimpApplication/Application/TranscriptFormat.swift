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
  private var foreseen: ScriptSession?
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
    foreseen = ScriptSession(seed: seed, isRestricted: true)
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
    do throws(TranscriptRecording.Fault) {
      let wait = clock.kind == .real && passed > 0 ? try waitBlock() : []
      guard let other = foresee(line) else { return wait + (try recording.openBlock(line)) }
      if isOpen { return wait + (try recording.block(line, reply, isOpen: true)) }
      return wait + (try recording.block(line, reply, passing: other))
    } catch {
      return Array("# \(error)\n".utf8)
    }
  }

  /// What the line is answered in a check; nil where that can't be foreseen.
  private func foresee(_ line: [UInt8]) -> TranscriptReply? {
    guard let foreseen, let sent = try? recording.line(line) else { return nil }
    let reply = foreseen.perform(sent[...])
    guard Self.isKeptOut(reply) else { return reply }
    // NB: whether a file is there can't be foreseen, nor what comes out of it from then on.
    let isImport = line.drop { $0 == 0x20 || $0 == 0x09 }.starts(with: "import".utf8)
    if isImport { self.foreseen = nil }
    return nil
  }

  /// The line that lets as much virtual time pass; what it brings comes by itself.
  private func waitBlock() throws(TranscriptRecording.Fault) -> [UInt8] {
    let line = Array("wait \(min(passed, TreeController.longestWait))".utf8)
    _ = foresee(line)
    return try recording.block(line, TranscriptReply(output: [], isRefused: false), isOpen: true)
  }

  /// Whether the line would have touched a file, which is done in the session itself alone.
  private static func isKeptOut(_ reply: TranscriptReply) -> Bool {
    reply.isRefused
      && String(decoding: reply.output, as: UTF8.self).hasSuffix("\(ConsoleFault.restricted(""))\n")
  }
}
