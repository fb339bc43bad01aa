extension ToolTask {
  /// Changes replies in memory, and lists the expectations that still match.
  func audit() throws(ToolFault) {
    var weakCount = 0
    let hasAnyRun = try runAll { run in
      let transcript = run.plan.transcript
      let path = escapedForDisplay(run.plan.path)
      for (index, outcome) in run.outcomes.enumerated() where outcome == .pass {
        guard let answer = run.answers[index] else { continue }
        for weakness in BlockAudit(transcript, index, answer).weaknesses {
          weakCount += 1
          let text = escapedForDisplay(transcript.whole(weakness.line))
          writeLine("\(path):\(weakness.line + 1): \(weakness.reason.rawValue): \(text)")
        }
      }
      if run.exitStatus != 0 { writeLine("\(path): not everything passes") }
      raiseStatus(run.exitStatus)
    }
    guard hasAnyRun || status != 0 else { throw .nothingRan }
    if weakCount > 0 { raiseStatus(1) }
    writeLine(weakCount == 1 ? "1 line is weak" : "\(weakCount) lines are weak")
  }
}

/// The weak expectations of a block: those that match other replies, too.
struct BlockAudit {
  enum Reason: String {
    case uncheckedOutput = "nothing checks the output", uncheckedText = "nothing checks the text"
    case anyText = "any text would do", anyCount = "any number of lines would do"
  }

  struct Weakness: Equatable {
    let line: Int
    let reason: Reason
  }

  /// A line that no program writes; a pattern that matches it matches anything.
  private static let junk: [UInt8] = [0x01] + Array("audit \u{fffd} 7".utf8)

  private(set) var weaknesses: [Weakness] = []
  private let block: TranscriptBlock
  private let answer: TranscriptRun.Answer

  /// Finds the changes of a reply that a block would not notice.
  init(_ transcript: Transcript, _ index: Int, _ answer: TranscriptRun.Answer) {
    block = transcript.blocks[index]
    self.answer = answer
    let lines = answer.reply.lines
    let line = block.inputLine
    if matches([Self.junk, Self.junk]) && matches([]) {
      weaknesses = [Weakness(line: line, reason: .uncheckedOutput)]
      return
    }
    for alternative in block.alternatives {
      let comparison = Comparison(alternative, lines, bindings: answer.bindings)
      guard let path = comparison.match() else { continue }
      for step in path.steps { check(step, alternative, lines) }
      break
    }
    if weaknesses.isEmpty, !lines.isEmpty, matches(lines.map { _ in Self.junk }) {
      weaknesses = [Weakness(line: line, reason: .uncheckedText)]
    }
  }

  /// Replaces the text or the number of lines that a pattern has matched, and records whether the
  /// result still matches.
  private mutating func check(
    _ step: Alignment.Step, _ alternative: Alternative, _ lines: [OutputLine]
  ) {
    guard case .kept(let index, let kept) = step, alternative.expectations[index].isPattern else {
      return
    }
    let texts = lines.map { Array($0.text) }
    let line = alternative.expectations[index].line
    if alternative.expectations[index].gap != nil {
      let more = texts[..<kept.upperBound] + [Self.junk, Self.junk] + texts[kept.upperBound...]
      if matches(Array(more)) { weaknesses.append(Weakness(line: line, reason: .anyCount)) }
    } else if !kept.isEmpty {
      var changed = texts
      changed[kept.lowerBound] = Self.junk
      if matches(changed) { weaknesses.append(Weakness(line: line, reason: .anyText)) }
    }
  }

  /// Returns whether the block would accept these lines.
  private func matches(_ lines: [[UInt8]]) -> Bool {
    var reply = answer.reply
    reply.output = Array(lines.map { $0 + [0x0a] }.joined())
    var bindings = answer.bindings
    return block.isMatched(by: reply, &bindings)
  }
}
