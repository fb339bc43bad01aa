import Archive
package import Console
import Controllers
package import Events
import Examiner
package import Game
package import Transcripts
import Words

/// A session without a terminal or a file, which transcripts drive line by line.
///
/// A check creates thousands of them, so they share as much as possible, and their output buffers
/// are small at first.
final class ScriptSession: TranscriptSession {
  /// The parts shared by sessions that run one after the other.
  final class SharedResources {
    let table = Application.table(isMachine: false)
    let sink = DiscardingSink()
    private(set) lazy var diagnostics = OutputWriter(sink: sink, room: 1)
    let records = RecordsEnvironment()
    private(set) lazy var restrictedRecords = RecordsEnvironment(isRestricted: true)
  }

  /// The capacity of an output: a reply with a board.
  private static var capacity: Int { 1 << 9 }

  /// The output whose replies are captured.
  private let output: OutputWriter
  /// The console of the session.
  private let console: Console
  /// The application of the session.
  private let application: Application

  /// Creates a session with the environment of a script.
  ///
  /// A restricted one can't use files; one with a folder finds its files there.
  init(
    seed: SessionSeed, resources: SharedResources = SharedResources(),
    folder: (any SessionFolder)? = nil,
    isRestricted: Bool = false
  ) {
    output = OutputWriter(sink: resources.sink, room: Self.capacity)
    let application = Application(
      output: output,
      environment: ApplicationEnvironment(
        sessionSeed: seed, records: isRestricted ? resources.restrictedRecords : resources.records))
    console = Console(
      table: resources.table, receiver: application, settings: application.settings,
      operations: application, folder: folder, output: output, diagnostics: resources.diagnostics,
      options: Console.Options(), programVersion: ProgramVersion.current,
      recordingFormat: TranscriptFormat(seed: seed))
    application.console = console
    self.application = application
  }

  /// Changes the language; returns `false` if there is no such language.
  func speak(_ language: String) -> Bool {
    guard let language = Language(rawValue: language) else { return false }
    application.language = language
    return true
  }

  /// Answers a line.
  func perform(_ line: ArraySlice<UInt8>) -> TranscriptReply {
    let refusals = output.refusalCount
    let bytes = output.capture(keeping: false) { console.perform(line: line) }
    return TranscriptReply(
      output: bytes, isRefused: output.refusalCount != refusals, hasEnded: console.isQuitting)
  }
}

/// Creates the sessions of transcripts.
///
/// It is the only connection between the golden-file tool and the program.
///
///     let tool = TranscriptTool(sessions: ScriptSessionMaker(), environment: environment)
///     tool.run(arguments: ["check", path])
package struct ScriptSessionMaker: TranscriptSessionMaker {
  /// The parts that the sessions share.
  private let resources = ScriptSession.SharedResources()

  /// Creates a maker whose sessions share the table of commands.
  package init() {}

  package func session(seed: String?) throws(TranscriptToolFault) -> any TranscriptSession {
    try session(seed: seed, folder: nil)
  }

  package func session(
    seed: String?, folder: TranscriptFolder?
  ) throws(TranscriptToolFault) -> any TranscriptSession {
    ScriptSession(seed: try Self.seed(seed), resources: resources, folder: folder)
  }

  package func foresight(
    seed: String?
  ) throws(TranscriptToolFault) -> (any TranscriptForesight)? {
    ExpectedReplies(seed: try Self.seed(seed))
  }

  /// Returns the seed of a text, or the seed of scripts if there is none.
  private static func seed(_ text: String?) throws(TranscriptToolFault) -> SessionSeed {
    do throws(SeedError) { return try text.map(SessionSeed.init) ?? .script } catch {
      throw .session(Language.english.words(for: error))
    }
  }

  package var commands: [String] { resources.table.commands.map { "\($0.name)" } }

  package func offers(_ requirement: String) -> Bool { false }
}

