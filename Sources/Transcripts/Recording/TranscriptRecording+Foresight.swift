/// What is recorded is compared with what a check will see.
extension TranscriptRecording {
  /// The lines of a transcript for a line that was sent and its reply, such that another reply
  /// passes too: the one that the line gets in a session without a past.
  ///
  /// Lines that are alike get holes where they differ, others leave a gap.
  public func block(
    _ line: [UInt8], _ reply: TranscriptReply, passing other: TranscriptReply
  ) throws(Fault) -> [UInt8] {
    let line = try self.line(line)
    guard !reply.isIncomplete else { throw .incompleteReply }
    guard reply.isRefused == other.isRefused else { return try openBlock(line) }
    let answer =
      reply.output == other.output
      ? OutputEncoding.encode(reply.output) : common(reply.output, other.output)
    return input(line) + reply.statusLine + [0x0a] + answer
  }

  /// The lines of a transcript for a line that was sent and its reply, such that whatever can be
  /// foreseen passes.
  func block(
    _ line: [UInt8], _ reply: TranscriptReply, _ foresight: (any TranscriptForesight)?
  ) throws(Fault) -> [UInt8] {
    guard let foresight else { return try block(line, reply) }
    guard let other = foresight.reply(to: line) else { return try openBlock(line) }
    return try block(line, reply, passing: other)
  }

  /// The lines of a transcript for a line that was sent, whatever its reply is.
  public func openBlock(_ line: [UInt8]) throws(Fault) -> [UInt8] {
    input(try self.line(line)) + openAnswer
  }

  /// What both outputs are.
  private func common(_ output: [UInt8], _ other: [UInt8]) -> [UInt8] {
    let lines = OutputLine.lines(of: output)
    let others = OutputLine.lines(of: other)
    guard lines.allSatisfy(\.isEnded), others.allSatisfy(\.isEnded) else { return openAnswer }
    if lines.count == others.count { return alike(lines, others) }
    let first = zip(lines, others).prefix { $0 == $1 }.count
    let rest = min(lines.count, others.count) - first
    let last = zip(lines.reversed(), others.reversed()).prefix(rest).prefix { $0 == $1 }.count
    return encode(lines.prefix(first)) + openAnswer + encode(lines.suffix(last))
  }

  private func alike(_ lines: [OutputLine], _ others: [OutputLine]) -> [UInt8] {
    var bytes: [UInt8] = []
    var missingCount = 0
    func addGap() {
      if missingCount > 0 { bytes += Array(": \(missingCount)\n".utf8) }
      missingCount = 0
    }
    for (line, other) in zip(lines, others) {
      let old = Expectation(kind: .exact(other), line: 0)
      let text =
        line == other ? OutputEncoding.encode(line) : HoleMaker(old, line, Bindings()).line
      guard let text else {
        missingCount += 1
        continue
      }
      addGap()
      bytes += text + [0x0a]
    }
    addGap()
    return bytes
  }

  private func encode(_ lines: some Sequence<OutputLine>) -> [UInt8] {
    lines.reduce(into: []) { $0 += OutputEncoding.encode($1) + [0x0a] as [UInt8] }
  }
}
