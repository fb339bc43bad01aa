import CChimpSystem
import ChimpSystem
import Glibc

/// A session of another program, in which a prompt marks the end of each reply.
final class PromptSession: TranscriptSession {
  /// The maximum size of a reply in bytes; a program that writes more is killed.
  private static let largestOutput = 1 << 26
  /// The milliseconds without output after which a prompt need not be at the start of a line, and
  /// an echo is no longer to come, if the program waits.
  private static let silence = 10
  /// The same for a program that may have paused by itself, or has other processes.
  private static let longSilence = 1_000

  private let description: ProgramDescription
  private let program: DrivenProgram
  /// The prompts at the end of a reply, and those after a line that others follow.
  private let prompts: [ProgramPrompt]
  private let continuations: [ProgramPrompt]
  /// The line that is sent after each command; `nil` for none.
  private let synchronization: [UInt8]?
  /// The file with the standard error of the program; `nil` if it is a part of the output.
  private let errors: Descriptor?
  /// The number of bytes of that file that belong to earlier replies.
  private var errorCount = 0
  /// `true` if the program has echoed the keys of the latest line that it read key by key.
  private var keysAreEchoed = false

  /// Starts the program in a folder, and reads its greeting up to the first prompt.
  ///
  /// Throws if the program can't be started.
  init(_ description: ProgramDescription, folder: String?) throws(TranscriptToolFault) {
    guard !description.prompts.isEmpty else { throw TranscriptToolFault("--prompt is missing") }
    self.description = description
    // No output of the program can hold it by chance, nor because a transcript says so.
    let marker = "mark" + String(UInt64.random(in: .min ... .max), radix: 36)
    prompts = try description.prompts.map { text throws(TranscriptToolFault) in
      try ProgramPrompt(text, marker: marker)
    }
    continuations = try description.continuations.map { text throws(TranscriptToolFault) in
      try ProgramPrompt(text, marker: marker)
    }
    synchronization = description.synchronization.map {
      Array($0.pieces(between: ProgramPrompt.marker).joined(separator: marker).utf8)
    }
    do throws(SystemError) {
      errors =
        description.keepsErrors ? try Descriptor(chimp_create_memory("transcript-errors")) : nil
    } catch {
      throw TranscriptToolFault("can't keep standard error: \(error)")
    }
    let own = [STDIN_FILENO, STDOUT_FILENO]
    program = try DrivenProgram(
      description, numbers: errors == nil ? own + [STDERR_FILENO] : own, diagnostics: errors,
      group: description.usesTerminal ? .terminal : .own, folder: folder)
    synchronize()
    let greets = synchronization == nil && !prompts.contains(where: \.isEnded)
    if greets || synchronization != nil {
      var greeting = TranscriptReply(output: [])
      receive(&greeting, upTo: prompts)
    }
    errorCount = errors.flatMap { FileFacts(descriptor: $0.number)?.size } ?? 0
  }

  /// Sends a signal to the program, and kills it a moment later.
  func interrupt(_ signal: Int32) { program.process.interrupt(signal) }

  func perform(_ line: ArraySlice<UInt8>) -> TranscriptReply { perform(lines: [line]) }

  /// Sends lines and reads the reply up to the next prompt.
  ///
  /// If the program has prompts for lines that others follow, each line waits for one of them.
  func perform(lines: [ArraySlice<UInt8>]) -> TranscriptReply {
    var reply = program.reply { reply in
      send(lines, &reply)
      reply.isRefused = isRefusal(reply.output) || program.waitStatus != 0
    }
    readErrors(&reply)
    return reply
  }

  /// Sends the lines of a command, and receives its reply.
  private func send(_ lines: [ArraySlice<UInt8>], _ reply: inout TranscriptReply) {
    let waitsForEach = !continuations.isEmpty
    var sent: [ArraySlice<UInt8>] = []
    for (index, line) in lines.enumerated() where !program.hasEnded {
      let isLast = index == lines.count - 1
      var part = TranscriptReply(output: [])
      if description.usesTerminal {
        if echoes(line, into: &part.output) { sent.append(line) }
      } else {
        program.process.send(Array(line))
      }
      program.process.send([0x0a])
      guard isLast || waitsForEach else { continue }
      if isLast { synchronize() }
      receive(&part, upTo: isLast ? prompts : continuations + prompts)
      if description.usesTerminal { part.output = withoutTerminal(part.output, echoing: sent) }
      sent = []
      reply.output += part.output
      reply.isIncomplete = part.isIncomplete
      reply.isLate = part.isLate
    }
  }

