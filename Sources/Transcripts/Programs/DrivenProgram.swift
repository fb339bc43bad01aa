import ChimpSystem

/// The program of a session, up to its end.
final class DrivenProgram {
  let process: ChildProcess
  /// `true` if the program has ended, or was terminated.
  private(set) var hasEnded = false
  /// The status with which the program has ended; 0 before that.
  private(set) var waitStatus: Int32 = 0
  /// `true` if a reply exceeded the time limit, perhaps that to the start.
  private var isLate = false

  /// Starts the program; throws if that fails.
  init(
    _ description: ProgramDescription, numbers: [Int32], diagnostics: Descriptor? = nil,
    group: ProgramStart.Group, folder: String?, size: ScreenSize? = nil
  ) throws(TranscriptToolFault) {
    do throws(SystemError) {
      process = try ChildProcess(
        description.words, variables: description.variables, numbers: numbers,
        diagnostics: diagnostics, group: group, descendants: description.descendants,
        folder: folder, terminalSize: size.map { ($0.columns, $0.rows) })
    } catch {
      throw TranscriptToolFault("can't start \"\(description.words.first ?? "")\": \(error)")
    }
  }

  /// Returns the reply that a closure completes; without calling it, an incomplete one after the
  /// end, because no program accepts a line then.
  func reply(_ complete: (inout TranscriptReply) -> Void) -> TranscriptReply {
    var reply = TranscriptReply(output: [])
    reply.isOfProgram = true
    if hasEnded {
      reply.isIncomplete = true
      reply.isLate = isLate
    } else {
      complete(&reply)
    }
    reply.hasEnded = hasEnded
    reply.waitStatus = waitStatus
    // The rest of the reply is unknown.
    if reply.isKilled { reply.isIncomplete = true }
    return reply
  }

  /// Waits for the end of a program that has closed its output, and terminates it after a time.
  func finish(_ reply: inout TranscriptReply, until end: Int) {
    guard process.endsByItself(until: end) else { return terminate(&reply, isLate: true) }
    hasEnded = true
    waitStatus = process.wait()
  }

  /// Terminates a program whose reply does not end.
  func terminate(_ reply: inout TranscriptReply, isLate: Bool) {
    hasEnded = true
    self.isLate = isLate
    reply.isLate = isLate
    reply.isIncomplete = true
    process.terminate()
  }
}
