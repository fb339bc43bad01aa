/// The facts about a block that reports show.
extension BlockRun {
  /// The maximum number of lines in the difference of a block.
  private static let largestLineCount = 1000
  private static let largestCellCount = 20
  private static let largestLineSize = 2000

  /// The first line of the command, and a sign that others follow.
  var command: String {
    let text = source.transcript.text(ofLine: block.inputLine)
    let first = escapedForDisplay(text.isEmpty ? source.transcript.whole(block.inputLine) : text)
    return block.inputLines.count > 1 ? "\(first) ..." : first
  }

  /// The reason why the block was skipped or expected to fail; `nil` for none.
  var reason: String? {
    let directives = block.directives.completed(by: source.testCase.directives)
    return directives.reason(outcome == .skip ? .skip : .xfail)
  }

  /// The lines to show below the command.
  var details: [(sign: DifferenceSign, text: String)] {
    var lines: [(sign: DifferenceSign, text: String)] = []
    let end = reply?.breakdown ?? diagnostics
    if !end.isEmpty { lines.append((.same, escapedForDisplay(end))) }
    if outcome == .timeout || outcome == .crash { return lines + interruptedDetails }
    guard outcome == .fail || outcome == .expectedFailure,
      let reply, let closest = closestAlternative
    else { return lines }
    let verb = closest.differenceCount == 1 ? "differs" : "differ"
    let words = "\(counted(closest.differenceCount, "line")) \(verb)"
    lines.append((.same, reply.isIncomplete ? "the answer is not complete" : words))
    if reply.isScreen { return lines + screensBeside(closest).map { ($0, escapedForDisplay($1)) } }
    let difference = closest.difference(in: source.transcript)
    for line in difference.prefix(Self.largestLineCount) {
      lines.append((line.sign, "\(line.sign.rawValue) \(Self.shortened(line.text))"))
    }
    let rest = difference.count - Self.largestLineCount
    if rest > 0 { lines.append((.same, "  (\(counted(rest, "line")) more)")) }
    return lines
      + closest.differingCells.prefix(Self.largestCellCount).map { (.same, escapedForDisplay($0)) }
  }

  /// The lines about a reply that a crash or the time limit has ended.
  private var interruptedDetails: [(sign: DifferenceSign, text: String)] {
    guard let reply else { return [] }
    guard !reply.lines.isEmpty else {
      return outcome == .timeout && reply.isOfProgram
        ? [(.same, "no prompt came; some programs write at once only with --terminal")] : []
    }
    let shown = reply.lines.suffix(Self.largestLineCount)
    let words =
      reply.isScreen && outcome == .timeout
      ? "the screen did not come to rest with what was awaited; at the end it had"
      : "until then came"
    return [(.same, words)]
      + shown.map { (.actual, "+ \(Self.shortened(OutputEncoding.encode($0)[...]))") }
  }

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
