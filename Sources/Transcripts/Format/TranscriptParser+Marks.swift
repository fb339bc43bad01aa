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
