/// A request of a run to a session.
enum SessionRequest {
  /// Begins a session; an earlier one must have ended.
  case begin(seed: String?, language: String?)
  /// Performs a line, which is late if it takes longer than its limit in milliseconds.
  case perform(ArraySlice<UInt8>, timeLimit: Int?)
  /// Ends the session and removes its folder.
  case end
}

/// The answer to one request.
enum SessionResponse {
  /// A session has begun or ended.
  case done
  /// A session can't begin, for this reason.
  case fault(String)
  /// The reply to a line.
  case reply(TranscriptReply)
  /// A line was not performed, because its session had ended before.
  case skipped
}

/// Answers the requests of a run with sessions of this process.
struct SessionServer {
  let sessions: any TranscriptSessionMaker
  /// The folder that a session may create; `nil` if transcripts are trusted with all files.
  let folder: TranscriptFolder?

  /// The session, as long as it accepts lines.
  private var session: (any TranscriptSession)?

  init(_ sessions: any TranscriptSessionMaker, _ folder: TranscriptFolder?) {
    self.sessions = sessions
    self.folder = folder
  }

  /// Performs a request with the current session; a line without one is skipped.
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
  /// Begins a session in the language that its transcript names.
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
