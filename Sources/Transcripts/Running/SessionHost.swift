import ChimpSystem

/// The place of a session: this process, or a worker process that may crash or hang.
protocol SessionHost: AnyObject {
  /// Begins the session; a refused reply says why it can't begin.
  ///
  /// The lines are those that `perform` gets next, so that a worker need not wait for each of them.
  /// Those behind the end of the session are not performed.
  func begin(
    _ start: SessionStart, announcing lines: [ArraySlice<UInt8>]
  ) throws(SessionLoss) -> TranscriptReply

  /// Runs a command of one or several lines, which may have a limit of its own in milliseconds.
  ///
  /// Throws if the process of the session has ended or does not reply in time.
  func perform(
    _ line: ArraySlice<UInt8>, within limit: Int?
  ) throws(SessionLoss) -> TranscriptReply

  /// Ends the session and removes its folder; does nothing after a loss.
  func end() throws(SessionLoss)
}

/// The loss of a process that had a session.
struct SessionLoss: Error {
  /// The outcome of the block that was running.
  let outcome: TranscriptOutcome
  /// The line of its standard error that explains the end; empty if there is none.
  let diagnostics: String
}

/// A session of this process; a limit does not end it, but makes a reply late.
final class LocalSession: SessionHost {
  private let sessions: any TranscriptSessionMaker
  /// The folder for the session's files; `nil` to allow all files.
  private let folder: TranscriptFolder?
  /// The session; `nil` once it accepts no more lines.
  private var session: (any TranscriptSession)?

  /// The settings of programs that sessions start.
  private let program: ProgramDescription

  init(
    _ sessions: any TranscriptSessionMaker, _ folder: TranscriptFolder?,
    _ program: ProgramDescription
  ) {
    self.sessions = sessions
    self.folder = folder
    self.program = program
  }

  func begin(
    _ start: SessionStart, announcing lines: [ArraySlice<UInt8>] = []
  ) -> TranscriptReply {
    do throws(TranscriptToolFault) {
      session = try sessions.session(start, folder: folder, program)
      return TranscriptReply(output: [])
    } catch {
      return TranscriptReply(output: Array("\(error)".utf8), isRefused: true)
    }
  }

  func perform(_ line: ArraySlice<UInt8>, within limit: Int?) -> TranscriptReply {
    guard let session else { return TranscriptReply(output: [], hasEnded: true) }
    let start = monotonicMilliseconds()
    let lines = line.split(separator: 0x0a, omittingEmptySubsequences: false)
    var reply = lines.count > 1 ? session.perform(lines: lines) : session.perform(line)
    if let limit, monotonicMilliseconds() - start > limit { reply.isLate = true }
    if reply.hasEnded { self.session = nil }
    return reply
  }

  func end() {
    session = nil
    folder?.remove()
  }
}

extension TranscriptSessionMaker {
  /// Creates a session as a transcript wants it, with its files and in its language.
  func session(
    _ start: SessionStart, folder: TranscriptFolder?, _ program: ProgramDescription
  ) throws(TranscriptToolFault) -> any TranscriptSession {
    try start.putFiles(into: folder)
    let session = try maker(for: start, program).session(seed: start.seed, folder: folder)
    if let language = start.language, !session.speak(language) {
      throw TranscriptToolFault("the session does not speak \"\(language)\"")
    }
    return session
  }

  /// Returns the maker of a session; throws if it has no terminal, or no standard error of its own.
  private func maker(
    for start: SessionStart, _ general: ProgramDescription
  ) throws(TranscriptToolFault) -> any TranscriptSessionMaker {
    let driven = self as? ProgramDescription
    guard start.keepsErrors || start.screen != nil || driven != nil else { return self }
    guard !start.keepsErrors || driven != nil else {
      throw TranscriptToolFault("the session has no standard error of its own")
    }
    var program = driven ?? general
    if driven == nil {
      guard let screenCommand else { throw TranscriptToolFault("the session has no terminal") }
      program.words = screenCommand
      program.isClean = true
    }
    program.timeLimit = max(program.timeLimit, start.longestLimit)
    guard start.screen == nil || !start.keepsErrors else {
      throw TranscriptToolFault("a screen shows the standard error, too")
    }
    program.keepsErrors = start.keepsErrors
    program.screen = start.screen.flatMap { ScreenSize($0) }
    return program
  }
}
