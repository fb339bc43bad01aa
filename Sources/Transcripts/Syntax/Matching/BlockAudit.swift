/// Finds expected lines that are too weak, because they would match wrong replies, too.
///
/// The reply must be one that the block accepts; then lines of it are changed.
///
///     let file = "@ chimp-transcript 1\n> board\n| 1\n~ {}\n"
///     let block = try Transcript(Array(file.utf8)).blocks[0]
///     let reply = OutputLine.lines(of: Array("1\n2\n".utf8))
///     let weaknesses = BlockAudit.weaknesses(
///       of: block, reply, ReplyState(isRefused: false), Bindings())
///     weaknesses.map(\.reason)  // [.anyText]
///     weaknesses.map(\.line)  // [3]
package enum BlockAudit {
  /// The kind of weakness; the raw value is its name in reports.
  ///
  ///     BlockAudit.Reason.anyText.rawValue  // any text would do
  package enum Reason: String {
    case uncheckedOutput = "nothing checks the output", uncheckedText = "nothing checks the text"
    case anyText = "any text would do", anyCount = "any number of lines would do"
  }

  /// A line that would match wrong replies, too.
  ///
  ///     for weakness in weaknesses { print(weakness.line + 1, weakness.reason.rawValue) }
  package struct Weakness {
    /// The index of its line in the file.
    package let line: Int
    /// The kind of wrong replies that it would match.
    package let reason: Reason
  }

  /// Returns a line that no program writes; a pattern that matches it matches anything.
  private static func junk(_ stream: ReplyStream) -> OutputLine {
    OutputLine(text: [0x01] + "audit \u{fffd} 7".utf8, stream: stream)
  }

  /// Returns the weak lines of a block, in order, by changing a reply that it accepts.
  package static func weaknesses(
    of block: TranscriptBlock, _ lines: [OutputLine], _ state: ReplyState, _ bindings: Bindings
  ) -> [Weakness] {
    func matches(_ output: [OutputLine]) -> Bool {
      var bindings = bindings
      return block.isMatched(by: output, state, &bindings)
    }
    let stream = lines.first?.stream ?? .output
    if matches([junk(stream), junk(stream)]) && matches([]) {
      return [Weakness(line: block.inputLine, reason: .uncheckedOutput)]
    }
    let paths = block.alternatives.compactMap { alternative in
      Comparison(alternative, lines, bindings: bindings).match()
    }
    var weaknesses: [Weakness] = []
    if let path = paths.first {
      for (expectation, kept) in zip(path.comparison.expectations, path.alignment.kept)
      where expectation.isPattern {
        guard let kept, let changed = changed(lines, expectation, kept),
          matches(changed)
        else { continue }
        let reason = expectation.gap == nil ? Reason.anyText : .anyCount
        weaknesses.append(Weakness(line: expectation.line, reason: reason))
      }
    }
    if weaknesses.isEmpty, !lines.isEmpty, matches(lines.map { junk($0.stream) }) {
      weaknesses = [Weakness(line: block.inputLine, reason: .uncheckedText)]
    }
    return weaknesses
  }

  /// Changes the lines that a pattern has matched; returns `nil` if it has matched no line.
  private static func changed(
    _ lines: [OutputLine], _ expectation: Expectation, _ kept: Range<Int>
  ) -> [OutputLine]? {
    var changed = lines
    if expectation.gap != nil {
      let junk = junk(kept.last.map { lines[$0].stream } ?? lines.first?.stream ?? .output)
      changed.insert(contentsOf: [junk, junk], at: kept.upperBound)
    } else if let line = kept.first {
      changed[line] = junk(lines[line].stream)
    } else {
      return nil
    }
    return changed
  }
}
