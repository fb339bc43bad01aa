/// Parsing of directives, which belong to a session or to one command.
///
/// Those of a command follow its line, or precede it directly if a blank line or an answer
/// separates them from the previous command.
extension TranscriptParser {
  /// Parses a directive, and adds it to its command or session.
  ///
  /// The exceptions are `@ case`, which begins a session, and `@ also`, which begins an
  /// alternative.
  mutating func parseDirective(_ index: Int) throws(TranscriptFault) {
    let (name, argument) = text(index).directive
    let directive = Directive(rawValue: name)
    if pendingMarks.isEmpty || directive?.isMark != true { try attachMarks() }
    switch name {
    case "case":
      guard !argument.isEmpty else { throw fault("the case has no name", line: index) }
      return try beginCase(index, argument)
    case "also":
      guard argument.isEmpty else { throw fault("\"@ \(name)\" takes no argument", line: index) }
      guard !isBeforeCommands else { throw fault("\"@ \(name)\" can't stand here", line: index) }
      return blocks[blocks.count - 1].alternatives.append(Alternative(firstLine: index))
    default: break
    }
    guard let directive else {
      throw fault("unknown directive \"\(name)\"", at: lines[index].text.lowerBound)
    }
    guard argument.isEmpty != directive.hasArgument else {
      let words = directive.hasArgument ? "needs an argument" : "takes no argument"
      throw fault("\"@ \(name)\" \(words)", line: index)
    }
    if let reason = directive.fault(of: argument) {
      throw fault(reason, at: lines[index].text.upperBound - argument.utf8.count)
    }
    guard directive.isMark || isBeforeCommands else {
      throw fault("\"@ \(name)\" can't stand here", line: index)
    }
    let entry = Directives.Entry(directive: directive, argument: argument, line: index)
    if !isBeforeCommands, !pendingMarks.isEmpty || isSeparated(index) {
      pendingMarks.append(entry)
    } else {
      try add(entry)
    }
  }

  /// Adds the directives that precede a command line to its block.
  mutating func attachMarks() throws(TranscriptFault) {
    let marks = pendingMarks
    pendingMarks = []
    for mark in marks { try add(mark) }
  }

  /// Returns whether a blank line or an expected line separates the line from the previous command.
  private func isSeparated(_ index: Int) -> Bool {
    guard let block = blocks.last else { return false }
    return lines[block.inputLine + 1..<index].contains {
      $0.gutter == .blank || $0.gutter.isExpectation
    }
  }

  /// Adds a directive to the session or to the previous command.
  ///
  /// Throws if it exists already.
  private mutating func add(_ entry: Directives.Entry) throws(TranscriptFault) {
    if isBeforeCommands && cases.isEmpty { appendCase(nil, name: nil) }
    let isAdded =
      isBeforeCommands
      ? cases[cases.count - 1].directives.add(entry)
      : blocks[blocks.count - 1].directives.add(entry)
    if !isAdded {
      throw fault("\"@ \(entry.directive.rawValue)\" is there already", line: entry.line)
    }
  }
}

extension ArraySlice<UInt8> {
  /// The name of a directive, and its argument.
  var directive: (name: String, argument: String) {
    let name = prefix { $0 != 0x20 && $0 != 0x09 }
    let argument = self[name.endIndex...].drop { $0 == 0x20 || $0 == 0x09 }
    return (String(decoding: name, as: UTF8.self), String(decoding: argument, as: UTF8.self))
  }
}
