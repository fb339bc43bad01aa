import Archive
import Events
import Examiner
import Game
import Shell
import Transcripts

/// A session without a terminal or a file, which a transcript drives line by line.
///
/// A check creates thousands of them, so they share as much as possible, and their output buffers
/// are small at first.
final class ScriptSession: TranscriptSession {
  /// Resources that sessions share which run one after the other.
  final class SharedResources {
    let table = Application.table(isMachine: false)
    let sink = DiscardingSink()
    private(set) lazy var diagnostics = OutputWriter(sink: sink)
    let records = RecordsEnvironment()
    private(set) lazy var restrictedRecords = RecordsEnvironment(isRestricted: true)
  }

  /// The output from which replies are captured.
  private let output: OutputWriter
  /// The console of the session.
  private let console: Console<Application>
  /// The application of the session.
  private let application: Application

  /// Creates a session with the environment of a script.
  ///
  /// If restricted, it can't use files. File names are relative to `folder`, if there is one.
  init(
    seed: SessionSeed, resources: SharedResources = SharedResources(),
    folder: SessionFolder? = nil,
    isRestricted: Bool = false
  ) {
    output = OutputWriter(sink: resources.sink)
    let application = Application(
      output: output,
      environment: ApplicationEnvironment(
        sessionSeed: seed, records: isRestricted ? resources.restrictedRecords : resources.records))
    console = Console(
      application, table: resources.table, folder: folder,
      speaker: application.speaker, diagnostics: resources.diagnostics,
      options: ConsoleOptions(), programVersion: ProgramVersion.current,
      recordingFormat: TranscriptFormat(seed: seed))
    application.console = console
    self.application = application
  }

  /// Changes the language of the session; returns `false` for an unknown language.
  func speak(_ language: String) -> Bool {
    guard let language = Language(rawValue: language) else { return false }
    application.language = language
    return true
  }

  /// Runs a line and returns its reply.
  func perform(_ line: ArraySlice<UInt8>) -> TranscriptReply {
    let refusals = output.refusalCount
    let bytes = output.capture(keeping: false) { console.perform(line: Array(line)) }
    return TranscriptReply(
      output: bytes, isRefused: output.refusalCount != refusals, hasEnded: console.isQuitting)
  }
}

/// Creates the sessions in which the transcript tool runs transcripts.
///
/// It is the only connection between the transcript tool and the program.
///
///     let tool = TranscriptTool(sessions: ScriptSessionMaker(), environment: environment)
///     tool.run(arguments: ["check", path])
struct ScriptSessionMaker: TranscriptSessionMaker {
  /// The resources that all sessions share.
  private let resources = ScriptSession.SharedResources()

  /// `true` if this process is the program, so that it can be started on a terminal.
  private let isProgram: Bool

  /// Creates a factory of sessions, of which only the program's own one has sessions with a screen.
  init(isProgram: Bool = false) { self.isProgram = isProgram }

  func session(seed: String?) throws(TranscriptToolFault) -> any TranscriptSession {
    try session(seed: seed, folder: nil)
  }

  func session(
    seed: String?, folder: TranscriptFolder?
  ) throws(TranscriptToolFault) -> any TranscriptSession {
    ScriptSession(seed: try Self.seed(seed), resources: resources, folder: folder?.location)
  }

  func prediction(
    seed: String?, folder: TranscriptFolder?
  ) throws(TranscriptToolFault) -> TranscriptPrediction? {
    ExpectedReplies(seed: try Self.seed(seed)).reply
  }

  /// Returns the seed that a text defines, or the seed of scripts for `nil`.
  private static func seed(_ text: String?) throws(TranscriptToolFault) -> SessionSeed {
    do { return try text.map(SessionSeed.init) ?? .script } catch {
      throw .session("\(error)")
    }
  }

  /// The program itself, with a clock that goes on and without what users have configured.
  var screenCommand: [String]? {
    guard isProgram else { return nil }
    return ["/proc/self/exe", "--no-config", "--store", ":memory:", "--seed", "{seed}"]
  }

  var commands: [String] { resources.table.commands.map(\.name) }

  func offers(_ requirement: String) -> Bool { isProgram && requirement == "terminal" }
}

/// A transcript's folder as the private folder of its session, to which file names are relative.
extension TranscriptFolder {
  fileprivate func location() throws(Refusal) -> String {
    do { return try path() } catch {
      throw .noFolder("\(error)")
    }
  }
}

