extension TranscriptParser {
  mutating func parseDirective(_ index: Int) throws(TranscriptFault) {
    let (name, argument) = directive(index)
    switch name {
    case "case":
      guard !argument.isEmpty else { throw fault(.unnamedCase, line: index) }
      try beginCase(index, argument)
    case "also":
      guard argument.isEmpty else { throw fault(.surplusArgument(name), line: index) }
      guard !isBeforeCommands else { throw fault(.misplacedDirective(name), line: index) }
      block.isExact = false
      block.endsOpen = false
      hasGap = true
      hasStatus = false
      hasOmittedLineEnd = false
      alternative += 1
    default:
      guard let directive = Directive(rawValue: name) else {
        throw fault(.unknownDirective(name), at: lines[index].text.lowerBound)
      }
      guard !argument.isEmpty else { throw fault(.missingArgument(name), line: index) }
      if let reason = directive.fault(of: argument) {
        throw fault(reason, at: lines[index].text.upperBound - argument.utf8.count)
      }
      if directive.isMark { return try placeMark(directive, index) }
      guard isBeforeCommands else { throw fault(.misplacedDirective(name), line: index) }
      try keep(directive, index)
    }
  }

  func directive(_ index: Int) -> (name: String, argument: String) { text(index).directive }

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
    beginCase(index, name: name)
  }
}

/// Directives that say something of one command, or of a session before its first command.
///
/// They stand behind the line of their command, or right before it where a blank line or what was
/// expected parts them from the command before.
extension TranscriptParser {
  func isMark(_ index: Int) -> Bool { Directive(rawValue: directive(index).name)?.isMark ?? false }

  /// Adds a mark, or delays it until a line says which command it belongs to.
  private mutating func placeMark(_ mark: Directive, _ index: Int) throws(TranscriptFault) {
    guard !isBeforeCommands, !pendingMarks.isEmpty || isApart(index) else {
      return try keep(mark, index)
    }
    pendingMarks.append((mark, index))
    // No line is skipped while a mark waits.
    hasGap = true
  }

  /// Adds the delayed marks to the current block.
  mutating func attachMarks() throws(TranscriptFault) {
    let marks = pendingMarks
    pendingMarks = []
    for (mark, line) in marks { try keep(mark, line) }
  }

  /// Whether a blank line or an expectation stands between the line and the command before it.
  private func isApart(_ index: Int) -> Bool {
    lines[block.inputLine + 1..<index].contains { $0.gutter == .blank || $0.gutter.isExpectation }
  }

  private mutating func keep(_ directive: Directive, _ index: Int) throws(TranscriptFault) {
    if isBeforeCommands && cases.isEmpty { beginCase(nil, name: nil) }
    let mayStand =
      isBeforeCommands
      ? cases[cases.count - 1].directives.add(directive, line: index)
      : block.directives.add(directive, line: index)
    if !mayStand { throw fault(.directiveTwice(directive.rawValue), line: index) }
  }
}

extension ArraySlice<UInt8> {
  /// The name of a directive, and what stands behind it.
  var directive: (name: String, argument: String) {
    let name = prefix { $0 != 0x20 && $0 != 0x09 }
    let argument = self[name.endIndex...].drop { $0 == 0x20 || $0 == 0x09 }
    return (String(decoding: name, as: UTF8.self), String(decoding: argument, as: UTF8.self))
  }
}
