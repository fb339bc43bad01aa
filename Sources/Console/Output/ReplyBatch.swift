import Events

/// The replies to lines that are kept together: none is written before the lines are kept.
struct ReplyBatch {
  /// A line, and what its refusal needs.
  struct Line {
    let number: Int
    let frameNumber: String?
    let echo: [UInt8]
  }

  /// Where the replies are in what was not written yet.
  var range: Range<Int>
  let refusalCount: Int
  var lines: [Line] = []
  /// Why nothing of it could be kept.
  var fault: String?
  /// How many of the lines were refused anyway.
  var refusedCount = 0
}

extension Console {
  /// Whether lines may wait for those behind them.
  private var mayGather: Bool {
    receiver.gathers && !options.bails && recorder == nil && jobs == nil
  }

  /// Says of a line that is about to be answered where its reply begins, and whether others follow.
  func place(_ invocation: Invocation, number: Int, of source: any LineSource) {
    guard receiver.gathers else { return }
    invocation.replyStart = output.count
    invocation.lineNumber = number
    invocation.isFollowed = mayGather && source.hasLineReady
    invocation.echo = options.echoes ? Array(invocation.line.elements) : []
  }

  /// Has the receiver act on a message, together with those of other lines where that may be.
  func pass(_ message: Message, of invocation: Invocation) {
    if (batch != nil || invocation.isFollowed) && receiver.gather(message) {
      if batch == nil {
        let start = invocation.replyStart
        batch = ReplyBatch(range: start..<start, refusalCount: output.refusalCount)
        output.isHeld = true
      }
      batch?.lines.append(
        ReplyBatch.Line(
          number: invocation.lineNumber, frameNumber: invocation.frameNumber,
          echo: invocation.echo))
    } else {
      settle(before: invocation)
    }
    receiver.awaitMask(before: message)
    receiver.receive(message)
    if batch != nil, receiver.isGlanceOpen { settle(upTo: output.count) }
  }

  func settle(before invocation: Invocation) { settle(upTo: invocation.replyStart) }

  private func settle(upTo end: Int) {
    guard var batch, batch.fault == nil else { return }
    batch.range = batch.range.lowerBound..<end
    batch.refusedCount = output.refusalCount - batch.refusalCount
    batch.fault = receiver.settle()
    self.batch = batch.fault == nil ? nil : batch
    output.isHeld = batch.fault != nil
  }

  /// Keeps what was gathered when no line is there any more, or enough is to be written; says of
  /// each line that can't be kept that it is refused.
  func settle(after source: any LineSource, name: String?) {
    guard batch != nil else { return }
    if !source.hasLineReady || output.isLong { settle(upTo: output.count) }
    defer { if output.isLong { output.flush() } }
    guard let batch, let fault = batch.fault else { return }
    self.batch = nil
    output.isHeld = false
    let refusalCount = output.refusalCount
    output.replace(batch.range) { for line in batch.lines { refuse(line, fault, name) } }
    output.refusalCount = refusalCount - batch.refusedCount + batch.lines.count
  }

  private func refuse(_ line: ReplyBatch.Line, _ fault: String, _ name: String?) {
    if options.isMachine {
      writeFrame(number: line.frameNumber, reply: Array(escaped(fault).utf8), isRefused: true)
    } else {
      if options.echoes { line.echo.withUnsafeBufferPointer(echo) }
      output.refuse(fault)
    }
    if let name, sourcedPaths.isEmpty { tellDiagnostics(name, line.number, escaped(fault)) }
  }
}
