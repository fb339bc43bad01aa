import Shell
package import Transcripts

/// Knows what a session answers in a check, which has no records of earlier sessions, and no files
/// but those that it makes itself.
package final class SessionForesight: TranscriptForesight {
  private var session: ScriptSession?
  /// Whether there may be files in the session's folder.
  private var mayHaveFiles = false

  /// Begins with the session.
  package init(seed: SessionSeed) {
    session = ScriptSession(seed: seed, folder: UnmadeFolder(), isRestricted: true)
  }

  package func reply(to line: [UInt8]) -> TranscriptReply? {
    guard let session else { return nil }
    guard !Self.isCommand("record", line) else {
      mayHaveFiles = true
      return nil
    }
    let reply = session.perform(line[...])
    guard Self.isKeptOut(reply) else { return reply }
    if !Self.isCommand("source", line) && !Self.isCommand("import", line) {
      mayHaveFiles = true
    } else if mayHaveFiles {
      // NB: what comes out of a file can't be foreseen, and nothing from then on.
      self.session = nil
    }
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

/// A folder that keeps out whoever asks for it.
private final class UnmadeFolder: SessionFolder {
  func location() throws(ArgumentFault) -> String {
    throw .invalid("\(ConsoleFault.restricted(""))", column: nil)
  }
}