  /// Types a line without its end; returns whether it is echoed, perhaps already to `output`.
  ///
  /// A program that reads single keys echoes them before the line ends, or never.
  private func echoes(_ line: ArraySlice<UInt8>, into output: inout [UInt8]) -> Bool {
    let isEchoed = program.process.echoesLines
    program.process.send(Array(line))
    if let isEchoed { return isEchoed }
    guard !line.isEmpty else { return keysAreEchoed }
    let start = monotonicMilliseconds()
    var isOver = false
    var wasIdle = false
    while !isOver, monotonicMilliseconds() < start + description.timeLimit {
      switch program.process.receive(into: &output, until: monotonicMilliseconds() + Self.silence) {
      case .bytes: isOver = output.suffix(line.count).elementsEqual(line)
      case .end: isOver = true
      case .timeout:
        // Seen twice: a program may wait for a moment on its way to the keys.
        let isIdle = program.process.isIdle
        let hasPaused = monotonicMilliseconds() > start + Self.longSilence
        isOver = isIdle && wasIdle || hasPaused && !program.process.isBusy
        wasIdle = isIdle
      }
    }
    keysAreEchoed = !output.isEmpty
    return keysAreEchoed
  }

  private func synchronize() {
    if let synchronization { program.process.send(synchronization + [0x0a]) }
  }

  /// Receives the output up to the next prompt, or to the end of the program.
  private func receive(_ reply: inout TranscriptReply, upTo prompts: [ProgramPrompt]) {
    let end = monotonicMilliseconds() + description.timeLimit
    var silenceStart = monotonicMilliseconds()
    while true {
      let found = Self.first(of: prompts, atEndOf: reply.output)
      if let (prompt, length) = found,
        prompt.isUnique || reply.output.hasLineStart(before: length, prompt)
      {
        return reply.removePrompt(prompt, length)
      }
      let pause = found == nil ? end : monotonicMilliseconds() + Self.silence
      switch program.process.receive(into: &reply.output, until: min(pause, end)) {
      case .bytes where reply.output.count <= Self.largestOutput:
        silenceStart = monotonicMilliseconds()
        continue
      case .bytes: return program.terminate(&reply, isLate: false)
      case .end: return program.finish(&reply, until: end)
      case .timeout:
        let isPatient = monotonicMilliseconds() < min(end, silenceStart + Self.longSilence)
        if found != nil, isPatient, !program.process.isIdle { continue }
        if let (prompt, length) = found { return reply.removePrompt(prompt, length) }
        return program.terminate(&reply, isLate: true)
      }
    }
  }

  /// Returns the first prompt that stands at the end of an output, with its length.
  private static func first(
    of prompts: [ProgramPrompt], atEndOf output: [UInt8]
  ) -> (ProgramPrompt, Int)? {
    for prompt in prompts {
      if let length = prompt.length(atEndOf: output) { return (prompt, length) }
    }
    return nil
  }

  /// Adds what the program has written to its standard error since the last reply.
  private func readErrors(_ reply: inout TranscriptReply) {
    guard let errors, let size = FileFacts(descriptor: errors.number)?.size else { return }
    guard size - errorCount <= Self.largestOutput else {
      reply.isIncomplete = true
      return
    }
    var bytes = [UInt8](repeating: 0, count: max(0, size - errorCount))
    let count = max(0, pread(errors.number, &bytes, bytes.count, errorCount))
    errorCount += count
    reply.errors = Array(bytes.prefix(count))
  }

  /// Returns whether a line of the reply matches the pattern for errors.
  private func isRefusal(_ output: [UInt8]) -> Bool {
    guard let refusal = description.refusal else { return false }
    let machine = PatternMachine(refusal)
    return OutputLine.lines(of: output).contains { machine.matches($0.text) }
  }

  /// Returns the output without the effects of a terminal: carriage returns and the echo of lines,
  /// also of the line that asks for the prompt.
  private func withoutTerminal(
    _ output: [UInt8], echoing lines: [ArraySlice<UInt8>]
  ) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(output.count)
    for byte in output {
      if byte == 0x0a { while result.last == 0x0d { result.removeLast() } }
      result.append(byte)
    }
    var rest = result[...]
    for line in lines where rest.starts(with: line + [0x0a]) {
      rest = rest.dropFirst(line.count + 1)
    }
    if let synchronization, rest.starts(with: synchronization + [0x0a]) {
      rest = rest.dropFirst(synchronization.count + 1)
    }
    return Array(rest)
  }
}

extension TranscriptReply {
  /// Removes a prompt from the end of the output.
  fileprivate mutating func removePrompt(_ prompt: ProgramPrompt, _ length: Int) {
    // A line feed before the prompt ends a line of the reply.
    output.removeLast(length - (prompt.beginsWithLineEnd ? 1 : 0))
  }
}

extension [UInt8] {
  /// Returns whether a prompt at the end begins a line.
  fileprivate func hasLineStart(before length: Int, _ prompt: ProgramPrompt) -> Bool {
    guard !prompt.beginsWithLineEnd, count > length else { return true }
    let before = self[count - length - 1]
    return before == 0x0a || before == 0x0d
  }
}
