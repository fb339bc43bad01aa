import Glibc
import TranscriptSyntax

/// A session of another program, in which a prompt marks the end of each reply.
final class ProgramSession: TranscriptSession {
  /// The maximum size of a reply in bytes; a program that writes more is killed.
  private static let largestOutput = 1 << 26
  /// The milliseconds without output after which a prompt need not be at the start of a line.
  private static let silence = 250

  private let description: ProgramDescription
  private let channel: ProgramChannel
  private var hasEnded = false
  private var isLate = false

  /// Starts the program, and reads its greeting up to the first prompt.
  ///
  /// Throws if the program can't be started.
  init(_ description: ProgramDescription, words: [String]) throws(TranscriptToolFault) {
    self.description = description
    channel = try ProgramChannel(description, words: words)
    if let line = description.synchronization { channel.send(line + [0x0a]) }
    if description.greets || description.synchronization != nil { isLate = receive().end == .late }
  }

  /// Sends a signal to the program, and kills it a moment later.
  func interrupt(_ signal: Int32) { channel.interrupt(signal) }

  /// Sends a line and reads the reply up to the next prompt.
  func perform(_ line: ArraySlice<UInt8>, into reply: inout TranscriptReply) {
    // No program accepts a line after its end.
    if hasEnded {
      reply = self.reply([], isRefused: false, isLate ? .late : .tooLarge)
      return
    }
    channel.send(line + [0x0a])
    if let line = description.synchronization { channel.send(line + [0x0a]) }
    var (output, end) = receive()
    if description.usesTerminal { output = Self.withoutTerminal(output, line) }
    reply = self.reply(output, isRefused: isRefusal(output) || channel.breakdown != nil, end)
  }

  private func reply(_ output: [UInt8], isRefused: Bool, _ end: AnswerEnd) -> TranscriptReply {
    var reply = TranscriptReply(output: output, isRefused: isRefused, hasEnded: hasEnded)
    reply.isIncomplete = end != .complete
    reply.isLate = end == .late
    reply.breakdown = channel.breakdown
    // The rest of the reply is unknown.
    if case .signal = reply.breakdown { reply.isIncomplete = true }
    return reply
  }

  /// The reason why a reply ended.
  private enum AnswerEnd { case complete, tooLarge, late }

  /// Receives the output up to the next prompt, or to the end of the program.
  private func receive() -> (output: [UInt8], end: AnswerEnd) {
    var output: [UInt8] = []
    let end = monotonicMilliseconds() + description.timeLimit
    while true {
      let prompt = description.prompts.first(where: output.hasSuffix)
      if let prompt, output.hasLineStart(before: prompt) { return reply(output, prompt) }
      let pause = prompt.map { _ in monotonicMilliseconds() + Self.silence } ?? end
      switch channel.receive(into: &output, until: min(pause, end)) {
      case .bytes: if output.count > Self.largestOutput { return abandon(output, .tooLarge) }
      case .end:
        hasEnded = true
        guard channel.waitForEnd(until: end) else { return abandon(output, .late) }
        return (output, .complete)
      case .timeout: return prompt.map { reply(output, $0) } ?? abandon(output, .late)
      }
    }
  }

  /// Returns the output without the prompt at its end.
  private func reply(_ output: [UInt8], _ prompt: [UInt8]) -> (output: [UInt8], end: AnswerEnd) {
    // A line feed before the prompt ends a line of the reply.
    (Array(output.dropLast(prompt.count - (prompt.first == 0x0a ? 1 : 0))), .complete)
  }

  /// Kills a program that does not finish its reply.
  private func abandon(_ output: [UInt8], _ end: AnswerEnd) -> (output: [UInt8], end: AnswerEnd) {
    hasEnded = true
    channel.end()
    return (output, end)
  }

  /// Returns whether a line of the reply matches the pattern for errors.
  private func isRefusal(_ output: [UInt8]) -> Bool {
    guard let refusal = description.refusal else { return false }
    let machine = PatternMachine(refusal)
    return OutputLine.lines(of: output).contains { machine.fits($0.text) }
  }

