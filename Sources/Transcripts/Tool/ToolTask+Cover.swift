import TranscriptSyntax

extension ToolTask {
  /// Performs `cover`: lists the commands and error messages that no passing block contains.
  func cover() throws(TranscriptToolFault) {
    var coverage = try Coverage(sessions)
    try runAll { run in
      coverage.add(run)
      raiseStatus(run.exitStatus)
    }
    let missing = coverage.missing
    for words in missing { writeLine(escapedForDisplay(words)) }
    if !missing.isEmpty { raiseStatus(1) }
    let commands = counted(sessions.commands.count, "command")
    let refusals = counted(sessions.refusals.count, "refusal")
    writeLine("\(commands) and \(refusals) known, \(missing.count) missing")
  }
}

/// Collects the commands and error messages that passing blocks contain.
struct Coverage {
  private let sessions: any TranscriptSessionMaker
  private var refusals: [(text: String, machine: PatternMachine, isMet: Bool)] = []
  private var commands: Set<String> = []

  /// Compiles the patterns of all error messages.
  init(_ sessions: any TranscriptSessionMaker) throws(TranscriptToolFault) {
    self.sessions = sessions
    for text in sessions.refusals {
      do throws(TranscriptFault) {
        refusals.append((text, PatternMachine(try LinePattern(text)), false))
      } catch { throw TranscriptToolFault("\(error.reason): \(text)") }
    }
  }

  /// Adds the commands and error messages of blocks that have passed.
  mutating func add(_ run: TranscriptRun) {
    for (block, answer) in run.answers(.pass) {
      if let name = sessions.command(of: Array(block.input)) { commands.insert(name) }
      guard answer.reply.isRefused else { continue }
      for line in answer.reply.lines {
        for index in refusals.indices where refusals[index].machine.fits(line.text) {
          refusals[index].isMet = true
        }
      }
    }
  }

  /// The commands and error messages that no transcript contains.
  var missing: [String] {
    sessions.commands.filter { !commands.contains($0) }.map { "command \($0)" }
      + refusals.filter { !$0.isMet }.map { "refusal \($0.text)" }
  }
}
