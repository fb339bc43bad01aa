/// Parsing of commands and expected replies.
extension TranscriptParser {
  /// Parses a line by its first character.
  mutating func parseLine(_ index: Int) throws(TranscriptFault) {
    let gutter = lines[index].gutter
    switch gutter {
    case .comment: return
    case .input: try beginBlock(index)
    case .directive: try parseDirective(index)
    case .blank: try attachMarks()
    case .output, .escaped, .pattern, .gap, .negative, .status:
      try attachMarks()
      guard !isBeforeCommands else {
        let sign = String(Unicode.Scalar(gutter.rawValue))
        throw fault(.beforeFirstCommand(gutter: sign), line: index)
      }
      try parseExpectation(index)
    }
  }

  /// Adds an expected line to the last reply of the last block.
  ///
  /// Throws if the line is malformed, or if it follows an output without a last newline.
  private mutating func parseExpectation(_ index: Int) throws(TranscriptFault) {
    let start = lines[index].gutterOffset
    let block = blocks.count - 1
    let last = blocks[block].alternatives.count - 1
    let gutter = lines[index].gutter
    if gutter == .status {
      guard blocks[block].alternatives[last].status == nil else {
        throw fault(.statusTwice, at: start)
      }
      blocks[block].alternatives[last].status = (index, try isRefusal(index))
      return
    }
    let hasEnded = blocks[block].alternatives[last].expectations.last?.endsOutput ?? false
    if hasEnded && gutter == .escaped { throw fault(.lineEndOmittedTooEarly, at: start) }
    let expectation = Expectation(kind: try kind(index), line: index)
    if let pattern = expectation.pattern { try check(pattern, gutter) }
    if hasEnded { throw fault(.lineEndOmittedTooEarly, at: start) }
    if gutter == .negative {
      blocks[block].alternatives[last].negatives.append(expectation)
    } else {
      blocks[block].alternatives[last].expectations.append(expectation)
    }
  }

  /// Returns `true` for the status line `= refused`, and `false` for `= ok`.
  private func isRefusal(_ index: Int) throws(TranscriptFault) -> Bool {
    let word = String(decoding: text(index), as: UTF8.self)
    guard word == "ok" || word == "refused" else {
      throw fault(.unknownStatus(word), at: lines[index].text.lowerBound)
    }
    return word == "refused"
  }

  /// Returns the expected output that a line describes.
  private func kind(_ index: Int) throws(TranscriptFault) -> Expectation.Kind {
    let range = lines[index].text
    let text = bytes[range]
    switch lines[index].gutter {
    case .escaped: return .exact(try OutputEncoding.decode(bytes, range))
    case .pattern, .negative: return .pattern(try LinePattern(bytes, range))
    case .gap where text.first == UInt8(ascii: "?") && text.dropFirst().first == 0x20:
      return .optional(try LinePattern(bytes, range.dropFirst(2)))
    case .gap:
      let words = String(decoding: text, as: UTF8.self)
      guard let gap = LineGap(words) else { throw fault(.badGap(words), at: range.lowerBound) }
      return .gap(gap)
    default: return .exact(OutputLine(text: text))
    }
  }

  /// Begins the block of a command line, and the first session if there is none.
  private mutating func beginBlock(_ index: Int) throws(TranscriptFault) {
    closeBlock(before: pendingMarks.first?.line ?? index)
    if cases.isEmpty { appendCase(nil, name: nil) }
    blocks.append(TranscriptBlock(inputLine: index))
    let last = cases.count - 1
    cases[last].blocks = cases[last].blocks.lowerBound..<blocks.count
    isBlockOpen = true
    isBeforeCommands = false
    try attachMarks()
  }

  /// Ends the last block before a line.
  mutating func closeBlock(before index: Int) {
    guard isBlockOpen else { return }
    blocks[blocks.count - 1].endLine = index
    isBlockOpen = false
  }

  /// Ends a session before a line, and begins the next one.
  ///
  /// Throws if the name was used before, or if the last session has no command.
  mutating func beginCase(_ index: Int, _ name: String) throws(TranscriptFault) {
    try attachMarks()
    closeBlock(before: index)
    try closeNames()
    guard !cases.contains(where: { $0.name == name }) else {
      throw fault(.caseTwice(name), line: index)
    }
    if let last = cases.last, let nameLine = last.nameLine, isBeforeCommands {
      throw fault(.emptyCase(last.name ?? ""), line: nameLine)
    }
    appendCase(index, name: name)
  }

  mutating func appendCase(_ nameLine: Int?, name: String?) {
    isBeforeCommands = true
    cases.append(
      TranscriptCase(nameLine: nameLine, name: name, blocks: blocks.count..<blocks.count))
  }
}

/// A name that a placeholder of the current session has defined.
struct BoundName {
  let kind: Hole.Kind
  let isDistinct: Bool
  let block: Int
  let alternative: Int
  let offset: Int
  var isUsed: Bool

  /// Returns whether the texts of two names must differ.
  func isCompared(with other: BoundName) -> Bool {
    guard kind == other.kind, block != other.block || alternative == other.alternative else {
      return false
    }
    if offset < other.offset { return other.isDistinct }
    return offset > other.offset && isDistinct
  }
}

/// The check that each name is defined once, before it is used, and that it is used.
extension TranscriptParser {
  /// Records the names that a pattern defines and uses.
  ///
  /// Throws if a name is unknown, or defined twice.
  fileprivate mutating func check(
    _ pattern: LinePattern, _ gutter: Gutter
  ) throws(TranscriptFault) {
    for hole in pattern.holes {
      guard let name = hole.name else { continue }
      if let kind = hole.kind {
        guard gutter != .negative else {
          throw fault(.bindingInNegative(name), at: hole.offset)
        }
        try bind(name, kind, hole)
      } else {
        guard names[name] != nil else { throw fault(.unknownBinding(name), at: hole.offset) }
        names[name]?.isUsed = true
      }
    }
  }

  /// Records a name that a placeholder defines; throws if it was defined before.
  ///
  /// Alternative replies of the same block may define the same name.
  private mutating func bind(
    _ name: String, _ kind: Hole.Kind, _ hole: Hole
  ) throws(TranscriptFault) {
    let alternative = blocks.last?.alternatives.count ?? 0
    if let known = names[name] {
      // Only one of several alternatives matches, so each of them may bind the name.
      guard known.block == blocks.count, known.alternative != alternative, known.kind == kind
      else { throw fault(.bindingTwice(name), at: hole.offset) }
    }
    names[name] = BoundName(
      kind: kind, isDistinct: hole.isDistinct, block: blocks.count, alternative: alternative,
      offset: hole.offset, isUsed: names[name]?.isUsed ?? false)
  }

  /// Throws if a name of the session was defined and never used.
  mutating func closeNames() throws(TranscriptFault) {
    let bound = names
    names = [:]
    for (name, binding) in bound.sorted(by: { $0.value.offset < $1.value.offset })
    where !binding.isUsed && !bound.values.contains(where: binding.isCompared) {
      throw fault(.unusedBinding(name), at: binding.offset)
    }
  }
}