  /// Returns the output without the effects of a terminal: carriage returns and the echo of the
  /// line.
  private static func withoutTerminal(_ output: [UInt8], _ line: ArraySlice<UInt8>) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(output.count)
    for byte in output {
      if byte == 0x0a { while result.last == 0x0d { result.removeLast() } }
      result.append(byte)
    }
    let echo = line + [0x0a]
    return result.starts(with: echo) ? Array(result[echo.count...]) : result
  }
}

extension [UInt8] {
  fileprivate func hasSuffix(_ suffix: [UInt8]) -> Bool {
    count >= suffix.count && self[(count - suffix.count)...].elementsEqual(suffix)
  }

  /// Returns whether a prompt at the end begins a line.
  fileprivate func hasLineStart(before suffix: [UInt8]) -> Bool {
    guard suffix.first != 0x0a, count > suffix.count else { return true }
    let before = self[count - suffix.count - 1]
    return before == 0x0a || before == 0x0d
  }
}

/// The abnormal end of a program: by a signal, or with an exit status.
enum ProgramBreakdown: Equatable, Sendable, CustomStringConvertible {
  case signal(Int32)
  case status(Int32)

  /// Creates the value from the status of `waitpid`; returns `nil` for a normal exit.
  init?(waitStatus: Int32) {
    let signal = waitStatus & 0x7f
    let status = waitStatus >> 8 & 0xff
    guard signal != 0 || status != 0 else { return nil }
    self = signal != 0 ? .signal(signal) : .status(status)
  }

  /// The status as `waitpid` returns it.
  var waitStatus: Int32 {
    switch self {
    case .signal(let number): number
    case .status(let number): number << 8
    }
  }

  var description: String {
    switch self {
    case .signal(let number): "the program was ended by signal \(number)"
    case .status(let number): "the program ended with status \(number)"
    }
  }
}

/// The description of another program to test: command line, prompts and patterns.
struct ProgramDescription: TranscriptSessionMaker {
  /// The program and its arguments; `{seed}` in them is replaced by the seed of the transcript.
  var words: [String] = []
  /// The prompts, any of which ends a reply.
  var prompts: [[UInt8]] = []
  /// A line that is sent after each line, so that the program prints its prompt.
  var synchronization: [UInt8]?
  /// The pattern of an output line that marks the reply as an error.
  var refusal: LinePattern?
  /// `true` to run the program in a pseudo-terminal.
  var usesTerminal = false
  /// The processes that are killed with the program; `nil` to kill none.
  var descendants: Descendants?
  /// The environment variables of the program, as `NAME=VALUE`.
  var variables: [String] = []
  /// The time limit for a reply in milliseconds.
  var timeLimit = 0

  /// `true` if the program prints a prompt before the first line.
  var greets: Bool { synchronization == nil && !prompts.contains { $0.last == 0x0a } }

  /// Starts the program with the seed.
  ///
  /// Throws if the program can't be started, or if only one of its command and the session has a
  /// seed.
  func session(seed: String?) throws(TranscriptToolFault) -> any TranscriptSession {
    let hasSeed = words.contains { $0.pieces(between: "{seed}").count > 1 }
    guard hasSeed == (seed != nil) else { throw hasSeed ? .seedMissing : .seedUnused }
    let words = words.map { $0.pieces(between: "{seed}").joined(separator: seed ?? "") }
    return try ProgramSession(self, words: words)
  }

  func offers(_ requirement: String) -> Bool { false }

  /// Splits a command line into words as a shell does; returns `nil` for an open quote.
  static func words(of call: String) -> [String]? {
    var words: [String] = []
    var word: String?
    var quote: Unicode.Scalar?
    var isEscaped = false
    for scalar in call.unicodeScalars {
      if isEscaped {
        word = (word ?? "") + String(scalar)
        isEscaped = false
      } else if scalar == "\\" && quote != "'" {
        isEscaped = true
        word = word ?? ""
      } else if scalar == quote {
        quote = nil
      } else if quote == nil && (scalar == "'" || scalar == "\"") {
        quote = scalar
        word = word ?? ""
      } else if quote == nil && (scalar == " " || scalar == "\t") {
        if let word { words.append(word) }
        word = nil
      } else {
        word = (word ?? "") + String(scalar)
      }
    }
    guard quote == nil, !isEscaped else { return nil }
    return words + (word.map { [$0] } ?? [])
  }
}
