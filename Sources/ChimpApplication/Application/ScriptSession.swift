import Examiner
package import Shell
package import Transcripts

/// A session that answers one line after the other: what transcripts drive.
package final class ScriptSession: TranscriptSession {
  private let output = OutputWriter(sink: MemorySink())
  private let console: Console

  /// Makes a session as a script has it, whatever the terminal is.
  package init(table: CommandTable, seed: SessionSeed) {
    let application = Application(
      output: output, surroundings: Surroundings(sessionSeed: seed))
    console = Console(
      table: table, receiver: application, settings: application.settings, operations: application,
      output: output, diagnostics: OutputWriter(sink: MemorySink()), options: Console.Options(),
      programVersion: Application.programVersion, recordingFormat: TranscriptFormat(seed: seed))
  }

  package func perform(_ line: [UInt8]) -> TranscriptReply {
    let refusals = output.refusalCount
    let reply = output.capture(keeping: false) { console.perform(line: line) }
    return TranscriptReply(
      output: reply, isRefused: output.refusalCount != refusals, hasEnded: console.isQuitting)
  }
}

/// Makes the sessions of transcripts.
package struct ScriptSessionMaker: TranscriptSessionMaker {
  private let table = Application.table(isMachine: false)

  /// Makes a maker.
  package init() {}

  package func session(
    seed: String?
  ) throws(TranscriptSessionFault) -> any TranscriptSession {
    do throws(SeedFault) {
      return ScriptSession(table: table, seed: try seed.map(SessionSeed.init) ?? .script)
    } catch {
      throw TranscriptSessionFault("\(error)")
    }
  }

  package var commands: [String] { table.commands.map { "\($0.name)" } }

  package func offers(_ requirement: String) -> Bool { false }
}
