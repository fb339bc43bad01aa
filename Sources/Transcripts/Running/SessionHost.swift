import TranscriptSyntax

/// A request of a run to its session.
enum SessionRequest {
  /// Begins a session; an earlier one must have ended.
  ///
  /// If it can't begin, the reply is refused, and its output is the reason.
  case begin(seed: String?, language: String?)
  /// Runs a line; after the end of the session nothing happens.
  case perform(ArraySlice<UInt8>)
  /// Ends the session and removes its folder.
  case end
}

/// Sessions of this process or of a worker, one at a time.
protocol SessionHost: AnyObject {
  /// Answers a request within a limit in milliseconds.
  ///
  /// Throws if the process of the session has ended or does not answer in time.
  func answer(
    _ request: SessionRequest, within limit: Int
  ) throws(SessionLoss) -> TranscriptReply
}

/// The end of a process that had the session of a run.
struct SessionLoss: Error {
  /// The outcome of the block that was running.
  let outcome: TranscriptOutcome
  /// The line of its standard error that explains the end; empty if there is none.
  let diagnostics: String
}

/// Sessions of this process, one after the other; a limit does not end them.
final class LocalSessions: SessionHost {
  private let sessions: any TranscriptSessionMaker
  /// The folder for the session's files; `nil` to allow all files.
  private let folder: TranscriptFolder?
  private var session: (any TranscriptSession)?

  init(_ sessions: any TranscriptSessionMaker, _ folder: TranscriptFolder?) {
    self.sessions = sessions
    self.folder = folder
  }

  func answer(_ request: SessionRequest, within limit: Int) -> TranscriptReply {
    switch request {
    case .begin(let seed, let language):
      do throws(TranscriptToolFault) {
        session = try sessions.session(seed: seed, language: language, folder: folder)
      } catch {
        return TranscriptReply(output: Array("\(error)".utf8), isRefused: true)
      }
    case .perform(let line):
      guard let session else { break }
      let reply = session.perform(line)
      if reply.hasEnded { self.session = nil }
      return reply
    case .end:
      session = nil
      folder?.remove()
    }
    return TranscriptReply(output: [])
  }
}

extension TranscriptSessionMaker {
  /// Creates a session in the language that the transcript names.
  func session(
    seed: String?, language: String?, folder: TranscriptFolder?
  ) throws(TranscriptToolFault) -> any TranscriptSession {
    let session = try session(seed: seed, folder: folder)
    if let language, !session.speak(language) {
      throw TranscriptToolFault("the session does not speak \"\(language)\"")
    }
    return session
  }
}