/// The folder of a transcript is that of its session: file names are relative to it.
extension TranscriptFolder: SessionFolder {
  package func location() throws(ArgumentFault) -> String {
    do throws(TranscriptToolFault) { return try path() } catch {
      throw .invalid("\(error)", column: nil)
    }
  }
}

/// Writes a session as a transcript that can be checked.
///
/// A check has virtual time, and no records of earlier sessions. Time that passes between two lines
/// is written as a `wait`. A second session, in the environment of a check, also answers every
/// line; where the two replies differ, the recording has a hole.
package final class TranscriptFormat: SessionFormat {
  /// The writer of blocks.
  private let recording = TranscriptRecording()
  /// The seed at the beginning of the transcript.
  private let seed: SessionSeed
  /// The clock of the recorded session.
  private let clock: SessionClock
  /// The replies that a check will get.
  private var foresight: ExpectedReplies?
  /// `true` if anything written so far could fail in a check.
  package private(set) var isChecked = false
  /// The time at which the last line was answered.
  private var lastTime = 0
  /// The time between that moment and the next line.
  private var passed = 0

  /// Creates the format of a session that began with a seed.
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
    do throws(TranscriptToolFault) {
      let open = try recording.openBlock(line)
      let block = try block(line, reply, isOpen: isOpen) ?? open
      isChecked = isChecked || block != open
      return wait + block
    } catch { return wait + Array("# \(error)\n".utf8) }
  }

  /// Returns the part of a reply that a check will repeat; `nil` if it can't be foreseen.
  private func block(
    _ line: [UInt8], _ reply: TranscriptReply, isOpen: Bool
  ) throws(TranscriptToolFault) -> [UInt8]? {
    guard let other = foresee(line) else { return nil }
    guard !isOpen else { return try recording.block(line, reply, isOpen: true) }
    return try recording.block(line, reply, passing: other)
  }

  /// Returns the reply to the line in a check; `nil` if it can't be foreseen.
  private func foresee(_ line: [UInt8]) -> TranscriptReply? {
    (try? recording.line(line)).flatMap { foresight?.reply(to: $0) }
  }

  /// Returns the `wait` line for the passed time; its reply is left open.
  private func waitBlock() -> [UInt8] {
    let line = Array("wait \(min(passed, TreeController.longestWait))".utf8)
    _ = foresee(line)
    return (try? recording.block(line, TranscriptReply(output: []), isOpen: true)) ?? []
  }
}

/// The replies of a session in a check.
///
/// It has no records of earlier sessions, and only the files that it creates itself. A line that
/// would read such a file ends the foresight, because nothing after it can be known.
final class ExpectedReplies: TranscriptForesight {
  /// The session of the check; `nil` once its replies can't be foreseen any more.
  private var session: ScriptSession?
  /// The folder that records whether a line would touch a file.
  private let folder = RefusingFolder()
  /// `true` if there may be files in the session's folder.
  private var mayHaveFiles = false

  /// Creates the replies of a check with a seed.
  init(seed: SessionSeed) {
    session = ScriptSession(seed: seed, folder: folder, isRestricted: true)
  }

  /// Returns the reply to a line; `nil` if it can't be foreseen.
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
      // The contents of the file can't be foreseen, nor can any later reply.
      self.session = nil
    }
    return nil
  }

  /// Returns whether a line calls a command, quoted or not.
  private static func isCommand(_ name: String, _ line: [UInt8]) -> Bool {
    let word = line.drop { $0 == 0x20 || $0 == 0x09 }.prefix { $0 != 0x20 && $0 != 0x09 }
    return word.filter { $0 != UInt8(ascii: "\"") }.elementsEqual(name.utf8)
  }
}

/// A folder without a path: it records that it was needed and refuses the line.
private final class RefusingFolder: SessionFolder {
  /// `true` if a line would have touched a file, which only the recorded session may do.
  var wasAsked = false

  func location() throws(ArgumentFault) -> String {
    wasAsked = true
    throw .invalid("", column: nil)
  }
}
