/// A line whose reply waits in the output buffer, because its changes are not committed yet.
///
/// Lines that arrive together share one commit. Their replies wait until the output is flushed,
/// before a read that may block or when the buffer is long. If the commit fails, the replies are
/// removed and each line gets an error instead.
struct UncommittedLine {
  let origin: LinePosition

  /// The request identifier in machine mode.
  var frameNumber: String?

  /// The line to write before the error message; `nil` if lines are not echoed.
  var echo: [UInt8]?
}

extension Console {
  /// Prepares a shared commit for the next line, or commits the earlier lines if it can't share
  /// one.
  ///
  /// It can if earlier lines are uncommitted or other ones are ready to be read.
  func prepareCommit(
    for parsed: ParsedLine, from origin: LinePosition, frameNumber: String?,
    echo: [UInt8]?
  ) {
    // A recording, a job and the option `bail` need the result of each line immediately.
    guard case .command(_, let form) = parsed, form.sharesCommit,
      uncommittedStart != nil || source?.hasLineReady == true,
      !options.bails, recorder == nil, jobs == nil, program.joinBatch()
    else {
      if uncommittedStart != nil { commit() }
      return
    }
    // Not in the middle of a reply.
    if output.isLong { output.flush() }
    if uncommittedStart == nil {
      uncommittedStart = output.count
      output.commit = { [unowned self] in commit() }
    }
    uncommittedLines.append(
      UncommittedLine(origin: origin, frameNumber: frameNumber, echo: echo))
    // Its reply is not written before the commit.
    output.isInReply = true
  }

  /// Commits the changes that the buffered replies report; if that fails, replaces the replies by
  /// errors.
  ///
  /// Does nothing if there are none.
  func commit() {
    guard let start = uncommittedStart else { return }
    let lines = uncommittedLines
    uncommittedStart = nil
    uncommittedLines = []
    output.isInReply = true
    let reason = program.commit()
    output.isInReply = false
    output.commit = nil
    guard let reason else { return }
    output.removeReplies(from: start)
    for line in lines { refuse(line, reason) }
  }

  /// Writes the error of a line whose commit failed, with its frame or echo.
  private func refuse(_ line: UncommittedLine, _ reason: String) {
    if options.isMachine {
      let reply = output.capture(keeping: false) { output.refuse(reason, named: "store") }
      writeFrame(number: line.frameNumber, reply: reply, isRefused: true)
    } else {
      if let echo = line.echo { self.echo(echo) }
      output.refuse(reason, named: "store")
    }
    guard let name = line.origin.fileName else { return }
    reportToDiagnostics(name, line.origin.number, escaped(reason))
  }
}
