/// The Test Anything Protocol, version 14.
struct TestAnythingFormat: ReportFormat {
  let tellsEveryBlock = true
  let header = "TAP version 14\n"
  private var count = 0

  mutating func text(of block: BlockReport) -> String {
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

  /// The plan comes last, because the count is known only then.
  func footer(_ summary: ReportSummary) -> String { "1..\(count)\n" }

  private static func details(of block: BlockReport) -> String {
    var text = "  ---\n  outcome: \(block.outcome.word)\n"
    if !block.details.isEmpty { text += "  details:\n" }
    for line in block.details { text += "    - \(JSONLinesFormat.quoted(line.text))\n" }
    return text + "  ...\n"
  }

  private static func escaped(_ text: String) -> String {
    text.replacingScalars { $0 == "\\" || $0 == "#" ? "\\\($0)" : nil }
  }
}
