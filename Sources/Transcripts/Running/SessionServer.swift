/// A request to a session, which may be in another process.
enum SessionRequest {
  /// Begins a session; an earlier one must have ended.
  case begin(seed: String?, language: String?)
  /// Runs a line; the time limit is in milliseconds.
  case perform(ArraySlice<UInt8>, timeLimit: Int?)
  /// Ends the session and removes its folder.
  case end
}

/// The response to a request.
enum SessionResponse {
  /// The session has begun or ended.
  case done
  /// The session can't begin, for this reason.
  case fault(String)
  /// The reply to a line.
  case reply(TranscriptReply)
  /// The line was not run, because the session had ended.
  case skipped
}

/// Answers requests with sessions in this process.
struct SessionServer {
  let sessions: any TranscriptSessionMaker
  /// The folder for the session's files; `nil` to allow all files.
  let folder: TranscriptFolder?

  /// The current session; `nil` before it begins and after its end.
  private var session: (any TranscriptSession)?

  init(_ sessions: any TranscriptSessionMaker, _ folder: TranscriptFolder?) {
    self.sessions = sessions
    self.folder = folder
  }

  /// Performs a request.
  mutating func respond(to request: SessionRequest) -> SessionResponse {
    switch request {
    case .begin(let seed, let language):
      do throws(TranscriptToolFault) {
        session = try sessions.session(seed: seed, language: language, folder: folder)
        return .done
      } catch { return .fault("\(error)") }
    case .perform(let line, let timeLimit):
      guard let session else { return .skipped }
      let start = monotonicMilliseconds()
      var reply = session.perform(line)
      if let timeLimit, monotonicMilliseconds() - start > timeLimit { reply.isLate = true }
      if reply.hasEnded || reply.isLate { self.session = nil }
      return .reply(reply)
    case .end:
      session = nil
      folder?.remove()
      return .done
    }
  }
}

extension TranscriptSessionMaker {
  /// Creates a session in the language that the transcript names.
  func session(
    seed: String?, language: String?, folder: TranscriptFolder?
  ) throws(TranscriptToolFault) -> any TranscriptSession {
    let session = try session(seed: seed, folder: folder)
    if let language, !session.speak(language) {
      throw .unknownLanguage(language)
    }
    return session
  }
}
