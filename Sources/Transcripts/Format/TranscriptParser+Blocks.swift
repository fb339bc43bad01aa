extension TranscriptParser {
  mutating func parseLine(_ index: Int) throws(TranscriptFault) {
    let gutter = lines[index].gutter
    if gutter == .comment { return }
    if gutter == .input { return try beginBlock(index) }
    if gutter != .directive || pendingMarks.isEmpty || !isMark(index) { try attachMarks() }
    if gutter.isExpectation { try checkIsInBlock(index) }
    switch gutter {
    case .comment, .blank, .input: return
    case .directive: try parseDirective(index)
    case .output: block.endsOpen = false
    case .escaped:
      block.endsOpen = false
      return try parseEscapes(index)
    case .status: return try parseStatus(index)
    case .pattern, .gap, .negative:
      let isOpen = gutter == .gap && isText("...", ofLine: index)
      block.endsOpen = isOpen && block.isExact
      block.isExact = false
      hasGap = true
      try parsePattern(index)
    }
    if hasOmittedLineEnd && gutter.isExpectation {
      throw fault(.lineEndOmittedTooEarly, line: index)
    }
  }

  mutating func closeBlock(before index: Int) {
    hasStatus = false
    hasOmittedLineEnd = false
    hasGap = false
    alternative = 0
    // In a Markdown file the fence has ended the block.
    guard isBlockOpen else { return }
    block.endLine = index
    isBlockOpen = false
  }

  /// Puts the block at hand to the others, and ends its session there for now.
  mutating func keepBlock() {
    guard !isBeforeCommands else { return }
    blocks.append(block)
    cases[cases.count - 1].blocks = cases[cases.count - 1].blocks.lowerBound..<blocks.count
  }

  mutating func beginCase(_ nameLine: Int?, name: String?) {
    keepBlock()
    isBeforeCommands = true
    cases.append(
      TranscriptCase(nameLine: nameLine, name: name, blocks: blocks.count..<blocks.count))
  }

  private mutating func beginBlock(_ index: Int) throws(TranscriptFault) {
    closeBlock(before: pendingMarks.first?.line ?? index)
    if cases.isEmpty { beginCase(nil, name: nil) }
    if !isBeforeCommands { blocks.append(block) }
    block = TranscriptBlock(inputLine: index)
    isBlockOpen = true
    isBeforeCommands = false
    try attachMarks()
  }

  private func checkIsInBlock(_ index: Int) throws(TranscriptFault) {
    guard isBeforeCommands else { return }
    let sign = String(Unicode.Scalar(lines[index].gutter.rawValue))
    throw fault(.beforeFirstCommand(sign), line: index)
  }

  private mutating func parseEscapes(_ index: Int) throws(TranscriptFault) {
    if hasOmittedLineEnd { throw fault(.lineEndOmittedTooEarly, line: index) }
    do throws(OutputEncoding.BadEscape) {
      hasOmittedLineEnd = try !OutputEncoding.decode(text(index)).isEnded
    } catch { throw fault(.badEscape(error.text), at: error.offset) }
  }

  private static let statuses = ["ok", "refused"].map { Array($0.utf8) }

  private mutating func parseStatus(_ index: Int) throws(TranscriptFault) {
    guard !hasStatus else { throw fault(.statusTwice, line: index) }
    hasStatus = true
    guard Self.statuses.contains(where: { text(index) == $0[...] }) else {
      let word = String(decoding: text(index), as: UTF8.self)
      throw fault(.unknownStatus(word), at: lines[index].text.lowerBound)
    }
  }

  /// What stands before the first case holds for every case, unless that says otherwise.
  mutating func inheritDirectives() {
    guard let general = cases.first, general.nameLine == nil else { return }
    for index in cases.indices.dropFirst() {
      cases[index].directives = cases[index].directives.completed(by: general.directives)
    }
    if general.blocks.isEmpty { cases.removeFirst() }
  }
}
