/// Lines that begin with `@`.
extension TranscriptParser {
  mutating func takeDirective(_ index: Int) throws(TranscriptFault) {
    let (name, argument) = directive(index)
    switch name {
    case "case": try beginCase(index, try some(argument, name, index))
    case "also":
      guard argument.isEmpty else { throw fault(.surplusArgument(name), line: index) }
      guard !isBeforeCommands else { throw fault(.misplacedDirective(name), line: index) }
      block.isExact = false
      block.endsOpen = false
      hasGap = true
      alternative += 1
      hasStatus = false
      hasOmittedLineEnd = false
    case "seed", "language", "requires", "include":
      _ = try some(argument, name, index)
      guard isBeforeCommands else { throw fault(.misplacedDirective(name), line: index) }
      if cases.isEmpty { beginCase(nil, name: nil) }
      try takeSessionDirective(name, index)
    case "xfail", "skip":
      try checkReason(try some(argument, name, index), name, index)
      try placeMark(index)
    case "timeout":
      let text = try some(argument, name, index)
      guard TimeLimit.milliseconds(text) != nil else {
        throw fault(.badTimeLimit(text), at: lines[index].text.upperBound - text.utf8.count)
      }
      try placeMark(index)
    default:
      throw fault(.unknownDirective(name), at: lines[index].text.lowerBound)
    }
  }

  /// The name of a directive, and what follows it.
  func directive(_ index: Int) -> (name: String, argument: String) {
    let text = text(index)
    let name = text.prefix { $0 != 0x20 && $0 != 0x09 }
    let argument = text[name.endIndex...].drop { $0 == 0x20 || $0 == 0x09 }
    return (String(decoding: name, as: UTF8.self), String(decoding: argument, as: UTF8.self))
  }

  private func some(
    _ argument: String, _ name: String, _ index: Int
  ) throws(TranscriptFault) -> String {
    guard argument.isEmpty else { return argument }
    throw fault(name == "case" ? .unnamedCase : .missingArgument(name), line: index)
  }

  /// Begins a session that has a name.
  mutating func beginCase(_ index: Int, _ name: String) throws(TranscriptFault) {
    try settleMarks()
    closeBlock(before: index)
    try closeNames()
    guard !cases.contains(where: { $0.name == name }) else {
      throw fault(.caseTwice(name), line: index)
    }
    if let last = cases.last, let nameLine = last.nameLine, isBeforeCommands {
      throw fault(.emptyCase(last.name ?? ""), line: nameLine)
    }
    beginCase(index, name: name)
  }

  private mutating func takeSessionDirective(_ name: String, _ index: Int) throws(TranscriptFault) {
    let last = cases.count - 1
    switch name {
    case "requires": cases[last].settings.requirementLines.append(index)
    case "include": cases[last].settings.includeLines.append(index)
    default:
      let line: WritableKeyPath<TranscriptSettings, Int?> =
        name == "seed" ? \.seedLine : \.languageLine
      guard cases[last].settings[keyPath: line] == nil else {
        throw fault(.directiveTwice(name), line: index)
      }
      cases[last].settings[keyPath: line] = index
    }
  }

  private func checkReason(_ text: String, _ name: String, _ index: Int) throws(TranscriptFault) {
    guard text.utf8.count > 2, text.hasPrefix("\""), text.hasSuffix("\"") else {
      throw fault(.notQuoted(name), at: lines[index].text.upperBound - text.utf8.count)
    }
  }
}

/// Directives that say something of one command, or of a session before its first command.
///
/// They stand behind the line of their command, or right before it where a blank line or what was
/// expected parts them from the command before.
extension TranscriptParser {
  /// Whether a directive is such a mark.
  func isMark(_ index: Int) -> Bool {
    ["xfail", "skip", "timeout"].contains(directive(index).name)
  }

  /// Takes a mark, or lets it wait for the line that says which command it belongs to.
  mutating func placeMark(_ index: Int) throws(TranscriptFault) {
    guard !isBeforeCommands, !waitingMarks.isEmpty || isApart(index) else {
      return try takeMark(index)
    }
    waitingMarks.append(index)
    // No line is skipped while a mark waits.
    hasGap = true
  }

  /// Lets the marks that wait belong to the block at hand.
  mutating func settleMarks() throws(TranscriptFault) {
    let marks = waitingMarks
    waitingMarks = []
    for index in marks { try takeMark(index) }
  }

  /// Whether a blank line or an expectation stands between the line and the command before it.
  private func isApart(_ index: Int) -> Bool {
    lines[block.inputLine + 1..<index].contains { line in
      line.gutter == .blank || line.gutter.isExpectation
    }
  }

  private mutating func takeMark(_ index: Int) throws(TranscriptFault) {
    let (name, argument) = directive(index)
    let isFirst: Bool
    if isBeforeCommands {
      if cases.isEmpty { beginCase(nil, name: nil) }
      isFirst = cases[cases.count - 1].settings.marks.take(name, argument, line: index)
    } else {
      isFirst = block.marks.take(name, argument, line: index)
    }
    if !isFirst { throw fault(.directiveTwice(name), line: index) }
  }
}
