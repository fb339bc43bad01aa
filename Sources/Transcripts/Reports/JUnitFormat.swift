struct JUnitFormat: ReportFormat {
  let tellsEveryBlock = true
  let header = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n"

  func begin(_ path: String, _ counts: OutcomeCounts) -> String {
    let errors = counts[.crash] + counts[.timeout]
    let failures = counts[.fail] + counts[.unexpectedPass] + counts[.notRun]
    let skipped = counts[.skip] + counts[.expectedFailure]
    return """
        <testsuite name="\(Self.escaped(path))" tests="\(counts.total)" \
      failures="\(failures)" errors="\(errors)" skipped="\(skipped)">

      """
  }

  func endFile() -> String { "  </testsuite>\n" }

  func text(of block: BlockReport) -> String {
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
        + ">\n      <\(kind) message=\"\(block.outcome.word)\">\(details)</\(kind)>\n"
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
