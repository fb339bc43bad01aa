import Glibc

/// Takes the bytes of a file apart, line by line.
struct TranscriptParser {
  let bytes: [UInt8]
  private(set) var hasByteOrderMark = false
  private(set) var lineEnd: LineEnd?
  private(set) var lines: [TranscriptLine] = []
  var cases: [TranscriptCase] = []
  var blocks: [TranscriptBlock] = []
  /// What stands in the block at hand, as far as it may stand there once only.
  var hasStatus = false
  var hasOmittedLineEnd = false
  /// Which of the accepted answers of the block at hand is being read.
  var alternative = 0
  /// What is bound in the session at hand.
  var names: [String: BoundName] = [:]

  /// What the blocks of a Markdown file are fenced with; nil where the whole file is read.
  var fences: MarkdownFences?

  init(_ bytes: [UInt8], fence: String?) {
    self.bytes = bytes
    fences = fence.map(MarkdownFences.init)
  }

  mutating func parse() throws(TranscriptFault) {
    guard bytes.count < Int(Int32.max) else { throw TranscriptFault(.tooLarge, line: 1, column: 1) }
    hasByteOrderMark = bytes.starts(with: [0xef, 0xbb, 0xbf])
    if let offset = UnicodePieces.firstFault(in: bytes) { throw fault(.notUnicode, at: offset) }
    lines.reserveCapacity(bytes.count / 16 + 2)
    blocks.reserveCapacity(bytes.count / 96 + 2)
    var offset = hasByteOrderMark ? 3 : 0
    while offset < bytes.count || lines.isEmpty {
      let end = try readLine(from: offset)
      try takeNewestLine()
      offset = end
    }
    try finish()
  }

  /// The fault at an offset of the file.
  func fault(_ reason: TranscriptFault.Reason, at offset: Int) -> TranscriptFault {
    let start = hasByteOrderMark ? 3 : 0
    let before = bytes[start..<max(offset, start)]
    let lineStart = before.lastIndex(of: 0x0a).map { $0 + 1 } ?? start
    let characters = Array(UnicodePieces(before[lineStart...]))
    let line = before.count { $0 == 0x0a } + 1
    return TranscriptFault(reason, line: line, column: characters.count + 1)
  }

  /// The fault that a whole line is.
  func fault(_ reason: TranscriptFault.Reason, line index: Int) -> TranscriptFault {
    TranscriptFault(reason, line: index + 1, column: 1)
  }

  func text(_ index: Int) -> ArraySlice<UInt8> { bytes[lines[index].text] }

  /// Adds the line that begins at the offset, and answers where the next one begins.
  private mutating func readLine(from start: Int) throws(TranscriptFault) -> Int {
    let feed = offsetOfLineFeed(from: start)
    var contentEnd = feed ?? bytes.count
    if feed != nil {
      let isCarriageReturn = contentEnd > start && bytes[contentEnd - 1] == 0x0d
      if isCarriageReturn { contentEnd -= 1 }
      let found: LineEnd = isCarriageReturn ? .carriageReturnLineFeed : .lineFeed
      guard lineEnd == nil || lineEnd == found else { throw fault(.mixedLineEnds, at: contentEnd) }
      lineEnd = found
    }
    while contentEnd > start, bytes[contentEnd - 1] == 0x20 || bytes[contentEnd - 1] == 0x09 {
      contentEnd -= 1
    }
    let end = feed.map { $0 + 1 } ?? bytes.count
    if fences?.take(bytes[start..<contentEnd]) ?? false {
      lines.append(
        TranscriptLine(
          gutter: .comment, startOffset: Int32(start), gutterOffset: Int32(start),
          textStartOffset: Int32(start), textEndOffset: Int32(contentEnd), endOffset: Int32(end)))
      return end
    }
    lines.append(try line(from: start, contentEnd: contentEnd, end: end))
    return end
  }

  private func line(
    from start: Int, contentEnd: Int, end: Int
  ) throws(TranscriptFault) -> TranscriptLine {
    var place = start
    let margin = min(contentEnd, start + (fences?.indentation ?? 0))
    while place < margin, bytes[place] == 0x20 || bytes[place] == 0x09 { place += 1 }
    let gutter = contentEnd == place ? Gutter.blank : Gutter(rawValue: bytes[place])
    guard let gutter, gutter != .blank || contentEnd == place else {
      throw fault(.unknownGutter(character(at: place)), at: place)
    }
    let isBlankMissing = contentEnd > place + 1 && bytes[place + 1] != 0x20
    // NB: `:?` is one sign of two characters.
    let isOptional = gutter == .gap && isBlankMissing && bytes[place + 1] == UInt8(ascii: "?")
    if isBlankMissing && gutter != .comment && !isOptional {
      throw fault(.missingBlank(character(at: place)), at: place + 1)
    }
    return TranscriptLine(
      gutter: gutter, startOffset: Int32(start), gutterOffset: Int32(place),
      textStartOffset: Int32(min(contentEnd, place + (isOptional ? 1 : 2))),
      textEndOffset: Int32(contentEnd), endOffset: Int32(end))
  }

  private func offsetOfLineFeed(from start: Int) -> Int? {
    bytes.withUnsafeBytes { raw in
      guard let base = raw.baseAddress else { return nil }
      return memchr(base + start, 0x0a, raw.count - start).map { base.distance(to: $0) }
    }
  }

  private func character(at offset: Int) -> String {
    var pieces = UnicodePieces(bytes[offset...])
    guard let range = pieces.next()?.range else { return "" }
    let line = OutputLine(bytes[range])
    return String(decoding: OutputEncoding.escaped(line), as: UTF8.self)
  }

  private mutating func takeNewestLine() throws(TranscriptFault) {
    let index = lines.count - 1
    guard fences != nil else {
      if index == 0 { try checkFirstLine() } else { try takeLine(index) }
      return
    }
    if fences?.isOpening ?? false { return try beginCase(index, "line \(index + 1)") }
    if fences?.isClosing ?? false { closeBlock(before: index) }
    guard !text(index).elementsEqual(Transcript.firstLine.utf8.dropFirst(2)) else { return }
    try takeLine(index)
  }

  private func checkFirstLine() throws(TranscriptFault) {
    let line = lines[0]
    guard
      bytes[Int(line.startOffset)..<Int(line.textEndOffset)].elementsEqual(
        Transcript.firstLine.utf8)
    else { throw fault(.missingFirstLine, line: 0) }
  }

  private mutating func finish() throws(TranscriptFault) {
    if fences?.isInside ?? true { closeBlock(before: lines.count) }
    try closeNames()
    guard !blocks.isEmpty else { throw fault(.noCommand, line: lines.count - 1) }
    if let last = cases.last, last.blocks.isEmpty {
      throw fault(.emptyCase(last.name ?? ""), line: last.nameLine ?? 0)
    }
    inheritSettings()
  }
}
