import TranscriptSyntax

/// The format of a report, which consists of texts in the order of the files.
protocol ReportFormat {
  /// `true` if the report is for users, who read about failures only.
  var isForUsers: Bool { get }
  var header: String { get }
  /// Returns the text of a file's selected blocks, those of included files first.
  mutating func text(of blocks: [BlockReport], inFile path: String) -> String
  /// Returns the text about a file that can't be used.
  mutating func text(ofFault words: String) -> String
  /// Returns the text at the end, with the counts of all files.
  func footer(_ summary: ReportSummary) -> String
}

/// The numbers of blocks by outcome, for one file or for all.
struct ReportSummary {
  private var counts: [TranscriptOutcome: Int] = [:]
  private(set) var fileCount = 0
  var unusableCount = 0
  var blessedCount = 0

  /// Adds the blocks of a file.
  mutating func add(_ blocks: [BlockReport]) {
    fileCount += 1
    for block in blocks { counts[block.outcome, default: 0] += 1 }
  }

  /// The number of blocks with an outcome.
  subscript(_ outcome: TranscriptOutcome) -> Int { counts[outcome] ?? 0 }

  /// The number of selected blocks.
  var total: Int { counts.values.reduce(0, +) }
}

/// The result of one block, for all reports.
final class BlockReport {
  private let part: TranscriptRun.Part
  private let run: TranscriptRun.BlockRun
  /// The line of a worker's standard error that explains its end.
  private let lastDiagnostics: String

  /// Creates the report of a block.
  init(_ part: TranscriptRun.Part, _ run: TranscriptRun.BlockRun, lastDiagnostics: String) {
    self.part = part
    self.run = run
    self.lastDiagnostics = lastDiagnostics
  }

  var path: String { part.path }
  var line: Int { run.block.inputLine + 1 }
  var caseName: String? { part.single.name }
  var command: String { escapedForDisplay(part.input(of: run.block)) }
  var outcome: TranscriptOutcome { run.outcome }

  /// The reason why the block was skipped or expected to fail; `nil` for none.
  var reason: String? {
    let directives = run.block.directives.completed(by: part.single.directives)
    return directives.reason(outcome == .skip ? .skip : .xfail)
  }

  /// The lines to show below the command.
  private(set) lazy var details = lines()

  private func lines() -> [(sign: BlockDifference.Sign, text: String)] {
    var lines: [(sign: BlockDifference.Sign, text: String)] = []
    let end = run.answer?.reply.breakdown?.description ?? (outcome == .crash ? lastDiagnostics : "")
    if !end.isEmpty { lines.append((.same, escapedForDisplay(end))) }
    guard let answer = run.answer, outcome == .fail || outcome == .expectedFailure else {
      return lines
    }
    let difference = BlockDifference(part.transcript, answer.closestAlternative(of: run.block))
    let verb = difference.count == 1 ? "differs" : "differ"
    let words = "\(counted(difference.count, "line")) \(verb)"
    lines.append((.same, answer.reply.isIncomplete ? "the answer is not complete" : words))
    for line in difference.lines.prefix(Self.largestLineCount) {
      lines.append((line.sign, "\(line.sign.rawValue) \(Self.shortened(line.text))"))
    }
    let rest = difference.lines.count - Self.largestLineCount
    if rest > 0 { lines.append((.same, "  (\(counted(rest, "line")) more)")) }
    return lines
      + difference.cells.prefix(Self.largestCellCount).map { (.same, escapedForDisplay($0)) }
  }

  /// The maximum number of lines in the difference of a block.
  private static let largestLineCount = 1000
  private static let largestCellCount = 20
  private static let largestLineSize = 2000

  /// Returns the beginning of a long line.
  private static func shortened(_ line: ArraySlice<UInt8>) -> String {
    guard line.count > largestLineSize else { return escapedForDisplay(line) }
    return "\(escapedForDisplay(line.prefix(largestLineSize))) (\(line.count) bytes)"
  }
}

/// Returns a number with its noun, as in `1 line` and `2 lines`.
func counted(_ count: Int, _ noun: String) -> String {
  count == 1 ? "1 \(noun)" : "\(count) \(noun)s"
}

