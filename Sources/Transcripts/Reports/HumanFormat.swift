/// For a reader: each failure with its lines, and the counts.
struct HumanFormat: ReportFormat {
  let tellsEveryBlock = false
  let header = ""
  let hasColor: Bool

  func text(of block: BlockReport) -> String {
    let path = escapedForDisplay(block.path)
    var text = "\(path):\(block.line): \(block.outcome.word): \(block.command)\n"
    for line in block.details { text += colored("  \(line.text)", line.sign) + "\n" }
    return text
  }

  func text(ofFault words: String) -> String { "" }

  func footer(_ summary: ReportSummary) -> String {
    let reported = TranscriptOutcome.allCases.filter { $0 != .unselected }
    var words = reported.compactMap { outcome in
      let count = summary.counts[outcome]
      return count > 0 || outcome == .pass ? "\(count) \(outcome.word)" : nil
    }
    if summary.unusableCount > 0 {
      words.append("\(counted(summary.unusableCount, "file")) can't be used")
    }
    if summary.blessedCount > 0 { words.append("\(summary.blessedCount) blessed") }
    let commands = counted(summary.counts.total, "command")
    let files = counted(summary.fileCount, "file")
    return "\(commands) in \(files): \(words.joined(separator: ", "))\n"
  }

  private func colored(_ words: String, _ sign: BlockDifference.Sign) -> String {
    guard hasColor && sign != .same else { return words }
    return (sign == .expected ? "\u{1b}[31m" : "\u{1b}[32m") + words + "\u{1b}[0m"
  }
}
