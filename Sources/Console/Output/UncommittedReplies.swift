import Events

/// Replies in the output that wait for a commit, and the lines that they answer.
///
/// Lines that are available at once may share one commit. Their replies wait until the output is
/// flushed: before a read that may block, or when they are long. The commit comes first, then they
/// are written. If it fails, the replies are removed and each line is refused instead.
struct UncommittedReplies {
  /// A line with everything that its refusal would need.
  struct Line {
    /// The number of the line in its source.
    let number: Int

    /// The name of the file of the line; `nil` if refusals are not reported to the diagnostics.
    let fileName: String?

    /// The request identifier in machine mode.
    let frameNumber: String?

    /// The line as it is echoed; `nil` if lines are not echoed.
    let echo: [UInt8]?
  }

  /// The position of the first reply in the unwritten output.
  let start: Int

  /// The lines whose replies wait.
  var lines: [Line] = []
}

extension Console {
  /// Lets a line share a commit with the lines before and after it if that is possible; otherwise
  /// commits the lines before it.
  func prepareCommit(for parsed: ParsedLine, of line: @autoclosure () -> UncommittedReplies.Line) {
    guard canShareCommit, case .request(.message(let message), asJob: false) = parsed,
      receiver.addToBatch(message)
    else { return commit() }
    if uncommitted == nil {
      uncommitted = UncommittedReplies(start: output.count)
      output.commit = { [unowned self] in commit() }
    }
    uncommitted?.lines.append(line())
    output.isInReply = true
  }

  /// `true` if the current line may share a commit, because others wait already or another one is
  /// ready.
  ///
  /// It may not while a recording, a job or `bail` needs the status of each line immediately.
  private var canShareCommit: Bool {
    guard receiver.canBatch, !options.bails, recorder == nil, jobs == nil else { return false }
    return uncommitted != nil || isLineReady()
  }

  /// Commits the changes that the unwritten replies report; if that fails, refuses their lines.
  ///
  /// Does nothing if all is committed.
  func commit() {
    guard let replies = uncommitted else { return }
    uncommitted = nil
    output.isInReply = true
    let reason = receiver.commit()
    output.isInReply = false
    output.commit = nil
    guard let reason else { return }
    output.removeReplies(from: replies.start)
    for line in replies.lines { refuse(line, reason) }
  }

  /// Refuses a line whose commit failed, with the frame or the echo that it would have had.
  private func refuse(_ line: UncommittedReplies.Line, _ reason: String) {
    if options.isMachine {
      output.noteRefusal()
      writeFrame(number: line.frameNumber, reply: Array(escaped(reason).utf8), isRefused: true)
    } else {
      if let echo = line.echo { echo.withUnsafeBufferPointer(self.echo) }
      output.refuse(reason)
    }
    if let name = line.fileName { reportToDiagnostics(name, line.number, escaped(reason)) }
  }
}
