import ChimpSystem

/// The format of a report, which consists of texts in the order of the files.
protocol ReportFormat {
  /// `true` if the report is for users, who read about failures only.
  var isForUsers: Bool { get }
  var header: String { get }
  /// Returns the text of a selected block; the first one of the report has the number 1.
  func text(of block: BlockRun, number: Int) -> String
  /// Returns the text of a file's selected blocks, those of included files first.
  func text(of blocks: [BlockRun], inFile path: String, after summary: ReportSummary) -> String
  /// Returns the text about a file that can't be used, which the summary contains.
  func text(ofFault words: String, _ summary: ReportSummary) -> String
  /// Returns the text at the end, with the counts of all files.
  func footer(_ summary: ReportSummary) -> String
}

extension ReportFormat {
  var isForUsers: Bool { false }
  var header: String { "" }

  func text(of blocks: [BlockRun], inFile path: String, after summary: ReportSummary) -> String {
    let first = summary.total + summary.unusableCount + 1
    return blocks.enumerated().map { text(of: $0.element, number: first + $0.offset) }.joined()
  }
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
  let hasColor: Bool

  func text(of block: BlockRun, number: Int) -> String {
    guard block.outcome.exitStatus != 0 else { return "" }
    let path = escapedForDisplay(block.source.path)
    var text = "\(path):\(block.line): \(block.outcome.rawValue): \(block.command)\n"
    for line in block.details { text += colored("  \(line.text)", line.sign) + "\n" }
    return text
  }

  func text(ofFault words: String, _ summary: ReportSummary) -> String { "" }

  /// Returns the counts of all outcomes that occurred.
  func footer(_ summary: ReportSummary) -> String {
    let reported = TranscriptOutcome.allCases.filter { $0 != .unselected }
    var words = reported.filter { summary[$0] > 0 || $0 == .pass }
      .map { "\(summary[$0]) \($0.rawValue)" }
    if summary.unusableCount > 0 {
      words.append("\(counted(summary.unusableCount, "file")) can't be used")
    }
    if summary.blessedCount > 0 { words.append("\(summary.blessedCount) blessed") }
    let commands = counted(summary.total, "command")
    let files = counted(summary.fileCount, "file")
    return "\(commands) in \(files): \(words.joined(separator: ", "))\n"
  }

  /// Returns words in the colour of a sign.
  private func colored(_ words: String, _ sign: DifferenceSign) -> String {
    guard hasColor && sign != .same else { return words }
    return (sign == .expected ? "\u{1b}[31m" : "\u{1b}[32m") + words + "\u{1b}[0m"
  }
}

/// A JSON object for each block on a separate line, and one with the counts.
struct JSONLinesFormat: ReportFormat {
  func text(of block: BlockRun, number: Int) -> String {
    var object = block.json
    let lines = block.outcome.exitStatus == 0 ? [] : block.details
    if !lines.isEmpty {
      object = object.joined(with: ["details": .list(lines.map { .text($0.text) })])
    }
    return object.line + "\n"
  }

  func text(ofFault words: String, _ summary: ReportSummary) -> String {
    JSONValue(dictionaryLiteral: ("error", .text(words))).line + "\n"
  }

  func footer(_ summary: ReportSummary) -> String { summary.json.line + "\n" }
}

extension BlockRun {
  /// The facts about a block that both JSON formats have.
  var json: JSONValue {
    var object: JSONValue = [
      "file": .text(source.path), "line": .integer(line), "command": .text(command),
      "outcome": .text(outcome.rawValue),
    ]
    if let name = source.testCase.name { object = object.joined(with: ["case": .text(name)]) }
    if let reason { object = object.joined(with: ["reason": .text(reason)]) }
    return object
  }
}

extension ReportSummary {
  /// The counts of files and of blocks by outcome.
  var json: JSONValue {
    let outcomes = TranscriptOutcome.allCases.filter { $0 != .unselected }
    let files: JSONValue = ["files": .integer(fileCount), "unusable": .integer(unusableCount)]
    return files.joined(
      with: .object(outcomes.map { .init(name: $0.rawValue, value: .integer(self[$0])) }))
  }
}

