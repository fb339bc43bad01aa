import CSystem

/// Takes a file apart: finds its lines, and what they belong to.
struct TranscriptParser: ~Copyable {
  let bytes: [UInt8]
  /// Whether carriage returns stand before the line feeds; nil before the first of them.
  private(set) var hasReturns: Bool?
  private(set) var lines: [TranscriptLine] = []
  /// What the blocks of a Markdown file are fenced with; nil where the whole file is read.
  private var fences: MarkdownFences?
  var cases: [TranscriptCase] = []
  /// The blocks before the one at hand.
  var blocks: [TranscriptBlock] = []
  /// The block at hand, where there is one in its session.
  var block = TranscriptBlock(inputLine: 0)
  var isBlockOpen = false
  /// What stands in the block at hand, as far as it may stand there once only.
  var hasStatus = false
  var hasOmittedLineEnd = false
  var hasGap = false
  /// Which of the accepted answers of the block at hand is being read.
  var alternative = 0
  /// Directives of which the next line says whether they belong to the command that follows.
  var pendingMarks: [(mark: Directive, line: Int)] = []
  /// Whether the line at hand stands before the first command of its session.
  var isBeforeCommands = true
  var names: [String: BoundName] = [:]

  init(_ bytes: [UInt8], fence: String?) {
    self.bytes = bytes
    fences = fence.map { MarkdownFences($0) }
  }

  mutating func parse() throws(TranscriptFault) {
    guard bytes.count < Int(Int32.max) else { throw TranscriptFault(.tooLarge, line: 1, column: 1) }
    do { _ = try UTF8Span(validating: bytes.span) } catch {
      throw fault(.notUnicode, at: error.byteOffsets.lowerBound)
    }
    // Room for a usual file.
    lines.reserveCapacity(min(bytes.count / 16, 1 << 10))
    blocks.reserveCapacity(16)
    var offset = bytes.hasByteOrderMark ? 3 : 0
    repeat { offset = try parseLine(from: offset) } while offset < bytes.count
    try finish()
  }

  private mutating func parseLine(from start: Int) throws(TranscriptFault) -> Int {
    let feed = chimp_find(bytes, start, bytes.count, 0x0a)
    let end = feed < 0 ? bytes.count : feed + 1
    var contentEnd = feed < 0 ? end : feed
    if feed >= 0 {
      let hasReturn = contentEnd > start && bytes[contentEnd - 1] == 0x0d
      if hasReturn { contentEnd -= 1 }
      if hasReturns == !hasReturn { throw fault(.mixedLineEnds, at: contentEnd) }
      hasReturns = hasReturn
    }
    while contentEnd > start, bytes[contentEnd - 1] == 0x20 || bytes[contentEnd - 1] == 0x09 {
      contentEnd -= 1
    }
    if fences != nil {
      try parseFenced(start..<contentEnd, end)
    } else if isPlainOutput(start, contentEnd) {
      lines.append(
        TranscriptLine(gutter: .output, start, start, min(contentEnd, start + 2), contentEnd, end))
    } else {
      lines.append(try line(start, start, contentEnd, end))
      if lines.count == 1 {
        guard bytes[start..<contentEnd].elementsEqual(Transcript.firstLine.utf8) else {
          throw fault(.missingFirstLine, line: 0)
        }
      } else {
        try parseLine(lines.count - 1)
      }
    }
    return end
  }

  /// Whether a line is what most lines are: an output line that needs to be noted, and no more.
  private func isPlainOutput(_ start: Int, _ end: Int) -> Bool {
    guard isBlockOpen, !hasOmittedLineEnd, !hasGap, start < end else { return false }
    return bytes[start] == Gutter.output.rawValue && (start + 1 == end || bytes[start + 1] == 0x20)
  }

  private mutating func parseFenced(_ content: Range<Int>, _ end: Int) throws(TranscriptFault) {
    let start = content.lowerBound
    guard fences?.consume(bytes[content]) ?? false else {
      let gutter = start + (fences?.margin ?? 0)
      lines.append(try line(start, gutter, content.upperBound, end))
      if !isText("chimp-transcript 1", ofLine: lines.count - 1) { try parseLine(lines.count - 1) }
      return
    }
    lines.append(TranscriptLine(gutter: .comment, start, start, start, content.upperBound, end))
    if fences?.isClosing ?? false { closeBlock(before: lines.count - 1) }
    if fences?.isOpening ?? false { try beginCase(lines.count - 1, "line \(lines.count)") }
  }

  private func line(
    _ start: Int, _ place: Int, _ contentEnd: Int, _ end: Int
  ) throws(TranscriptFault) -> TranscriptLine {
    let gutter = contentEnd == place ? Gutter.blank : Gutter(rawValue: bytes[place])
    guard let gutter, gutter != .blank || contentEnd == place else {
      throw fault(.unknownGutter(character(at: place)), at: place)
    }
    let isBlankMissing = contentEnd > place + 1 && bytes[place + 1] != 0x20
    // `:?` is one sign of two characters.
    let isOptional = isBlankMissing && gutter == .gap && bytes[place + 1] == UInt8(ascii: "?")
    if isBlankMissing && gutter != .comment && !isOptional {
      throw fault(.missingBlank(character(at: place)), at: place + 1)
    }
    let textStart = min(contentEnd, place + (isOptional ? 1 : 2))
    return TranscriptLine(gutter: gutter, start, place, textStart, contentEnd, end)
  }

  private func character(at offset: Int) -> String {
    var pieces = UnicodePieces(bytes[offset...])
    let line = OutputLine(text: pieces.next().map { bytes[$0.range] } ?? [])
    return String(decoding: OutputEncoding.escaped(line), as: UTF8.self)
  }

  func fault(_ reason: TranscriptFault.Reason, at offset: Int) -> TranscriptFault {
    TranscriptFault(reason, at: offset, of: bytes)
  }

  func fault(_ reason: TranscriptFault.Reason, line index: Int) -> TranscriptFault {
    TranscriptFault(reason, line: index + 1, column: 1)
  }

  func text(_ index: Int) -> ArraySlice<UInt8> { bytes[lines[index].text] }

  func isText(_ text: String, ofLine index: Int) -> Bool {
    lines[index].textLength == text.utf8.count && self.text(index).elementsEqual(text.utf8)
  }

  private mutating func finish() throws(TranscriptFault) {
    try attachMarks()
    if fences?.isInside ?? true { closeBlock(before: lines.count) }
    try closeNames()
    keepBlock()
    guard !blocks.isEmpty else { throw fault(.noCommand, line: lines.count - 1) }
    if let last = cases.last, isBeforeCommands {
      throw fault(.emptyCase(last.name ?? ""), line: last.nameLine ?? 0)
    }
    inheritDirectives()
  }
}

extension TranscriptFault {
  init(_ reason: Reason, at offset: Int, of bytes: [UInt8]) {
    let start = bytes.hasByteOrderMark ? 3 : 0
    let before = bytes[start..<max(offset, start)]
    let lineStart = before.lastIndex(of: 0x0a).map { $0 + 1 } ?? start
    let characters = Array(UnicodePieces(before[lineStart...]))
    let line = before.count { $0 == 0x0a } + 1
    self.init(reason, line: line, column: characters.count + 1)
  }
}

extension [UInt8] {
  /// Whether a file of these bytes says first that it is UTF-8.
  var hasByteOrderMark: Bool { count >= 3 && self[0] == 0xef && self[1] == 0xbb && self[2] == 0xbf }
}
