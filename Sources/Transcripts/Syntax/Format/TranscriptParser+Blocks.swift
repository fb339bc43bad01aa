/// Parsing of commands and expected replies.
extension TranscriptParser {
  /// Parses a line by its first character.
  mutating func parseLine(_ index: Int) throws(TranscriptFault) {
    let gutter = lines[index].gutter
    switch gutter {
    case .comment: return
    case .input: try beginBlock(index)
    case .continuation: try continueInput(index)
    case .directive: try parseDirective(index)
    case .blank: try attachMarks()
    case .output, .escaped, .pattern, .gap, .negative, .status:
      try attachMarks()
      guard !isBeforeCommands else {
        let sign = String(Unicode.Scalar(gutter.rawValue))
        throw fault("\"\(sign)\" stands before the first command of its session", line: index)
      }
      try parseExpectation(index)
    }
  }

  /// Adds an expected line to the last reply of the last block.
  ///
  /// Throws if the line is malformed, or if it needs an output line after one without a newline.
  private mutating func parseExpectation(_ index: Int) throws(TranscriptFault) {
    let start = lines[index].gutterOffset
    let block = blocks.count - 1
    let last = blocks[block].alternatives.count - 1
    let gutter = lines[index].gutter
    if gutter == .status {
      guard blocks[block].alternatives[last].status == nil else {
        throw fault("the status is there already", at: start)
      }
      blocks[block].alternatives[last].status = (index, try status(index))
      return
    }
    let stream = lines[index].stream
    if let directive = stream.directive { try require(directive, index) }
    let expectation = Expectation(kind: try kind(index), line: index, stream: stream)
    if let pattern = expectation.pattern { try check(pattern, gutter) }
    guard gutter != .negative else {
      return blocks[block].alternatives[last].negatives.append(expectation)
    }
    guard !blocks[block].alternatives[last].hasEnded(stream) || expectation.acceptsNothing else {
      throw fault("\"\\c\" can stand in the last output line only", at: start)
    }
    blocks[block].alternatives[last].append(expectation)
  }

  /// Returns the status of a status line.
  private func status(_ index: Int) throws(TranscriptFault) -> ReplyStatus {
    let word = String(decoding: text(index), as: UTF8.self)
    guard let status = ReplyStatus(word) else {
      throw fault(
        "unknown status \"\(word)\" (known: ok, refused, or an exit status from 0 to 255)",
        at: lines[index].text.lowerBound)
    }
    return status
  }

  /// Returns the expected output that a line describes.
  private func kind(_ index: Int) throws(TranscriptFault) -> Expectation.Kind {
    let range = lines[index].text
    let text = bytes[range]
    switch lines[index].gutter {
    case .escaped:
      var line = try OutputEncoding.decode(bytes, range)
      line.stream = lines[index].stream
      return .exact(line)
    case .pattern, .negative: return .pattern(try LinePattern(bytes, range, kinds))
    case .gap where text.first == UInt8(ascii: "?") && text.dropFirst().first == 0x20:
      return .optional(try LinePattern(bytes, range.dropFirst(2), kinds))
    case .gap:
      let words = String(decoding: text, as: UTF8.self)
      guard let gap = LineGap(words) else {
        throw fault(
          "unknown gap \"\(words)\" (as in ..., 3, 2..4, 1+ or ? TEXT)", at: range.lowerBound)
      }
      return .gap(gap)
    default: return .exact(OutputLine(text: text, stream: lines[index].stream))
    }
  }

  /// Begins the block of a command line, and the first session if there is none.
  private mutating func beginBlock(_ index: Int) throws(TranscriptFault) {
    closeBlock(before: pendingMarks.first?.line ?? index)
    if cases.isEmpty { appendCase(nil, name: nil) }
    if lines[index].namesKeys {
      try require(.screen, index)
      _ = try KeyName.parse(bytes, lines[index].text)
    }
    blocks.append(TranscriptBlock(inputLine: index))
    let last = cases.count - 1
    cases[last].blocks = cases[last].blocks.lowerBound..<blocks.count
    isBlockOpen = true
    try attachMarks()
  }

  /// Throws unless the current session has a directive, or all sessions of the file have it.
  private func require(_ directive: Directive, _ index: Int) throws(TranscriptFault) {
    let general = cases.first { $0.nameLine == nil }
    guard cases[cases.count - 1].directives[directive] == nil,
      general?.directives[directive] == nil
    else { return }
    throw fault("such a line needs \"@ \(directive.rawValue)\" in its session", line: index)
  }

  /// Adds a line to the command of the last block; throws unless it stands directly below it.
  private mutating func continueInput(_ index: Int) throws(TranscriptFault) {
    let isBelowText =
      isBlockOpen && blocks[blocks.count - 1].inputEnd == index && !lines[index - 1].namesKeys
    guard isBelowText else {
      throw fault("\".\" does not stand below a line of input", line: index)
    }
    blocks[blocks.count - 1].inputEnd = index + 1
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
      throw fault("case \"\(name)\" is there already", line: index)
    }
    if let last = cases.last, let nameLine = last.nameLine, isBeforeCommands {
      throw fault("case \"\(last.name ?? "")\" has no command", line: nameLine)
    }
    appendCase(index, name: name)
  }

  mutating func appendCase(_ nameLine: Int?, name: String?) {
    cases.append(
      TranscriptCase(nameLine: nameLine, name: name, blocks: blocks.count..<blocks.count))
  }
}

/// A name that a placeholder of the current session has defined.
struct BoundName {
  let hole: Hole
  let block: Int
  let alternative: Int
  var isUsed = false

  /// Returns whether the texts of two names must differ.
  func isCompared(with other: BoundName) -> Bool {
    guard hole.offset != other.hole.offset, hole.kind == other.hole.kind else { return false }
    // Only one of several alternatives matches.
    let mayBothMatch = block != other.block || alternative == other.alternative
    return mayBothMatch && (hole.isDistinct || other.hole.isDistinct)
  }
}

/// The check that each name is defined once, before it is used, and that it is used.
extension TranscriptParser {
  /// Records the names that a pattern defines and uses.
  ///
  /// Throws if a name is unknown, or if it is bound already, except by another alternative of the
  /// same block.
  fileprivate mutating func check(
    _ pattern: LinePattern, _ gutter: Gutter
  ) throws(TranscriptFault) {
    for hole in pattern.holes {
      guard let name = hole.name else { continue }
      let known = names[name]
      if hole.kind == nil && known == nil {
        throw fault("nothing is bound to \"\(name)\" before this line", at: hole.offset)
      }
      guard hole.kind != nil else {
        names[name]?.isUsed = true
        continue
      }
      if gutter == .negative {
        throw fault("\"\(name)\" can't be bound by a line that must not match", at: hole.offset)
      }
      var bound = BoundName(
        hole: hole, block: blocks.count, alternative: blocks.last?.alternatives.count ?? 0)
      if let known {
        guard known.block == bound.block, known.alternative != bound.alternative,
          known.hole.kind == hole.kind
        else { throw fault("\"\(name)\" is bound already", at: hole.offset) }
        bound.isUsed = known.isUsed
      }
      names[name] = bound
    }
  }

  /// Throws if a name of the session was defined and never used.
  mutating func closeNames() throws(TranscriptFault) {
    let bound = names
    names = [:]
    for (name, binding) in bound.sorted(by: { $0.value.hole.offset < $1.value.hole.offset })
    where !binding.isUsed && !bound.values.contains(where: binding.isCompared) {
      throw fault("\"\(name)\" is bound but never compared", at: binding.hole.offset)
    }
  }
}
