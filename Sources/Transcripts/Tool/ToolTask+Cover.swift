/// Finding out what no transcript exercises.
extension ToolTask {
  /// Lists the commands and refusals that no transcript sends or gets.
  func cover() throws(ToolFault) {
    var commands: Set<String> = []
    var refusals: Set<String> = []
    let known = try sessions.refusals.map { text throws(ToolFault) in
      do throws(LinePattern.Fault) {
        let pattern = try LinePattern(Array(text.utf8)[...])
        return (text, PatternMachine(pattern, bindings: Bindings(), kinds: [:]))
      } catch {
        throw .words("\(error.reason): \(text)")
      }
    }
    var isAnySelected = false
    executor.execute(try selection().next) { result in
      do throws(ToolFault) {
        let fileRun = try result.get()
        guard fileRun.run.isAnySelected else { return true }
        isAnySelected = true
        let transcript = try fileRun.plan().transcript
        raiseStatus(fileRun.run.exitStatus)
        for (index, answer) in fileRun.run.answers where fileRun.run.outcomes[index] == .pass {
          let input = transcript.input(of: transcript.blocks[index])
          if let name = sessions.command(of: input) { commands.insert(name) }
          guard answer.reply.isRefused else { continue }
          for line in answer.reply.lines {
            for (text, machine) in known where machine.fits(line.text) {
              refusals.insert(text)
            }
          }
        }
      } catch {
        isAnySelected = true
        fail(error)
      }
      return true
    }
    guard isAnySelected else { throw .nothingSelected }
    let missing =
      sessions.commands.filter { !commands.contains($0) }.map { "command \($0)" }
      + sessions.refusals.filter { !refusals.contains($0) }.map { "refusal \($0)" }
    for words in missing { environment.output(Array("\(escapedForDisplay(words))\n".utf8)) }
    if !missing.isEmpty { raiseStatus(1) }
    let words =
      "\(counted(sessions.commands.count, "command")) and "
      + "\(counted(sessions.refusals.count, "refusal")) known, \(missing.count) missing\n"
    environment.output(Array(words.utf8))
  }
}
