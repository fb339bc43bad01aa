import ChimpSystem

/// The expected and the actual screen of a block, beside each other.
extension BlockRun {
  /// Returns the lines of both screens side by side.
  ///
  ///     % Score 3         % Score 3
  ///     % Press Enter   | % Press a key
  ///
  /// As in `diff -y`, the sign between both is `|` where they differ, `<` where only the expected
  /// screen has a line, and `>` where only the actual one has.
  func screensBeside(_ closest: ClosestAlternative) -> [(sign: DifferenceSign, text: String)] {
    let rows = closest.linePairs(in: source.transcript)
    let width = rows.reduce(0) { max($0, displayWidth($1.expected ?? "")) }
    return rows.map { row in
      let left = (row.expected ?? "").padded(to: width)
      let right = row.actual.map { " \($0)" } ?? ""
      return (row.sign == " " ? .same : .actual, "\(left) \(row.sign)\(right)")
    }
  }

  /// The name of the picture: the path of the transcript without slashes, and the line.
  var pictureName: String {
    let parts = source.path.split(separator: "/").filter { $0 != "." && $0 != ".." }
    return "\(parts.joined(separator: "-"))-\(line).svg"
  }

  /// A picture of both screens side by side, as an SVG; `nil` if the reply is no screen that
  /// differs.
  func picture() -> String? {
    guard outcome == .fail || outcome == .timeout || outcome == .crash, let reply, reply.isScreen,
      let closest = closestAlternative
    else {
      return nil
    }
    let rows = closest.linePairs(in: source.transcript)
    let expected = StyledRow.rows(ofLines: rows.compactMap(\.expected))
    let actual = StyledRow.rows(ofLines: rows.compactMap(\.actual))
    let width = (expected + actual).reduce(StyledRow("expected").width) { max($0, $1.width) }
    let heading = StyledRow("expected").beside(StyledRow("came"), at: width + 3)
    let count = max(expected.count, actual.count)
    let both = (0..<count).map { index in
      let left = index < expected.count ? expected[index] : StyledRow("")
      let right = index < actual.count ? actual[index] : StyledRow("")
      return left.beside(right, at: width + 3, sign: left == right ? "│" : "┃")
    }
    let grid = ScreenGrid(columns: 2 * width + 3, rows: [heading] + both)
    return grid.picture(title: "\(source.path):\(line): \(command)")
  }
}

extension ClosestAlternative {
  /// A line of the transcript and the line of the reply beside it, either of which may be missing.
  typealias LinePair = (expected: String?, actual: String?, sign: Character)

  /// Returns all lines of the transcript and the reply, those beside each other that match or stand
  /// in each other's place.
  func linePairs(in transcript: Transcript) -> [LinePair] {
    let expected = alternative.expectations.map {
      String(decoding: transcript.whole($0.line), as: UTF8.self)
    }
    let actual = output.map { String(decoding: OutputEncoding.encode($0), as: UTF8.self) }
    var pairs: [LinePair] = []
    var line = 0
    for (index, lines) in alignment.kept.enumerated() {
      guard let lines else { continue }
      let start = pairs.count { $0.expected != nil }
      pairs += Self.pairs(expected[start..<index], actual[line..<lines.lowerBound], isSame: false)
      pairs += Self.pairs(expected[index...index], actual[lines], isSame: true)
      line = lines.upperBound
    }
    let start = pairs.count { $0.expected != nil }
    return pairs + Self.pairs(expected[start...], actual[line...], isSame: false)
  }

  /// Returns lines beside each other, in their order.
  private static func pairs(
    _ expected: ArraySlice<String>, _ actual: ArraySlice<String>, isSame: Bool
  ) -> [LinePair] {
    (0..<max(expected.count, actual.count)).map { offset in
      let left = expected.dropFirst(offset).first
      let right = actual.dropFirst(offset).first
      let sign: Character = isSame ? " " : left == nil ? ">" : right == nil ? "<" : "|"
      return (left, right, sign)
    }
  }
}
