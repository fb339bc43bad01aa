import Archive
package import Console
package import Events
import Examiner
package import Game
package import Transcripts
import Words

/// A session that answers one line after the other: what transcripts drive.
final class ScriptSession: TranscriptSession {
  /// What sessions share that come one after the other.
  final class Supplies {
    let table = Application.table(isMachine: false)
    let sink = DiscardingSink()
    private(set) lazy var diagnostics = OutputWriter(sink: sink, room: 1)
    let records = RecordsEnvironment()
    private(set) lazy var restrictedRecords = RecordsEnvironment(isRestricted: true)
  }

  /// How many bytes an output begins with: a reply with a board.
  private static var room: Int { 1 << 9 }

  private let output: OutputWriter
  private let console: Console
  private let application: Application

  /// Makes a session as a script has it, whatever the terminal is.
  ///
  /// A restricted one keeps its records away from files; one with a folder finds its files there.
  init(
    seed: SessionSeed, supplies: Supplies = Supplies(), folder: (any SessionFolder)? = nil,
    isRestricted: Bool = false
  ) {
    output = OutputWriter(sink: supplies.sink, room: Self.room)
    let application = Application(
      output: output,
      environment: ApplicationEnvironment(
        sessionSeed: seed, records: isRestricted ? supplies.restrictedRecords : supplies.records))
    console = Console(
      table: supplies.table, receiver: application, settings: application.settings,
      operations: application, folder: folder, output: output, diagnostics: supplies.diagnostics,
      options: Console.Options(), programVersion: ProgramVersion.current,
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
      console.perform(line: line)
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
    do throws(SeedError) { return try text.map(SessionSeed.init) ?? .script } catch {
      throw TranscriptSessionFault(Language.english.words(for: error))
    }
  }

  package var commands: [String] { supplies.table.commands.map { "\($0.name)" } }

  package func offers(_ requirement: String) -> Bool { false }
}

extension TranscriptFolder: SessionFolder {
  package func location() throws(ArgumentFault) -> String {
    do throws(TranscriptSessionFault) { return try path() } catch {
      throw .invalid(error.words, column: nil)
    }
  }
}

/// Sessions are written down as transcripts, so that they can be checked.
///
/// A check has virtual time, and no records of earlier sessions. Time that passes between two lines
/// is written down as a `wait`. A second session, which has only what a check has, answers every
/// line too; where the two differ, the recording leaves a hole.
package final class TranscriptFormat: SessionFormat {
  private let recording = TranscriptRecording()
  private let seed: SessionSeed
  private let clock: SessionClock
  /// The session that a check will have.
  private var foresight: ExpectedReplies?
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
    foresight = ExpectedReplies(seed: seed)
    for line in lines { _ = foresee(line) }
    return recording.beginning(seed: seed.seed.text, earlier: lines)
  }

  package func willAnswerLine() { passed = clock.now - lastTime }

  package func block(line: [UInt8], reply: [UInt8], isRefused: Bool, isOpen: Bool) -> [UInt8] {
    defer { lastTime = clock.now }
    let reply = TranscriptReply(output: reply, isRefused: isRefused)
    let wait = clock.kind == .real && passed > 0 ? waitBlock() : []
    isChecked = isChecked || !wait.isEmpty
    do throws(TranscriptRecording.Fault) {
      let open = try recording.openBlock(line)
      let block = try block(line, reply, isOpen: isOpen) ?? open
      isChecked = isChecked || block != open
      return wait + block
    } catch { return wait + Array("# \(error)\n".utf8) }
  }

  /// The part of a reply that a check will repeat; nil where that can't be foreseen.
  private func block(
    _ line: [UInt8], _ reply: TranscriptReply, isOpen: Bool
  ) throws(TranscriptRecording.Fault) -> [UInt8]? {
    guard let other = foresee(line) else { return nil }
    guard !isOpen else { return try recording.block(line, reply, isOpen: true) }
    return try recording.block(line, reply, passing: other)
  }

  /// The reply to the line in a check; nil where that can't be foreseen.
  private func foresee(_ line: [UInt8]) -> TranscriptReply? {
    (try? recording.line(line)).flatMap { foresight?.reply(to: $0) }
  }

  /// The line that lets as much virtual time pass; its reply is left open.
  private func waitBlock() -> [UInt8] {
    let line = Array("wait \(min(passed, TreeController.longestWait))".utf8)
    _ = foresee(line)
    return (try? recording.block(line, TranscriptReply(output: []), isOpen: true)) ?? []
  }
}

/// The replies of a session in a check.
///
/// It has no records of earlier sessions, and no files but those that it makes itself.
final class ExpectedReplies: TranscriptForesight {
  private var session: ScriptSession?
  private let folder = UnmadeFolder()
  /// Whether there may be files in the session's folder.
  private var mayHaveFiles = false

  init(seed: SessionSeed) {
    session = ScriptSession(seed: seed, folder: folder, isRestricted: true)
  }

  func reply(to line: [UInt8]) -> TranscriptReply? {
    guard let session else { return nil }
    guard !Self.isCommand("record", line) else {
      mayHaveFiles = true
      return nil
    }
    folder.wasAsked = false
    let reply = session.perform(line[...])
    guard folder.wasAsked else { return reply }
    if !Self.isCommand("source", line) && !Self.isCommand("import", line) {
      mayHaveFiles = true
    } else if mayHaveFiles {
      // What comes out of a file can't be foreseen, nor anything after that.
      self.session = nil
    }
    return nil
  }

  private static func isCommand(_ name: String, _ line: [UInt8]) -> Bool {
    let word = line.drop { $0 == 0x20 || $0 == 0x09 }.prefix { $0 != 0x20 && $0 != 0x09 }
    return word.filter { $0 != UInt8(ascii: "\"") }.elementsEqual(name.utf8)
  }
}

/// A folder that nobody may use.
private final class UnmadeFolder: SessionFolder {
  /// Whether a line would have touched a file, which only the recorded session may do.
  var wasAsked = false

  func location() throws(ArgumentFault) -> String {
    wasAsked = true
    throw .invalid("", column: nil)
  }
}
