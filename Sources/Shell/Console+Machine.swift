/// Machine mode for a driving program: replies are framed as `=7 text`, errors as `?7 text`.
///
///     7 press 2 3
///     =7 right: 1 of 5
extension Console {
  /// Answers a parsed line and frames its reply for machine mode, or adds it to the recording.
  ///
  /// The reply is captured first, because the frame begins with its status. Blank lines and
  /// comments get no frame; with a request identifier they are errors, so that a driving program
  /// never waits for a frame that doesn't come.
  func answerFramed(
    _ parsed: ParsedLine, of invocation: Invocation, number: String?, line typed: [UInt8]
  ) {
    // A recording has no numbers.
    let line = Array(typed.drop { number != nil && $0 == 0x20 })
    let refusals = output.refusalCount
    isAboutRecordings = false
    dependsOnUnrecorded = false
    recorder?.format.willAnswerLine()
    var isCommand = true
    if case .nothing = parsed { isCommand = false }
    let reply = output.capture(keeping: !options.isMachine) {
      if options.echoes && !options.isMachine { echo(line) }
      perform(parsed, of: invocation)
      if number != nil && !isCommand {
        refuse(
          Refusal("no-command", "no command follows the number", "番号のあとにコマンドがありません"))
      }
      endLine()
    }
    let isRefused = output.refusalCount != refusals
    isCommand = isCommand || isRefused
    if let recorder, isCommand, !isAboutRecordings {
      let isOpen = dependsOnUnrecorded
      if let fault = recorder.add(line: line, reply: reply, isRefused: isRefused, isOpen: isOpen) {
        endRecording()
        refuse(Refusal.cannotWrite(recorder.file.name, fault))
      }
    }
    if options.isMachine && isCommand {
      writeFrame(number: number, reply: reply, isRefused: isRefused)
    }
  }

  /// Writes a frame: `=` or `?`, the request identifier if any, the reply, and an empty line.
  ///
  /// In JSON mode writes an object.
  func writeFrame(number: String?, reply: [UInt8], isRefused: Bool) {
    if options.machineFormat == .json {
      return writeObject(identifier: number ?? "null", reply: reply, isRefused: isRefused)
    }
    output.write(text: isRefused ? "?" : "=")
    output.write(text: number ?? "")
    var text = reply[...]
    while text.last == 0x0a { text = text.dropLast() }
    if text.starts(with: "error: ".utf8) { text = text.dropFirst(7) }
    let lines = text.split(separator: 0x0a, omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() {
      output.write(byte: index == 0 ? 0x20 : 0x0a)
      // An empty line would end the reply.
      if line.isEmpty && index > 0 { output.write(byte: 0x20) }
      output.write(Array(line))
    }
    output.write(text: "\n\n")
  }
}

extension Invocation {
  /// Removes the request identifier from the line and returns it; `nil` if there is none.
  ///
  /// Blanks replace it, so that the columns in error messages stay correct.
  mutating func removeRequestIdentifier() -> String? {
    let bytes = line
    let start = bytes.firstIndex { !$0.isBlank } ?? bytes.endIndex
    let digits = bytes[start...].prefix { $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }
    let end = digits.endIndex
    guard !digits.isEmpty, end == line.count || line[end].isBlank else {
      return nil
    }
    defer { for offset in digits.indices { line[offset] = 0x20 } }
    return String(decoding: digits, as: UTF8.self)
  }
}
