import Shell
package import Transcripts

/// Knows what a session answers that has neither files nor records of earlier sessions.
package final class SessionForesight: TranscriptForesight {
  private var session: ScriptSession?

  /// Begins with the session.
  package init(seed: SessionSeed) {
    session = ScriptSession(seed: seed, isRestricted: true)
  }

  package func reply(to line: [UInt8]) -> TranscriptReply? {
    guard let session, !Self.isCommand("record", line) else { return nil }
    let reply = session.perform(line[...])
    guard Self.isKeptOut(reply) else { return reply }
    // NB: whether a file is there can't be foreseen, nor what comes out of it from then on.
    if Self.isCommand("import", line) { self.session = nil }
    return nil
  }

  private static func isCommand(_ name: StaticString, _ line: [UInt8]) -> Bool {
    let word = line.drop { $0 == 0x20 || $0 == 0x09 }.prefix { $0 != 0x20 && $0 != 0x09 }
    return word.filter { $0 != UInt8(ascii: "\"") }.withUnsafeBufferPointer(name.isText)
  }

  /// Whether the line would have touched a file, which is done in the session itself alone.
  private static func isKeptOut(_ reply: TranscriptReply) -> Bool {
    reply.isRefused
      && String(decoding: reply.output, as: UTF8.self).hasSuffix("\(ConsoleFault.restricted(""))\n")
  }
}
