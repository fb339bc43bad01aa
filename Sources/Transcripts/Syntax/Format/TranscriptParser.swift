/// The parser of transcripts, which finds lines, commands and sessions.
struct TranscriptParser: ~Copyable {
  let bytes: [UInt8]
  /// `true` if lines end with carriage return and line feed; `nil` before the first line end.
  private(set) var hasReturns: Bool?
  private(set) var lines: [TranscriptLine] = []
  var cases: [TranscriptCase] = []
  var blocks: [TranscriptBlock] = []

  /// The kinds of holes of the program.
  let kinds: HoleKinds
  /// Finds the code blocks of a Markdown file; `nil` for a plain transcript.
  private var fences: MarkdownFences?
  /// `true` if further lines belong to the last block.
  var isBlockOpen = false
  /// Directives that belong to the next command if it follows directly.
  var pendingMarks: [Directives.Entry] = []
  /// The names that placeholders of the current session have defined.
  var names: [String: BoundName] = [:]

  init(_ bytes: [UInt8], fence: String?, _ kinds: HoleKinds) {
    self.bytes = bytes
    self.kinds = kinds
    fences = fence.map { MarkdownFences($0) }
  }

  /// Parses the whole file; throws the first error.
  mutating func parse() throws(TranscriptFault) {
    do { _ = try UTF8Span(validating: bytes.span) } catch {
      throw fault("the file is not UTF-8", at: error.byteOffsets.lowerBound)
    }
    var offset = bytes.hasByteOrderMark ? 3 : 0
    repeat { offset = try parseLine(from: offset) } while offset < bytes.count
    try finish()
  }

  /// Parses the line that begins at an offset, and returns the offset of the next one.
  private mutating func parseLine(from start: Int) throws(TranscriptFault) -> Int {
    let feed = bytes[start...].firstIndex(of: 0x0a)
    let end = feed.map { $0 + 1 } ?? bytes.count
    var contentEnd = feed ?? end
    if feed != nil {
      let hasReturn = contentEnd > start && bytes[contentEnd - 1] == 0x0d
      if hasReturn { contentEnd -= 1 }
      if hasReturns == !hasReturn {
        throw fault("the line does not end as the lines before it do", at: contentEnd)
      }
      hasReturns = hasReturn
    }
    while contentEnd > start, bytes[contentEnd - 1] == 0x20 || bytes[contentEnd - 1] == 0x09 {
      contentEnd -= 1
    }
    if fences != nil {
      try parseMarkdown(start..<contentEnd, end)
      return end
    }
    lines.append(try line(start, start, contentEnd, end))
    if lines.count > 1 {
      try parseLine(lines.count - 1)
    } else if !bytes[start..<contentEnd].elementsEqual(Transcript.firstLine.utf8) {
      let isOther = bytes[start..<contentEnd].starts(with: "@ chimp-transcript ".utf8)
      let words = isOther ? "an unknown version, known is" : "the first line is missing:"
      throw fault("\(words) \"\(Transcript.firstLine)\"", line: 0)
    }
    return end
  }

  /// Parses a line of a Markdown file; lines outside of code blocks count as comments.
  private mutating func parseMarkdown(
    _ content: Range<Int>, _ end: Int
  ) throws(TranscriptFault) {
    let start = content.lowerBound
    let wasInside = fences?.isInside ?? false
    if let margin = fences?.consume(bytes[content]) {
      lines.append(try line(start, start + margin, content.upperBound, end))
      // A block may be a whole transcript.
      let isFirstLine = bytes[content].dropFirst(margin).elementsEqual(Transcript.firstLine.utf8)
      return isFirstLine ? () : try parseLine(lines.count - 1)
    }
    lines.append(
      TranscriptLine(gutter: .comment, range: start..<end, gutterOffset: start, text: content))
    if wasInside {
      closeBlock(before: lines.count - 1)
      if fences?.isAtEnd ?? false { cases[cases.count - 1].fenceLine = lines.count - 1 }
    }
    if fences?.isInside ?? false { try beginCase(lines.count - 1, "line \(lines.count)") }
  }

