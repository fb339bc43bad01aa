/// Which line belongs to which command and which session.
extension TranscriptParser {
  func takeLine(_ index: Int) throws(TranscriptFault) {
    switch lines[index].gutter {
    case .comment: return
    case .input: return try beginBlock(index)
    case .directive where !waitingMarks.isEmpty && isMark(index): break
    default: try settleMarks()
    }
    switch lines[index].gutter {
    case .comment, .blank, .input: return
    case .directive: try takeDirective(index)
    case .output:
      try checkIsInBlock(index)
      blocks[blocks.count - 1].endsOpen = false
    case .escaped:
      try checkIsInBlock(index)
      blocks[blocks.count - 1].endsOpen = false
      try takeEscapes(index)
      return
    case .status:
      try checkIsInBlock(index)
      return try takeStatus(index)
    case .pattern, .gap, .negative:
      try checkIsInBlock(index)
      let last = blocks.count - 1
      let isOpen = lines[index].gutter == .gap && text(index).isText("...")
      blocks[last].endsOpen = isOpen && blocks[last].isExact
      blocks[last].isExact = false
      hasGap = true
      try takePattern(index)
    }
    if hasOmittedLineEnd && lines[index].gutter.isExpectation {
      throw fault(.lineEndOmittedTooEarly, line: index)
    }
  }

  func closeBlock(before index: Int) {
    hasStatus = false
    hasOmittedLineEnd = false
    hasGap = false
    alternative = 0
    guard !isBeforeCommands else { return }
    // NB: a block of a Markdown file has ended with its fence.
    if let fences, fences.isOpening && !fences.isClosing { return }
    blocks[blocks.count - 1].endLine = index
  }

  func beginCase(_ nameLine: Int?, name: String?) {
    isBeforeCommands = true
    cases.append(
      TranscriptCase(
        nameLine: nameLine, name: name, blocks: blocks.count..<blocks.count, settings: .init()))
  }

  private func beginBlock(_ index: Int) throws(TranscriptFault) {
    closeBlock(before: waitingMarks.first ?? index)
    if cases.isEmpty { beginCase(nil, name: nil) }
    blocks.append(TranscriptBlock(inputLine: index))
    isBeforeCommands = false
    let last = cases.count - 1
    cases[last].blocks = cases[last].blocks.lowerBound..<blocks.count
    try settleMarks()
  }

  private func checkIsInBlock(_ index: Int) throws(TranscriptFault) {
    guard isBeforeCommands else { return }
    let sign = String(Unicode.Scalar(lines[index].gutter.rawValue))
    throw fault(.beforeFirstCommand(sign), line: index)
  }

  private func takeEscapes(_ index: Int) throws(TranscriptFault) {
    if hasOmittedLineEnd { throw fault(.lineEndOmittedTooEarly, line: index) }
    do throws(OutputEncoding.BadEscape) {
      hasOmittedLineEnd = try !OutputEncoding.decode(text(index)).isEnded
    } catch {
      throw fault(.badEscape(error.text), at: error.offset)
    }
  }

  private func takeStatus(_ index: Int) throws(TranscriptFault) {
    guard !hasStatus else { throw fault(.statusTwice, line: index) }
    hasStatus = true
    let word = text(index)
    guard word.isText("ok") || word.isText("refused") else {
      throw fault(
        .unknownStatus(String(decoding: word, as: UTF8.self)), at: lines[index].text.lowerBound)
    }
  }

  /// What stands before the first case holds for every case, unless that says otherwise.
  func inheritSettings() {
    guard let general = cases.first, general.nameLine == nil else { return }
    for index in cases.indices.dropFirst() {
      var settings = cases[index].settings
      settings.seedLine = settings.seedLine ?? general.settings.seedLine
      settings.expectedFailureLine =
        settings.expectedFailureLine ?? general.settings.expectedFailureLine
      settings.skipLine = settings.skipLine ?? general.settings.skipLine
      settings.timeLimit = settings.timeLimit ?? general.settings.timeLimit
      settings.requirementLines = general.settings.requirementLines + settings.requirementLines
      settings.includeLines = general.settings.includeLines + settings.includeLines
      cases[index].settings = settings
    }
    if general.blocks.isEmpty { cases.removeFirst() }
  }
}
