/// Writes a session as the lines of a transcript that passes when it is checked.
///
///     let recording = TranscriptRecording()
///     var text = recording.beginning(seed: "7")
///     let line = try recording.line(input)
///     text += try recording.block(line, session.perform(line[...]))
public struct TranscriptRecording: Sendable {
  /// The reason why a line can't be recorded, without a full stop.
  ///
  ///     do throws(TranscriptRecording.Fault) {
  ///       _ = try TranscriptRecording().line(Array("two\nlines".utf8))
  ///     } catch { print(error) }  // the line holds a line feed and can't be recorded
  public enum Fault: String, Error, CustomStringConvertible {
    case notUnicode = "the line is not UTF-8 and can't be recorded"
    case severalLines = "the line holds a line feed and can't be recorded"
    case incompleteReply = "the reply is not complete and can't be recorded"

    /// The words.
    public var description: String { rawValue }
  }

  /// Creates a recording.
  public init() {}

  /// Returns the beginning of a transcript of a session with this seed.
  ///
  /// Earlier lines are repeated at the beginning, with gaps that match any reply.
  public func beginning(seed: String?, earlier lines: [[UInt8]] = []) -> [UInt8] {
    let head = Transcript.firstLine + "\n" + (seed.map { "@ seed \($0)\n" } ?? "")
    guard !lines.isEmpty else { return Array(head.utf8) }
    var bytes = Array((head + "# What came before the recording.\n").utf8)
    for line in lines {
      guard let line = try? self.line(line) else { continue }
      bytes += input(line) + Array(": ...\n".utf8)
    }
    return bytes + Array("# The recording.\n".utf8)
  }

  /// Returns the line of a command.
  func input(_ line: [UInt8]) -> [UInt8] { [0x3e] + (line.isEmpty ? [] : [0x20] + line) + [0x0a] }

  /// Returns the line as a transcript can hold it, without blanks and carriage returns at its end.
  ///
  /// This is the line to send to the session, so that the recorded line gets the recorded reply.
  /// Throws if it is not UTF-8 or more than one line.
  public func line(_ line: [UInt8]) throws(Fault) -> [UInt8] {
    guard String(validating: line, as: UTF8.self) != nil else { throw .notUnicode }
    guard !line.contains(0x0a) else { throw .severalLines }
    var line = line
    while let last = line.last, last == 0x20 || last == 0x09 || last == 0x0d { line.removeLast() }
    return line
  }

  /// Returns the block of a line and its reply; an open block matches any output.
  public func block(
    _ line: [UInt8], _ reply: TranscriptReply, isOpen: Bool = false
  ) throws(Fault) -> [UInt8] {
    let line = try self.line(line)
    guard !reply.isIncomplete else { throw .incompleteReply }
    return input(line) + reply.statusLine + [0x0a]
      + (isOpen ? openAnswer : OutputEncoding.encode(reply.output))
  }

  /// A gap that matches any output.
  var openAnswer: [UInt8] { Array(": ...\n".utf8) }
}

extension TranscriptRecording {
  /// Returns the block of a line that matches its reply and also the reply to the same line in a
  /// session without earlier records.
  ///
  /// Similar lines get holes where they differ, and other lines become a gap.
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

  /// Returns the block of a line that matches both its reply and the foreseen one.
  func block(
    _ line: [UInt8], _ reply: TranscriptReply, _ foresight: (any TranscriptForesight)?
  ) throws(Fault) -> [UInt8] {
    guard let foresight else { return try block(line, reply) }
    guard let other = foresight.reply(to: line) else { return try openBlock(line) }
    return try block(line, reply, passing: other)
  }

  /// Returns the block of a line that matches any reply.
  public func openBlock(_ line: [UInt8]) throws(Fault) -> [UInt8] {
    input(try self.line(line)) + openAnswer
  }

  /// Returns expectations that match both outputs.
  private func common(_ output: [UInt8], _ other: [UInt8]) -> [UInt8] {
    let lines = OutputLine.lines(of: output)
    let others = OutputLine.lines(of: other)
    guard lines.allSatisfy(\.isEnded), others.allSatisfy(\.isEnded) else { return openAnswer }
    if lines.count == others.count { return merged(lines, others) }
    let first = zip(lines, others).prefix { $0 == $1 }.count
    let rest = min(lines.count, others.count) - first
    let last = zip(lines.reversed(), others.reversed()).prefix(rest).prefix { $0 == $1 }.count
    return encode(lines.prefix(first)) + openAnswer + encode(lines.suffix(last))
  }

  /// Returns expectations that match both outputs, line by line.
  private func merged(_ lines: [OutputLine], _ others: [OutputLine]) -> [UInt8] {
    var bytes: [UInt8] = []
    var missingCount = 0
    func addGap() {
      if missingCount > 0 { bytes += Array(": \(missingCount)\n".utf8) }
      missingCount = 0
    }
    for (line, other) in zip(lines, others) {
      let old = Expectation(kind: .exact(other), line: 0)
      let text = line == other ? OutputEncoding.encode(line) : HoleMaker.line(old, line, Bindings())
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

  /// Returns the lines of a reply.
  private func encode(_ lines: some Sequence<OutputLine>) -> [UInt8] {
    lines.reduce(into: []) { $0 += OutputEncoding.encode($1) + [0x0a] as [UInt8] }
  }
}
