/// The accepted reply of a block that is most similar to the actual one.
///
/// It loses the fewest patterns, and then has the fewest lines that differ; of equal ones it is the
/// first. Reports show the difference, and `TranscriptEdits` adopt the reply.
///
///     let transcript = try Transcript(Array("@ chimp-transcript 1\n> add 1\n| 1\n".utf8))
///     let reply = OutputLine.lines(of: Array("2\n".utf8))
///     let closest = ClosestAlternative(
///       transcript.blocks[0], reply, ReplyState(isRefused: false), Bindings())
///     closest.differenceCount  // 1
///     closest.difference(in: transcript).map(\.sign)  // [.expected, .actual]
///     edits.bless(transcript.blocks[0], of: transcript, closest, makesHoles: false)
package struct ClosestAlternative {
  let alignment: Alignment
  let violatedNegatives: [Expectation]
  private let comparison: Comparison
  private let state: ReplyState
  /// The names defined before the block, and those that its matching lines define.
  package let bindings: Bindings

  var alternative: Alternative { comparison.alternative }
  var output: [OutputLine] { comparison.lines }

  var isStatusSame: Bool { state.matches(alternative.status?.status) }

  /// The line of a transcript for the status of the actual reply.
  var statusLine: [UInt8] { OutputEncoding.status(state) }

  /// The number of lines that differ.
  package var differenceCount: Int {
    alignment.differenceCount + violatedNegatives.count + (isStatusSame ? 0 : 1)
  }

  /// The number of patterns that match no line.
  private var lostPatternCount: Int {
    zip(alternative.expectations, alignment.kept).count { $0.isPattern && $1 == nil }
  }

  /// `true` if patterns that still match may be among those that differ, because there are too many
  /// differences to compare all lines.
  package var mayLosePatterns: Bool { !alignment.isBest && lostPatternCount > 0 }

  /// The placeholders of the lines that would be replaced.
  var lostHoles: [Hole] {
    zip(alternative.expectations, alignment.kept).filter { $1 == nil }
      .flatMap { $0.0.pattern?.holes ?? [] }
  }

  /// The measure of similarity: first the patterns that do not match, then the differences.
  private var costs: (lostPatterns: Int, differences: Int) {
    (lostPatternCount + violatedNegatives.count, differenceCount)
  }

  /// Compares a reply with all accepted replies of a block.
  package init(
    _ block: TranscriptBlock, _ output: [OutputLine], _ state: ReplyState, _ bindings: Bindings
  ) {
    let all = block.alternatives.map { ClosestAlternative($0, output, state, bindings) }
    self = all.dropFirst().reduce(all[0]) { $1.costs < $0.costs ? $1 : $0 }
  }

  /// Compares a reply with one accepted reply.
  private init(
    _ alternative: Alternative, _ output: [OutputLine], _ state: ReplyState, _ bindings: Bindings
  ) {
    var comparison = Comparison(alternative, output, bindings: bindings)
    (alignment, self.bindings) = comparison.align()
    violatedNegatives = comparison.violatedNegatives(self.bindings)
    self.comparison = comparison
    self.state = state
  }
}

/// The sign of a line in a difference: `-` for expected, `+` for actual.
///
/// Expected lines are listed before actual ones. In the difference of an edited file, the removed
/// lines are the expected ones.
///
///     DifferenceSign.expected.rawValue  // -
package enum DifferenceSign: String { case same = " ", expected = "-", actual = "+" }

/// A line of a difference with its sign.
///
///     let line: DifferenceLine = (.expected, Array("| 1".utf8)[...])
package typealias DifferenceLine = (sign: DifferenceSign, text: ArraySlice<UInt8>)

/// The difference of the reply, as reports show it.
extension ClosestAlternative {
  /// Returns the lines of the difference, in the syntax of transcripts.
  package func difference(in transcript: Transcript) -> [DifferenceLine] {
    var lines: [DifferenceLine] = []
    if let status = alternative.status {
      lines.append((isStatusSame ? .same : .expected, transcript.whole(status.line)))
    }
    if !isStatusSame { lines.append((.actual, statusLine[...])) }
    lines += violatedNegatives.map { (.expected, transcript.whole($0.line)) }
    let expected = alternative.expectations.map { transcript.whole($0.line) }
    var end = 0
    for change in alignment.changes {
      lines += expected[end..<change.expectations.lowerBound].map { (.same, $0) }
      lines += expected[change.expectations].map { (.expected, $0) }
      lines += output[change.lines].map { (.actual, OutputEncoding.encode($0)[...]) }
      end = change.expectations.upperBound
    }
    return lines + expected[end...].map { (.same, $0) }
  }

  /// A sentence for each cell in which two boards differ.
  ///
  ///     cell 2 1: expected '#', actual '.'
  package var differingCells: [String] {
    let expected = alternative.expectations.map { expectation -> ArraySlice<UInt8> in
      guard case .exact(let line) = expectation.kind else { return [] }
      return line.text
    }
    return zip(Self.boards(in: expected), Self.boards(in: output.map(\.text))).flatMap { old, new in
      guard old.map(\.count) == new.map(\.count) else { return [String]() }
      return old.indices.flatMap { row in
        old[row].indices.filter { old[row][$0] != new[row][$0] }.map { column in
          let cell = "\(column + 1) \(row + 1)"
          return "cell \(cell): expected '\(old[row][column])', actual '\(new[row][column])'"
        }
      }
    }
  }

  /// Finds the boards in a text and returns their rows of cells.
  ///
  /// A board is a line of column numbers, followed by lines of a row number and its cells:
  ///
  ///          1  2  3
  ///       1  .  #  .
  private static func boards(in lines: [ArraySlice<UInt8>]) -> [[[String]]] {
    var boards: [[[String]]] = []
    var columnCount = 0
    for line in lines {
      let words = line.split(separator: 0x20).map { String(decoding: $0, as: UTF8.self) }
      if let board = boards.last, columnCount > 0, words.count == columnCount + 1,
        words[0] == String(board.count + 1)
      {
        boards[boards.count - 1].append(Array(words[1...]))
        continue
      }
      let isHeader = line.first == 0x20 && words == words.indices.map { String($0 + 1) }
      columnCount = isHeader ? words.count : 0
      if isHeader { boards.append([]) }
    }
    return boards.filter { !$0.isEmpty }
  }
}
