import Events

/// Replies in the output buffer whose changes are not committed yet, with their lines.
///
/// Lines that arrive together share one commit. Their replies wait until the output is flushed,
/// before a read that may block or when the buffer is long. If the commit fails, the replies are
/// removed and each line gets an error instead.
struct UncommittedReplies {
  /// The parts of a line that its error message needs if the commit fails.
  struct Line {
    /// The line number in its source.
    let number: Int

    /// The name of the file that the line comes from; `nil` if errors are not written to the
    /// diagnostics.
    let fileName: String?

    /// The request identifier in machine mode.
    let frameNumber: String?

    /// The line to write before the error message; `nil` if lines are not echoed.
    let echo: [UInt8]?
  }

  /// The offset of the first uncommitted reply in the output buffer.
  let start: Int

  /// The lines whose replies are not committed yet.
  var lines: [Line] = []
}

extension Console {
  /// Prepares a shared commit for the next line, or commits the earlier lines if it can't share
  /// one.
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

  /// `true` if the current line may share a commit with earlier or later ones.
  ///
  /// It may if other lines are uncommitted or ready to be read, unless a recording, a job or the
  /// option `bail` needs the result of each line immediately.
  private var canShareCommit: Bool {
    guard receiver.canBatch, !options.bails, recorder == nil, jobs == nil else { return false }
    return uncommitted != nil || isLineReady()
  }

  /// Commits the changes that the buffered replies report; if that fails, replaces the replies by
  /// errors.
  ///
  /// Does nothing if there are none.
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

  /// Writes the error of a line whose commit failed, with its frame or echo.
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
