extension ToolTask {
  /// Performs `audit`: lists expected lines that would also match wrong replies.
  func audit() throws(TranscriptToolFault) {
    var weakCount = 0
    let hasAnyRun = try runAll { run in
      let transcript = run.transcript
      let path = escapedForDisplay(run.path)
      for (block, reply) in run.replies(.pass) {
        let weaknesses = BlockAudit.weaknesses(
          of: block.block, reply.lines, reply.state, block.bindings)
        for weakness in weaknesses {
          weakCount += 1
          let text = escapedForDisplay(transcript.whole(weakness.line))
          writeLine("\(path):\(weakness.line + 1): \(weakness.reason.rawValue): \(text)")
        }
      }
      reportFailures(of: run)
    }
    guard hasAnyRun || status != 0 else { throw TranscriptToolFault("nothing ran") }
    if weakCount > 0 { raiseStatus(1) }
    writeLine(weakCount == 1 ? "1 line is weak" : "\(weakCount) lines are weak")
  }

  /// Says of a file that not everything in it passes, which raises the exit status.
  func reportFailures(of run: TranscriptRun) {
    guard run.exitStatus != 0 else { return }
    writeLine("\(escapedForDisplay(run.path)): not everything passes")
    raiseStatus(run.exitStatus)
  }
}
