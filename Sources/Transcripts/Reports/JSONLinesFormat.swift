struct JSONLinesFormat: ReportFormat {
  let tellsEveryBlock = true
  let header = ""

  func text(of block: BlockReport) -> String {
    var fields = [
      "\"file\":\(Self.quoted(block.path))", "\"line\":\(block.line)",
      "\"command\":\(Self.quoted(block.command))", "\"outcome\":\"\(block.outcome.word)\"",
    ]
    if let name = block.caseName { fields.append("\"case\":\(Self.quoted(name))") }
    if let reason = block.reason { fields.append("\"reason\":\(Self.quoted(reason))") }
    if !block.details.isEmpty && block.outcome.exitStatus != 0 {
      let lines = block.details.map { Self.quoted($0.text) }
      fields.append("\"details\":[\(lines.joined(separator: ","))]")
    }
    return "{\(fields.joined(separator: ","))}\n"
  }

  func text(ofFault words: String) -> String { "{\"error\":\(Self.quoted(words))}\n" }

  func footer(_ summary: ReportSummary) -> String {
    var fields = ["\"files\":\(summary.fileCount)", "\"unusable\":\(summary.unusableCount)"]
    for outcome in TranscriptOutcome.allCases where outcome != .unselected {
      fields.append("\"\(outcome.word)\":\(summary.counts[outcome])")
    }
    return "{\(fields.joined(separator: ","))}\n"
  }

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
