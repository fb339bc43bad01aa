/// Shows what can stand at the cursor, below the line that is being typed.
package struct CandidateListing {
  private let text: ScreenText
  private let hasColor: Bool

  package init(_ text: ScreenText, hasColor: Bool) { (self.text, self.hasColor) = (text, hasColor) }

  /// The lines, no more than so many; the last one tells how many candidates are not shown.
  package func lines(of candidates: [Completion.Candidate], limit: Int) -> [String] {
    let hasSummaries = candidates.contains { !$0.summary.isEmpty }
    return hasSummaries
      ? summarized(candidates, max(1, limit)) : inColumns(candidates, max(1, limit))
  }

  private func summarized(_ candidates: [Completion.Candidate], _ limit: Int) -> [String] {
    let shown = candidates.count > limit ? candidates.prefix(limit - 1) : candidates[...]
    let names = shown.map { escaped($0.text) }
    let nameWidth = names.map(text.width(of:)).max() ?? 0
    var lines = zip(names, shown).map { name, candidate in
      guard !candidate.summary.isEmpty else { return cut(name) }
      let padded = name + blanks(nameWidth + 2 - text.width(of: name))
      let room = text.columns - 1 - text.width(of: padded)
      guard room > 0 else { return cut(name) }
      return padded + dim(text.prefix(of: candidate.summary, columns: room))
    }
    if shown.count < candidates.count { lines.append(rest(candidates.count - shown.count)) }
    return lines
  }

  private func inColumns(_ candidates: [Completion.Candidate], _ limit: Int) -> [String] {
    let names = candidates.map { escaped($0.text) }
    let columnWidth = (names.map(text.width(of:)).max() ?? 0) + 2
    let columnCount = max(1, (text.columns + 1) / columnWidth)
    let rowCount = (names.count + columnCount - 1) / columnCount
    guard rowCount <= limit else {
      let shown = Array(candidates.prefix((limit - 1) * columnCount))
      let lines = shown.isEmpty ? [] : inColumns(shown, limit)
      return lines + [rest(candidates.count - shown.count)]
    }
    return (0..<rowCount).map { row in
      let cells = stride(from: row, to: names.count, by: rowCount).map { names[$0] }
      let padded = cells.dropLast().map { $0 + blanks(columnWidth - text.width(of: $0)) }
      return cut(padded.joined() + (cells.last ?? ""))
    }
  }

  private func rest(_ count: Int) -> String {
    dim(text.prefix(of: "... and \(count) more", columns: text.columns))
  }

  private func cut(_ line: String) -> String { text.prefix(of: line, columns: text.columns) }

  private func dim(_ words: String) -> String { hasColor ? "\u{1b}[2m\(words)\u{1b}[0m" : words }

  private func blanks(_ count: Int) -> String { String(repeating: " ", count: max(0, count)) }
}