extension String {
  /// Returns the text with some characters replaced; `nil` keeps a character.
  func replacingScalars(_ replacement: (Unicode.Scalar) -> String?) -> String {
    unicodeScalars.map { replacement($0) ?? String($0) }.joined()
  }
}

/// The format for users: each failure with its difference, then the counts.
struct HumanFormat: ReportFormat {
  let isForUsers = true
  let header = ""
  let hasColor: Bool

  func text(of blocks: [BlockReport], inFile path: String) -> String {
    blocks.filter { $0.outcome.exitStatus != 0 }.map(text(of:)).joined()
  }

  func text(of block: BlockReport) -> String {
    let path = escapedForDisplay(block.path)
    var text = "\(path):\(block.line): \(block.outcome.rawValue): \(block.command)\n"
    for line in block.details { text += colored("  \(line.text)", line.sign) + "\n" }
    return text
  }

  func text(ofFault words: String) -> String { "" }

  /// Returns the counts of all outcomes that occurred.
  func footer(_ summary: ReportSummary) -> String {
    let reported = TranscriptOutcome.allCases.filter { $0 != .unselected }
    var words = reported.compactMap { outcome in
      let count = summary[outcome]
      return count > 0 || outcome == .pass ? "\(count) \(outcome.rawValue)" : nil
    }
    if summary.unusableCount > 0 {
      words.append("\(counted(summary.unusableCount, "file")) can't be used")
    }
    if summary.blessedCount > 0 { words.append("\(summary.blessedCount) blessed") }
    let commands = counted(summary.total, "command")
    let files = counted(summary.fileCount, "file")
    return "\(commands) in \(files): \(words.joined(separator: ", "))\n"
  }

  /// Returns words in the colour of a sign.
  private func colored(_ words: String, _ sign: BlockDifference.Sign) -> String {
    guard hasColor && sign != .same else { return words }
    return (sign == .expected ? "\u{1b}[31m" : "\u{1b}[32m") + words + "\u{1b}[0m"
  }
}

/// A JSON object for each block on a separate line, and one with the counts.
struct JSONLinesFormat: ReportFormat {
  let isForUsers = false
  let header = ""

  func text(of blocks: [BlockReport], inFile path: String) -> String {
    blocks.map(text(of:)).joined()
  }

  private func text(of block: BlockReport) -> String {
    var fields = [
      "\"file\":\(Self.quoted(block.path))", "\"line\":\(block.line)",
      "\"command\":\(Self.quoted(block.command))", "\"outcome\":\"\(block.outcome.rawValue)\"",
    ]
    if let name = block.caseName { fields.append("\"case\":\(Self.quoted(name))") }
    if let reason = block.reason { fields.append("\"reason\":\(Self.quoted(reason))") }
    let lines = block.outcome.exitStatus == 0 ? [] : block.details.map { Self.quoted($0.text) }
    if !lines.isEmpty {
      fields.append("\"details\":[\(lines.joined(separator: ","))]")
    }
    return "{\(fields.joined(separator: ","))}\n"
  }

  func text(ofFault words: String) -> String { "{\"error\":\(Self.quoted(words))}\n" }

  func footer(_ summary: ReportSummary) -> String {
    var fields = ["\"files\":\(summary.fileCount)", "\"unusable\":\(summary.unusableCount)"]
    for outcome in TranscriptOutcome.allCases where outcome != .unselected {
      fields.append("\"\(outcome.rawValue)\":\(summary[outcome])")
    }
    return "{\(fields.joined(separator: ","))}\n"
  }

  /// Returns a text as a JSON string without control characters.
  static func quoted(_ text: String) -> String {
    let escaped = text.replacingScalars { scalar in
      if scalar == "\"" || scalar == "\\" { return "\\\(scalar)" }
      guard scalar == "\t" || OutputEncoding.isControl(scalar) else { return nil }
      return String(scalar).utf16.map { unit in
        let digits = String(unit, radix: 16)
        return "\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
      }.joined()
    }
    return "\"\(escaped)\""
  }
}

/// The JUnit XML format, which continuous integration systems read.
struct JUnitFormat: ReportFormat {
  let isForUsers = false
  let header = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n"

