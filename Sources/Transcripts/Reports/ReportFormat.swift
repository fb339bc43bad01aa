protocol ReportFormat {
  /// Whether blocks are told that went as expected.
  var tellsEveryBlock: Bool { get }
  var header: String { get }
  mutating func begin(_ path: String, _ counts: OutcomeCounts) -> String
  mutating func text(of block: BlockReport) -> String
  mutating func endFile() -> String
  /// Tells of something that can't be used; `words` say what and why.
  mutating func text(ofFault words: String) -> String
  mutating func footer(_ summary: ReportSummary) -> String
}

extension ReportFormat {
  mutating func begin(_ path: String, _ counts: OutcomeCounts) -> String { "" }
  mutating func endFile() -> String { "" }
}

struct OutcomeCounts {
  private var counts = Array(repeating: 0, count: TranscriptOutcome.allCases.count)

  mutating func add(_ run: TranscriptRun) {
    for outcome in run.places { counts[Int(outcome.rawValue)] += 1 }
  }

  subscript(_ outcome: TranscriptOutcome) -> Int { counts[Int(outcome.rawValue)] }

  /// How many blocks were asked for.
  var total: Int { counts.reduce(0, +) - self[.unselected] }
}

struct ReportSummary {
  var counts = OutcomeCounts()
  var fileCount = 0
  var unusableCount = 0
  var blessedCount = 0
}

struct BlockReport {
  let path: String
  let line: Int
  let caseName: String?
  let command: String
  let outcome: TranscriptOutcome
  /// Why it was skipped or expected to fail.
  let reason: String?
  let difference: BlockDifference?
  /// Whether more came than the difference tells.
  let isIncomplete: Bool
  /// How the program ended, or what the process said that ran it, if it ended there.
  let lastWords: String

  init(_ part: TranscriptPlan.Part, _ run: TranscriptRun, _ place: Int) {
    let transcript = part.transcript
    let block = transcript.blocks[place - part.offset]
    path = part.path
    line = block.inputLine + 1
    caseName = part.single.name
    command = escapedForDisplay(transcript.text(ofLine: block.inputLine))
    outcome = run.places[place]
    let directives = block.directives.completed(by: part.single.directives)
    reason = directives.line(outcome == .skip ? .skip : .xfail).map {
      String(transcript.argument(ofLine: $0).dropFirst().dropLast())
    }
    difference = run.answers[place].map {
      BlockDifference(transcript, block, $0.reply, $0.bindings)
    }
    isIncomplete = run.answers[place]?.reply.isIncomplete ?? false
    let breakdown = run.answers[place]?.reply.breakdown?.description
    lastWords = breakdown ?? (outcome == .crash ? run.lastWords : "")
  }

  /// What is shown below the command, line by line.
  var details: [(sign: BlockDifference.Sign, text: String)] {
    var lines = lastWords.isEmpty ? [] : [(BlockDifference.Sign.same, escapedForDisplay(lastWords))]
    guard let difference, outcome == .fail || outcome == .expectedFailure else { return lines }
    let verb = difference.count == 1 ? "differs" : "differ"
    let words =
      isIncomplete ? "the answer is not complete" : "\(counted(difference.count, "line")) \(verb)"
    lines.append((.same, words))
    for line in difference.lines.prefix(Self.largestLineCount) {
      lines.append((line.sign, "\(line.sign.rawValue) \(Self.shortened(line.text))"))
    }
    let rest = difference.lines.count - Self.largestLineCount
    if rest > 0 { lines.append((.same, "  (\(counted(rest, "line")) more)")) }
    for cell in difference.cells.prefix(Self.largestCellCount) {
      lines.append((.same, escapedForDisplay(cell.description)))
    }
    return lines
  }

  private static let largestLineCount = 1000
  private static let largestCellCount = 20
  private static let largestLineSize = 2000

  private static func shortened(_ line: ArraySlice<UInt8>) -> String {
    guard line.count > largestLineSize else { return escapedForDisplay(line) }
    return "\(escapedForDisplay(line.prefix(largestLineSize))) (\(line.count) bytes)"
  }
}

/// A number with its noun, as in `1 line` and `2 lines`.
func counted(_ count: Int, _ noun: String) -> String {
  count == 1 ? "1 \(noun)" : "\(count) \(noun)s"
}

extension String {
  /// The text with what stands for some of its scalars.
  func replacingScalars(_ replacement: (Unicode.Scalar) -> String?) -> String {
    unicodeScalars.map { replacement($0) ?? String($0) }.joined()
  }
}

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