/// The format of recordings: a transcript, which can be checked later.
///
/// A check has virtual time and no records of earlier sessions. Time that passes between two lines
/// is written as a `wait`. A second session, with the environment of a check, also runs every line.
/// If its reply differs from the recorded one, the recording gets a placeholder that matches
/// anything.
///
///     let console = Console(
///       application, table: table, speaker: application.speaker, diagnostics: diagnostics,
///       options: ConsoleOptions(), programVersion: "chimp 1.0.0",
///       recordingFormat: TranscriptFormat(seed: .script))
final class TranscriptFormat: SessionFormat {
  /// Formats the lines and replies.
  private let recording = TranscriptRecording()
  /// The seed at the beginning of the recording.
  private let seed: SessionSeed
  /// The clock of the recorded session.
  private let clock: SessionClock
  /// The second session, which predicts the replies of a check.
  private var prediction: ExpectedReplies?
  /// `true` if the recording contains a reply that a check would compare.
  private(set) var isChecked = false
  /// The time of the last reply.
  private var lastTime = 0
  /// The time between the last reply and the current line.
  private var passed = 0

  /// Creates the format for a session that began with a seed.
  init(seed: SessionSeed, clock: SessionClock = .virtual()) {
    self.seed = seed
    self.clock = clock
  }

  func beginning(earlier lines: [[UInt8]]) -> [UInt8] {
    lastTime = clock.now
    isChecked = false
    prediction = ExpectedReplies(seed: seed)
    for line in lines { _ = predict(line) }
    return recording.beginning(seed: seed.seed.text, earlier: lines)
  }

  func willAnswerLine() { passed = clock.now - lastTime }

  func block(line: [UInt8], reply: [UInt8], isRefused: Bool, isOpen: Bool) -> [UInt8] {
    defer { lastTime = clock.now }
    let reply = TranscriptReply(output: reply, isRefused: isRefused)
    let wait = clock.kind == .real && passed > 0 ? waitBlock() : []
    isChecked = isChecked || !wait.isEmpty
    do {
      let open = try recording.openBlock(line)
      let block = try block(line, reply, isOpen: isOpen) ?? open
      isChecked = isChecked || block != open
      return wait + block
    } catch { return wait + Array("# \(error)\n".utf8) }
  }

  /// Returns the entry of a line with the reply that a check will get; `nil` if that can't be
  /// predicted.
  private func block(
    _ line: [UInt8], _ reply: TranscriptReply, isOpen: Bool
  ) throws(TranscriptToolFault) -> [UInt8]? {
    guard let other = predict(line) else { return nil }
    guard !isOpen else { return try recording.block(line, reply, isOpen: true) }
    return try recording.block(line, reply, passing: other)
  }

  /// Returns the reply that a check will get; `nil` if it can't be predicted.
  private func predict(_ line: [UInt8]) -> TranscriptReply? {
    (try? recording.line(line)).flatMap { prediction?.reply(to: $0) }
  }

  /// Returns the entry with the command `wait` for the time that has passed.
  private func waitBlock() -> [UInt8] {
    let line = Array("wait \(min(passed, TreeController.longestWait))".utf8)
    _ = predict(line)
    return (try? recording.block(line, TranscriptReply(output: []), isOpen: true)) ?? []
  }
}

/// The session that predicts the replies of a check of the recording.
///
/// It has no records of earlier sessions, and only the files that it creates itself. A line that
/// would read such a file ends the prediction, because all later replies may depend on it.
final class ExpectedReplies {
  /// The session; `nil` once its replies can't be predicted any more.
  private var session: ScriptSession?
  /// The folder of the session, which records whether a line would use a file.
  private let folder = RefusingFolder()
  /// `true` if the recorded session may have created a file.
  private var mayHaveFiles = false

  /// Creates the predicting session, with the seed of the recording.
  init(seed: SessionSeed) {
    session = ScriptSession(seed: seed, folder: folder.location, isRestricted: true)
  }

  /// Returns the predicted reply to a line; `nil` if it can't be predicted.
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

  /// Returns whether a line runs a command with this name.
  private static func isCommand(_ name: String, _ line: [UInt8]) -> Bool {
    let word = line.drop { $0 == 0x20 || $0 == 0x09 }.prefix { $0 != 0x20 && $0 != 0x09 }
    return word.filter { $0 != UInt8(ascii: "\"") }.elementsEqual(name.utf8)
  }
}

/// A private folder that doesn't exist: throws for every file, and records that one was requested.
private final class RefusingFolder {
  /// `true` if the last line would have used a file.
  var wasAsked = false

  func location() throws(Refusal) -> String {
    wasAsked = true
    throw .noFolder("")
  }
}
