import Examiner
package import Shell
package import Transcripts

/// A session that answers one line after the other: what transcripts drive.
final class ScriptSession: TranscriptSession {
  /// What sessions share that come one after the other.
  final class Supplies {
    let table = Application.table(isMachine: false)
    let sink = NoSink()
    private(set) lazy var diagnostics = OutputWriter(sink: sink, room: 1)
    let invocation = Invocation()
    let records = RecordsEnvironment()
    private(set) lazy var restrictedRecords = RecordsEnvironment(isRestricted: true)
  }

  /// How many bytes an output begins with: a reply with a board.
  private static var room: Int { 1 << 9 }

  private let output: OutputWriter
  private let console: Console
  private let application: Application
  private let invocation: Invocation

  /// Makes a session as a script has it, whatever the terminal is.
  ///
  /// A restricted one keeps its records away from files; one with a folder finds its files there.
  init(
    seed: SessionSeed, supplies: Supplies = Supplies(), folder: (any SessionFolder)? = nil,
    isRestricted: Bool = false
  ) {
    output = OutputWriter(sink: supplies.sink, room: Self.room)
    invocation = supplies.invocation
    let application = Application(
      output: output,
      environment: ApplicationEnvironment(
        sessionSeed: seed, records: isRestricted ? supplies.restrictedRecords : supplies.records))
    console = Console(
      table: supplies.table, receiver: application, settings: application.settings,
      operations: application, folder: folder, output: output, diagnostics: supplies.diagnostics,
      options: Console.Options(), programVersion: Application.programVersion,
      recordingFormat: TranscriptFormat(seed: seed))
    application.console = console
    self.application = application
  }

  func speak(_ language: String) -> Bool {
    guard let language = Language(rawValue: language) else { return false }
    application.language = language
    return true
  }

  func perform(_ line: ArraySlice<UInt8>, into reply: inout TranscriptReply) {
    let refusals = output.refusalCount
    output.capture(keeping: false, into: &reply.output) {
      console.perform(line: line, with: invocation)
    }
    reply.isRefused = output.refusalCount != refusals
    reply.hasEnded = console.isQuitting
  }
}

/// Makes the sessions of transcripts.
package struct ScriptSessionMaker: TranscriptSessionMaker {
  private let supplies = ScriptSession.Supplies()

  /// Makes a maker.
  package init() {}

  package func session(seed: String?) throws(TranscriptSessionFault) -> any TranscriptSession {
    try session(seed: seed, folder: nil)
  }

  package func session(
    seed: String?, folder: TranscriptFolder?
  ) throws(TranscriptSessionFault) -> any TranscriptSession {
    ScriptSession(seed: try Self.seed(seed), supplies: supplies, folder: folder)
  }

  package func foresight(
    seed: String?
  ) throws(TranscriptSessionFault) -> (any TranscriptForesight)? {
    ExpectedReplies(seed: try Self.seed(seed))
  }

  private static func seed(_ text: String?) throws(TranscriptSessionFault) -> SessionSeed {
    do throws(SeedFault) { return try text.map(SessionSeed.init) ?? .script } catch {
      throw TranscriptSessionFault(Language.english.words(for: error))
    }
  }

  package var commands: [String] { supplies.table.commands.map { "\($0.name)" } }

  package var changesFolder: Bool { false }

  package func offers(_ requirement: String) -> Bool { false }
}

extension TranscriptFolder: SessionFolder {
  package func location() throws(ArgumentFault) -> String {
    do throws(TranscriptSessionFault) { return try path() } catch {
      throw .invalid(error.words, column: nil)
    }
  }
}