  /// Returns a line split into its parts; throws for an invalid first character.
  ///
  /// - Throws: The fault of its gutter: an unknown sign, or one that no blank follows.
  private func line(
    _ start: Int, _ gutterOffset: Int, _ contentEnd: Int, _ end: Int
  ) throws(TranscriptFault) -> TranscriptLine {
    if let line = streamLine(start, gutterOffset, contentEnd, end) { return line }
    let isBlank = contentEnd == gutterOffset
    let gutter = isBlank ? Gutter.blank : Gutter(rawValue: bytes[gutterOffset])
    guard let gutter, isBlank || gutter != .blank else {
      throw fault("unknown gutter \"\(character(at: gutterOffset))\"", at: gutterOffset)
    }
    let lacksBlank = contentEnd > gutterOffset + 1 && bytes[gutterOffset + 1] != 0x20
    // `:?` is one sign of two characters.
    let isOptional = lacksBlank && gutter == .gap && bytes[gutterOffset + 1] == UInt8(ascii: "?")
    if lacksBlank && gutter != .comment && !isOptional {
      throw fault(
        "there is no blank after \"\(character(at: gutterOffset))\"", at: gutterOffset + 1)
    }
    let textStart = min(contentEnd, gutterOffset + (isOptional ? 1 : 2))
    return TranscriptLine(
      gutter: gutter, range: start..<end, gutterOffset: gutterOffset, text: textStart..<contentEnd)
  }

  /// Returns a line of keys, or of another part of a reply than the output, such as `2| not found`
  /// or `% row`; `nil` for any other line.
  private func streamLine(
    _ start: Int, _ gutterOffset: Int, _ contentEnd: Int, _ end: Int
  ) -> TranscriptLine? {
    guard contentEnd > gutterOffset else { return nil }
    /// Returns the line if a blank or nothing follows its gutter of so many characters.
    func line(
      _ gutter: Gutter, _ length: Int, _ stream: ReplyStream = .output, namesKeys: Bool = false
    ) -> TranscriptLine? {
      let textStart = gutterOffset + length
      guard contentEnd >= textStart, contentEnd == textStart || bytes[textStart] == 0x20 else {
        return nil
      }
      return TranscriptLine(
        gutter: gutter, range: start..<end, gutterOffset: gutterOffset,
        text: min(contentEnd, textStart + 1)..<contentEnd, stream: stream, namesKeys: namesKeys)
    }
    let first = bytes[gutterOffset]
    let second = contentEnd > gutterOffset + 1 ? Gutter(rawValue: bytes[gutterOffset + 1]) : nil
    if first == Gutter.input.rawValue, second == .input {
      return line(.input, 2, namesKeys: true)
    }
    guard let stream = ReplyStream(sign: first) else { return nil }
    if let second, [.output, .escaped, .pattern].contains(second),
      second != .output || stream == .errors
    {
      return line(second, 2, stream)
    }
    return stream == .errors ? nil : line(.output, 1, stream)
  }

  /// Returns the character at an offset, for an error message.
  private func character(at offset: Int) -> String {
    let first = characters(of: bytes[offset...]).first { _ in true }
    let line = OutputLine(text: first.map { bytes[$0.range] } ?? [])
    return String(decoding: OutputEncoding.escaped(line), as: UTF8.self)
  }

  /// `true` if the current session has no command yet.
  var isBeforeCommands: Bool { cases.last?.blocks.isEmpty ?? true }

  func text(_ index: Int) -> ArraySlice<UInt8> { bytes[lines[index].text] }

  func fault(_ reason: String, at offset: Int) -> TranscriptFault {
    TranscriptFault(reason, at: offset, of: bytes)
  }

  func fault(_ reason: String, line index: Int) -> TranscriptFault {
    fault(reason, at: lines[index].range.lowerBound)
  }

  /// Ends the last block and session.
  ///
  /// Throws if there is no command, or none in the last session.
  private mutating func finish() throws(TranscriptFault) {
    try attachMarks()
    if fences?.isInside ?? true { closeBlock(before: lines.count) }
    try closeNames()
    guard !blocks.isEmpty else { throw fault("the file has no command", line: lines.count - 1) }
    if let last = cases.last, isBeforeCommands {
      throw fault("case \"\(last.name ?? "")\" has no command", line: last.nameLine ?? 0)
    }
    inheritDirectives()
  }

  /// Adds the directives before the first session to all sessions that do not override them.
  private mutating func inheritDirectives() {
    guard let general = cases.first, general.nameLine == nil else { return }
    for index in cases.indices.dropFirst() {
      cases[index].directives = cases[index].directives.completed(by: general.directives)
    }
    if general.blocks.isEmpty { cases.removeFirst() }
  }
}