/// The JUnit XML format, which continuous integration systems read.
struct JUnitFormat: ReportFormat {
  let header = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n"

  func text(of blocks: [BlockRun], inFile path: String, after: ReportSummary) -> String {
    var summary = ReportSummary()
    summary.add(blocks)
    let errors = summary[.crash] + summary[.timeout]
    let failures = summary[.fail] + summary[.unexpectedPass] + summary[.notRun]
    let skipped = summary[.skip] + summary[.expectedFailure]
    return """
        <testsuite name="\(Self.escaped(path))" tests="\(summary.total)" \
      failures="\(failures)" errors="\(errors)" skipped="\(skipped)">
      \(blocks.map { text(of: $0, number: 0) }.joined())  </testsuite>

      """
  }

  func text(of block: BlockRun, number: Int) -> String {
    let path = block.source.path
    let className = block.source.testCase.name.map { "\(path) \($0)" } ?? path
    let start = """
          <testcase classname="\(Self.escaped(className))" \
      name="\(block.line): \(Self.escaped(block.command))"\(Self.time(of: block))
      """
    let end = "\n    </testcase>\n"
    switch block.outcome {
    case .pass: return start + "/>\n"
    case .skip, .expectedFailure:
      return start + ">\n      <skipped message=\"\(Self.escaped(block.reason ?? ""))\"/>" + end
    default:
      let kind = block.outcome.exitStatus == 3 ? "error" : "failure"
      let details = block.details.map { Self.escaped($0.text) + "\n" }.joined()
      let message = block.outcome.rawValue
      return start + ">\n      <\(kind) message=\"\(message)\">\(details)</\(kind)>" + end
    }
  }

  /// Returns the attribute with the seconds that a block took; none for one that has not run.
  private static func time(of block: BlockRun) -> String {
    guard block.hasRun else { return "" }
    let thousandths = String(block.milliseconds % 1000 + 1000).dropFirst()
    return " time=\"\(block.milliseconds / 1000).\(thousandths)\""
  }

  func text(ofFault words: String, _ summary: ReportSummary) -> String {
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
  private static func escaped(_ text: String) -> String {
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
  let header = "TAP version 14\n"

  func text(of block: BlockRun, number: Int) -> String {
    let path = escapedForDisplay(block.source.path)
    let point = "\(number) - \(Self.escaped("\(path):\(block.line): \(block.command)"))"
    let reason = Self.escaped(escapedForDisplay(block.reason ?? ""))
    switch block.outcome {
    case .pass: return "ok \(point)\n"
    case .skip:
      let text = "ok \(point) # SKIP \(reason)"
      return text.dropLast(text.reversed().prefix { $0 == " " }.count) + "\n"
    case .expectedFailure: return "not ok \(point) # TODO \(reason)\n" + Self.details(of: block)
    default: return "not ok \(point)\n" + Self.details(of: block)
    }
  }

  func text(ofFault words: String, _ summary: ReportSummary) -> String {
    "not ok \(summary.total + summary.unusableCount) - \(Self.escaped(words))\n"
  }

  /// Returns the plan, which comes last because the number of tests is known only then.
  func footer(_ summary: ReportSummary) -> String {
    "1..\(summary.total + summary.unusableCount)\n"
  }

  /// Returns the YAML block below a test point.
  private static func details(of block: BlockRun) -> String {
    var text = "  ---\n  outcome: \(block.outcome.rawValue)\n"
    let lines = block.details
    if !lines.isEmpty { text += "  details:\n" }
    for line in lines { text += "    - \(JSONValue.text(line.text).line)\n" }
    return text + "  ...\n"
  }

  private static func escaped(_ text: String) -> String {
    text.replacingScalars { $0 == "\\" || $0 == "#" ? "\\\($0)" : nil }
  }
}
