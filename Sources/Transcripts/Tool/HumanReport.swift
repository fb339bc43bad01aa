/// Tells a reader what became of the blocks: each failure with its lines, and the counts.
final class HumanReport {
  private let environment: TranscriptEnvironment
  private var text: [UInt8] = []
  private var fileCount = 0
  private var unusableCount = 0
  private var blessedCount = 0
  private var counts = Array(repeating: 0, count: TranscriptOutcome.allCases.count)

  init(_ environment: TranscriptEnvironment) {
    self.environment = environment
  }

  /// Tells what became of a file.
  func add(_ fileRun: FileRun) throws(ToolFault) {
    let run = fileRun.run
    if run.exitStatus != 0 {
      let plan = try fileRun.plan()
      for included in run.includedRuns {
        let other = plan.included(beforeCase: included.caseIndex)[included.place]
        describe(other.path, other.transcript, included.run)
      }
      describe(plan.path, plan.transcript, run)
    }
    fileCount += 1
    for outcomes in run.includedRuns.map(\.run.outcomes) + [run.outcomes] {
      for outcome in outcomes { counts[Int(outcome.rawValue)] += 1 }
    }
    if text.count > 1 << 16 { flush() }
  }

  /// Tells that a file was changed.
  func addBlessed(_ path: String, _ count: Int) {
    blessedCount += count
    write("\(escapedForDisplay(path)): \(counted(count, "command")) blessed\n")
  }

  private func describe(_ path: String, _ transcript: Transcript, _ run: TranscriptRun) {
    for (index, outcome) in run.outcomes.enumerated() where outcome.exitStatus != 0 {
      describe(path, transcript, index, outcome, run.answers[index], lastWords: run.lastWords)
    }
  }

  /// Counts a file that could not be used.
  func addUnusable() {
    unusableCount += 1
  }

  /// Tells the counts.
  func finish() {
    let reported = TranscriptOutcome.allCases.filter { $0 != .unselected }
    let total = reported.reduce(0) { $0 + counts[Int($1.rawValue)] }
    var words = reported.compactMap { outcome in
      let count = counts[Int(outcome.rawValue)]
      return count > 0 || outcome == .pass ? "\(count) \(outcome.word)" : nil
    }
    if unusableCount > 0 { words.append("\(counted(unusableCount, "file")) can't be used") }
    if blessedCount > 0 { words.append("\(blessedCount) blessed") }
    write("\(counted(total, "command")) in \(counted(fileCount, "file")): ")
    write(words.joined(separator: ", ") + "\n")
    flush()
  }

  /// Tells one failure with its lines.
  func describe(
    _ path: String, _ transcript: Transcript, _ index: Int, _ outcome: TranscriptOutcome,
    _ answer: TranscriptRun.Answer?, lastWords: String = ""
  ) {
    let block = transcript.blocks[index]
    let command = escapedForDisplay(transcript.text(ofLine: block.inputLine))
    write("\(escapedForDisplay(path)):\(block.inputLine + 1): \(outcome.word): \(command)\n")
    if outcome == .crash && !lastWords.isEmpty { write("  \(escapedForDisplay(lastWords))\n") }
    guard let answer, outcome == .fail else { return }
    let difference = BlockDifference(transcript, block, answer.reply, answer.bindings)
    write(
      "  \(counted(difference.count, "line")) \(difference.count == 1 ? "differs" : "differ")\n")
    for line in difference.lines {
      write("  \(line.sign.rawValue) \(escapedForDisplay(line.text))\n", line.sign)
    }
  }

  private func write(_ words: String, _ sign: BlockDifference.Sign = .same) {
    guard environment.hasColor && sign != .same else { return text += Array(words.utf8) }
    let color = sign == .expected ? "\u{1b}[31m" : "\u{1b}[32m"
    text += Array("\(color)\(words.dropLast())\u{1b}[0m\n".utf8)
  }

  /// Hands on what was written.
  func flush() {
    if !text.isEmpty { environment.output(text) }
    text.removeAll(keepingCapacity: true)
  }
}

/// A number with its noun, as in `1 line` and `2 lines`.
func counted(_ count: Int, _ noun: String) -> String {
  count == 1 ? "1 \(noun)" : "\(count) \(noun)s"
}
