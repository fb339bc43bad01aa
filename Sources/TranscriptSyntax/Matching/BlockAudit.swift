/// Finds expected lines that are too weak, because they would match wrong replies, too.
///
/// The reply must be one that the block accepts; then lines of it are changed.
///
///     let file = "@ chimp-transcript 1\n> board\n| 1\n~ {}\n"
///     let block = try Transcript(Array(file.utf8)).blocks[0]
///     let reply = OutputLine.lines(of: Array("1\n2\n".utf8))
///     let audit = BlockAudit(block, reply, isRefused: false, Bindings())
///     audit.weaknesses.map(\.reason)  // [.anyText]
///     audit.weaknesses.map(\.line)  // [3]
package struct BlockAudit {
  /// The kind of weakness; the raw value is its name in reports.
  ///
  ///     BlockAudit.Reason.anyText.rawValue  // any text would do
  package enum Reason: String {
    case uncheckedOutput = "nothing checks the output", uncheckedText = "nothing checks the text"
    case anyText = "any text would do", anyCount = "any number of lines would do"
  }

  /// A line that would match wrong replies, too.
  ///
  ///     for weakness in audit.weaknesses { print(weakness.line + 1, weakness.reason.rawValue) }
  package struct Weakness {
    /// The index of its line in the file.
    package let line: Int
    /// The kind of wrong replies that it would match.
    package let reason: Reason
  }

  /// A text that no program writes; a pattern that matches it matches anything.
  private static let junk: ArraySlice<UInt8> = [0x01] + "audit \u{fffd} 7".utf8

  /// The weak lines, in order.
  package private(set) var weaknesses: [Weakness] = []

  private let block: TranscriptBlock
  private let isRefused: Bool
  private let bindings: Bindings

  /// Finds the weak lines of a block by changing a reply that it accepts.
  package init(
    _ block: TranscriptBlock, _ lines: [OutputLine], isRefused: Bool, _ bindings: Bindings
  ) {
    self.block = block
    self.isRefused = isRefused
    self.bindings = bindings
    let line = block.inputLine
    if matches([Self.junk, Self.junk]) && matches([]) {
      weaknesses = [Weakness(line: line, reason: .uncheckedOutput)]
      return
    }
    for alternative in block.alternatives {
      let comparison = Comparison(alternative, lines, bindings: bindings)
      guard let path = comparison.match() else { continue }
      for (expectation, kept) in zip(alternative.expectations, path.alignment.kept)
      where expectation.isPattern {
        if let kept { check(expectation, kept, lines.map(\.text)) }
      }
      break
    }
    if weaknesses.isEmpty, !lines.isEmpty, matches(lines.map { _ in Self.junk }) {
      weaknesses = [Weakness(line: line, reason: .uncheckedText)]
    }
  }

  /// Changes the lines that a pattern has matched, and checks whether the block still accepts them.
  private mutating func check(
    _ expectation: Expectation, _ kept: Range<Int>, _ texts: [ArraySlice<UInt8>]
  ) {
    var changed = texts
    if expectation.gap != nil {
      changed.insert(contentsOf: [Self.junk, Self.junk], at: kept.upperBound)
    } else if let line = kept.first {
      changed[line] = Self.junk
    } else {
      return
    }
    let reason = expectation.gap == nil ? Reason.anyText : .anyCount
    if matches(changed) { weaknesses.append(Weakness(line: expectation.line, reason: reason)) }
  }

  /// Returns whether the block accepts these lines.
  private func matches(_ lines: [ArraySlice<UInt8>]) -> Bool {
    var bindings = bindings
    let output = lines.map { OutputLine(text: $0) }
    return block.isMatched(by: output, isRefused: isRefused, &bindings)
  }
}
