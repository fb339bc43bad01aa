extension ToolTask {
  /// Performs `cover`: lists the commands and error messages that no passing block contains.
  func cover() throws(TranscriptToolFault) {
    let refusals = try refusalPatterns()
    var commands: Set<String> = []
    var metRefusals: Set<String> = []
    try runAll { run in
      for (block, reply) in run.replies(.pass) {
        if let name = sessions.command(of: Array(block.input)) { commands.insert(name) }
        guard reply.isRefused else { continue }
        for line in reply.lines {
          metRefusals.formUnion(refusals.filter { $0.machine.matches(line.text) }.map(\.text))
        }
      }
      reportFailures(of: run)
    }
    let missing =
      sessions.commands.filter { !commands.contains($0) }.map { "command \($0)" }
      + sessions.refusals.filter { !metRefusals.contains($0) }.map { "refusal \($0)" }
    for words in missing { writeLine(escapedForDisplay(words)) }
    if !missing.isEmpty { raiseStatus(1) }
    let commandCount = counted(sessions.commands.count, "command")
    let refusalCount = counted(sessions.refusals.count, "refusal")
    writeLine("\(commandCount) and \(refusalCount) known, \(missing.count) missing")
  }

  /// Compiles the patterns of all error messages.
  private func refusalPatterns() throws(TranscriptToolFault) -> [(
    text: String, machine: PatternMachine
  )] {
    try sessions.refusals.map { text throws(TranscriptToolFault) in
      do throws(TranscriptFault) { return (text, PatternMachine(try LinePattern(text))) } catch {
        throw TranscriptToolFault("\(error.reason): \(text)")
      }
    }
  }
}
