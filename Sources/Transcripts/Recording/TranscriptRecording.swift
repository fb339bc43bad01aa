/// Formats a session as a transcript that passes when it is checked.
///
///     let recording = TranscriptRecording()
///     var text = recording.beginning(seed: "7")
///     let line = try recording.line(input)
///     text += try recording.block(line, session.perform(line[...]))
package struct TranscriptRecording: Sendable {
  /// Creates a recording.
  package init() {}

  /// Returns the beginning of a transcript of a session with this seed.
  ///
  /// Earlier lines are repeated at the beginning, with gaps that match any reply.
  package func beginning(seed: String?, earlier lines: [[UInt8]] = []) -> [UInt8] {
    let head = Transcript.firstLine + "\n" + (seed.map { "@ seed \($0)\n" } ?? "")
    guard !lines.isEmpty else { return Array(head.utf8) }
    var bytes = Array((head + "# What came before the recording.\n").utf8)
    for line in lines {
      guard let line = try? self.line(line) else { continue }
      bytes += input(line) + HoleMaker.openReply
    }
    return bytes + Array("# The recording.\n".utf8)
  }

  /// Returns the line of a transcript for a command.
  func input(_ line: [UInt8]) -> [UInt8] { [0x3e] + (line.isEmpty ? [] : [0x20] + line) + [0x0a] }

  /// Returns a command line as a transcript can contain it, without trailing blanks.
  ///
  /// Send this line to the session, so that the recorded line gets the recorded reply. Throws if it
  /// is not UTF-8 or more than one line.
  package func line(_ line: [UInt8]) throws(TranscriptToolFault) -> [UInt8] {
    guard String(validating: line, as: UTF8.self) != nil else {
      throw TranscriptToolFault("the line is not UTF-8 and can't be recorded")
    }
    guard !line.contains(0x0a) else {
      throw TranscriptToolFault("the line holds a line feed and can't be recorded")
    }
    var line = line
    while let last = line.last, last == 0x20 || last == 0x09 || last == 0x0d { line.removeLast() }
    return line
  }

  /// Returns the block of a line and its reply; with `isOpen` it accepts any reply.
  package func block(
    _ line: [UInt8], _ reply: TranscriptReply, isOpen: Bool = false
  ) throws(TranscriptToolFault) -> [UInt8] {
    let expectations = isOpen ? HoleMaker.openReply : OutputEncoding.encode(reply.output)
    return try block(line, reply, expectations)
  }

  /// Returns the block of a line with the status of its reply and some expected lines.
  private func block(
    _ line: [UInt8], _ reply: TranscriptReply, _ expectations: [UInt8]
  ) throws(TranscriptToolFault) -> [UInt8] {
    let line = try self.line(line)
    guard !reply.isIncomplete else {
      throw TranscriptToolFault("the reply is not complete and can't be recorded")
    }
    return input(line) + OutputEncoding.status(reply.state) + [0x0a] + expectations
  }

  /// Returns the block of a line that accepts two different replies.
  ///
  /// `other` is the reply in a session without earlier records. Similar lines get placeholders
  /// where they differ, and other lines become a gap.
  package func block(
    _ line: [UInt8], _ reply: TranscriptReply, passing other: TranscriptReply
  ) throws(TranscriptToolFault) -> [UInt8] {
    guard !reply.isIncomplete, reply.state != other.state else {
      let expectations = HoleMaker.expectations(matching: reply.output, and: other.output)
      return try block(line, reply, expectations)
    }
    return try openBlock(line)
  }

  /// Returns the block of a line that accepts its reply and the predicted one.
  func block(
    _ line: [UInt8], _ reply: TranscriptReply, _ prediction: TranscriptPrediction?
  ) throws(TranscriptToolFault) -> [UInt8] {
    // A reply that depends on nothing predicts itself.
    guard let other = prediction.map({ $0(line) }) ?? reply else {
      return try openBlock(line)
    }
    return try block(line, reply, passing: other)
  }

  /// Returns the block of a line that accepts any reply.
  package func openBlock(_ line: [UInt8]) throws(TranscriptToolFault) -> [UInt8] {
    input(try self.line(line)) + HoleMaker.openReply
  }
}
