import ChimpSystem
import Glibc

/// A session of another program, in which a prompt marks the end of each reply.
final class ProgramSession: TranscriptSession {
  /// The maximum size of a reply in bytes; a program that writes more is killed.
  private static let largestOutput = 1 << 26
  /// The milliseconds without output after which a prompt need not be at the start of a line.
  private static let silence = 250

  private let description: ProgramDescription
  private let program: ChildProcess
  /// The status with which the program has ended; 0 before that.
  private var waitStatus: Int32 = 0
  private var hasEnded = false
  private var isLate = false

  /// Starts the program, and reads its greeting up to the first prompt.
  ///
  /// Throws if the program can't be started.
  init(_ description: ProgramDescription, words: [String]) throws(TranscriptToolFault) {
    self.description = description
    let environment = description.variables.filter { !$0.hasPrefix("TERM=") } + ["TERM=dumb"]
    do throws(SystemError) {
      program = try ChildProcess(
        words, variables: environment, numbers: [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO],
        group: description.usesTerminal ? .terminal : .own, descendants: description.descendants)
    } catch { throw TranscriptToolFault("can't start \"\(words.first ?? "")\": \(error)") }
    if let line = description.synchronization { program.send(line + [0x0a]) }
    if description.greets || description.synchronization != nil {
      var greeting = TranscriptReply(output: [])
      receive(&greeting)
      isLate = greeting.isLate
    }
  }

  /// Sends a signal to the program, and kills it a moment later.
  func interrupt(_ signal: Int32) { program.interrupt(signal) }

  /// Sends a line and reads the reply up to the next prompt.
  func perform(_ line: ArraySlice<UInt8>) -> TranscriptReply {
    var reply = TranscriptReply(output: [])
    if hasEnded {
      // No program accepts a line after its end.
      reply.isIncomplete = true
      reply.isLate = isLate
    } else {
      program.send(line + [0x0a])
      if let line = description.synchronization { program.send(line + [0x0a]) }
      receive(&reply)
      if description.usesTerminal { reply.output = Self.withoutTerminal(reply.output, line) }
      reply.isRefused = isRefusal(reply.output) || waitStatus != 0
    }
    reply.hasEnded = hasEnded
    reply.waitStatus = waitStatus
    // The rest of the reply is unknown.
    if reply.isKilled { reply.isIncomplete = true }
    return reply
  }

  /// Receives the output up to the next prompt, or to the end of the program.
  private func receive(_ reply: inout TranscriptReply) {
    let end = monotonicMilliseconds() + description.timeLimit
    while true {
      let prompt = description.prompts.first { reply.output.suffix($0.count) == $0[...] }
      if let prompt, reply.output.hasLineStart(before: prompt) {
        return removePrompt(prompt, &reply)
      }
      let pause = prompt.map { _ in monotonicMilliseconds() + Self.silence } ?? end
      switch program.receive(into: &reply.output, until: min(pause, end)) {
      case .bytes where reply.output.count <= Self.largestOutput: continue
      case .bytes: break
      case .end:
        hasEnded = true
        if program.endsByItself(until: end) {
          waitStatus = program.wait()
          return
        }
        reply.isLate = true
      case .timeout:
        if let prompt { return removePrompt(prompt, &reply) }
        reply.isLate = true
      }
      // The reply does not end.
      reply.isIncomplete = true
      hasEnded = true
      return program.terminate()
    }
  }

  /// Removes a prompt from the end of the output.
  private func removePrompt(_ prompt: [UInt8], _ reply: inout TranscriptReply) {
    // A line feed before the prompt ends a line of the reply.
    reply.output.removeLast(prompt.count - (prompt.first == 0x0a ? 1 : 0))
  }

  /// Returns whether a line of the reply matches the pattern for errors.
  private func isRefusal(_ output: [UInt8]) -> Bool {
    guard let refusal = description.refusal else { return false }
    let machine = PatternMachine(refusal)
    return OutputLine.lines(of: output).contains { machine.matches($0.text) }
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
  /// Returns whether a prompt at the end begins a line.
  fileprivate func hasLineStart(before suffix: [UInt8]) -> Bool {
    guard suffix.first != 0x0a, count > suffix.count else { return true }
    let before = self[count - suffix.count - 1]
    return before == 0x0a || before == 0x0d
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
    guard hasSeed == (seed != nil) else {
      throw TranscriptToolFault(
        hasSeed
          ? "the command needs a seed, but the session has none"
          : "the command takes no seed (as in \"--seed {seed}\")")
    }
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