  func text(of blocks: [BlockReport], inFile path: String) -> String {
    var summary = ReportSummary()
    summary.add(blocks)
    let errors = summary[.crash] + summary[.timeout]
    let failures = summary[.fail] + summary[.unexpectedPass] + summary[.notRun]
    let skipped = summary[.skip] + summary[.expectedFailure]
    return """
        <testsuite name="\(Self.escaped(path))" tests="\(summary.total)" \
      failures="\(failures)" errors="\(errors)" skipped="\(skipped)">
      \(blocks.map(text(of:)).joined())  </testsuite>

      """
  }

  private func text(of block: BlockReport) -> String {
    let className = block.caseName.map { "\(block.path) \($0)" } ?? block.path
    let start = """
          <testcase classname="\(Self.escaped(className))" \
      name="\(block.line): \(Self.escaped(block.command))"
      """
    let reason = Self.escaped(block.reason ?? "")
    switch block.outcome {
    case .pass: return start + "/>\n"
    case .skip, .expectedFailure:
      return start + ">\n      <skipped message=\"\(reason)\"/>\n    </testcase>\n"
    default:
      let kind = block.outcome.exitStatus == 3 ? "error" : "failure"
      let details = block.details.map { Self.escaped($0.text) + "\n" }.joined()
      return start
        + ">\n      <\(kind) message=\"\(block.outcome.rawValue)\">\(details)</\(kind)>\n"
        + "    </testcase>\n"
    }
  }

  func text(ofFault words: String) -> String {
    let words = Self.escaped(words)
    return """
        <testsuite name="\(words)" tests="1" failures="0" errors="1" skipped="0">
          <testcase classname="\(words)" name="file">
            <error message="\(words)"/>
          </testcase>
        </testsuite>

      """
  }

  func footer(_ summary: ReportSummary) -> String { "</testsuites>\n" }

  /// Returns a text that is valid in XML.
  static func escaped(_ text: String) -> String {
    escapedForDisplay(text).replacingScalars { scalar in
      switch scalar {
      case "&": "&amp;"
      case "<": "&lt;"
      case ">": "&gt;"
      case "\"": "&quot;"
      case "\t": "&#9;"
      case "\u{fffe}", "\u{ffff}": "\\u{\(String(scalar.value, radix: 16))}"
      default: nil
      }
    }
  }
}

/// The Test Anything Protocol, version 14.
struct TestAnythingFormat: ReportFormat {
  let isForUsers = false
  let header = "TAP version 14\n"
  private var count = 0

  mutating func text(of blocks: [BlockReport], inFile path: String) -> String {
    blocks.reduce(into: "") { $0 += text(of: $1) }
  }

  private mutating func text(of block: BlockReport) -> String {
    count += 1
    let name = Self.escaped("\(escapedForDisplay(block.path)):\(block.line): \(block.command)")
    let reason = Self.escaped(escapedForDisplay(block.reason ?? ""))
    switch block.outcome {
    case .pass: return "ok \(count) - \(name)\n"
    case .skip:
      let text = "ok \(count) - \(name) # SKIP \(reason)"
      return text.dropLast(text.reversed().prefix { $0 == " " }.count) + "\n"
    case .expectedFailure:
      return "not ok \(count) - \(name) # TODO \(reason)\n" + Self.details(of: block)
    default: return "not ok \(count) - \(name)\n" + Self.details(of: block)
    }
  }

  mutating func text(ofFault words: String) -> String {
    count += 1
    return "not ok \(count) - \(Self.escaped(words))\n"
  }

  /// Returns the plan, which comes last because the number of tests is known only then.
  func footer(_ summary: ReportSummary) -> String { "1..\(count)\n" }

  /// Returns the YAML block below a test point.
  private static func details(of block: BlockReport) -> String {
    var text = "  ---\n  outcome: \(block.outcome.rawValue)\n"
    let lines = block.details
    if !lines.isEmpty { text += "  details:\n" }
    for line in lines { text += "    - \(JSONLinesFormat.quoted(line.text))\n" }
    return text + "  ...\n"
  }

  private static func escaped(_ text: String) -> String {
    text.replacingScalars { $0 == "\\" || $0 == "#" ? "\\\($0)" : nil }
  }
}
