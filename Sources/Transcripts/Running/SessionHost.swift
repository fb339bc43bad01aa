import TranscriptSyntax

/// A request of a run to its session.
enum SessionRequest {
  /// Begins a session; an earlier one must have ended.
  ///
  /// If it can't begin, the reply is refused, and its output is the reason. If the program does not
  /// offer all requirements, no session begins, and the reply has ended.
  case begin(seed: String?, language: String?, requirements: [String])
  /// Runs a line; the reply is late after a limit in milliseconds, and empty without a session.
  case perform(ArraySlice<UInt8>, timeLimit: Int?)
  /// Ends the session and removes its folder.
  case end
}

/// Sessions of this process or of a worker, one at a time.
protocol SessionHost: AnyObject {
  /// Sends requests, each of which gets a reply.
  func send(_ requests: ArraySlice<SessionRequest>)

  /// Waits at most so many milliseconds for the reply to the next request.
  ///
  /// Throws if the process of the session has ended or does not reply in time.
  func reply(within limit: Int) throws(SessionLoss) -> TranscriptReply
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
  private var requests: ArraySlice<SessionRequest> = []

  init(_ sessions: any TranscriptSessionMaker, _ folder: TranscriptFolder?) {
    self.sessions = sessions
    self.folder = folder
  }

  func send(_ requests: ArraySlice<SessionRequest>) { self.requests += requests }

  func reply(within limit: Int) -> TranscriptReply {
    switch requests.popFirst() {
    case .begin(let seed, let language, let requirements):
      guard requirements.allSatisfy({ sessions.offers($0) }) else {
        return TranscriptReply(output: [], hasEnded: true)
      }
      do throws(TranscriptToolFault) {
        session = try sessions.session(seed: seed, language: language, folder: folder)
      } catch {
        return TranscriptReply(output: Array("\(error)".utf8), isRefused: true)
      }
    case .perform(let line, let timeLimit):
      guard let session else { break }
      let start = monotonicMilliseconds()
      var reply = session.perform(line)
      if let timeLimit, monotonicMilliseconds() - start > timeLimit { reply.isLate = true }
      if reply.hasEnded || reply.isLate { self.session = nil }
      return reply
    case .end:
      session = nil
      folder?.remove()
    case nil: break
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
