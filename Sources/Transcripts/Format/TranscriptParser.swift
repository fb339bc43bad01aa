import Glibc

/// Takes the bytes of a file apart, line by line.
final class TranscriptParser {
  let bytes: [UInt8]
  private(set) var hasByteOrderMark = false
  private(set) var lineEnd: LineEnd?
  private(set) var lines: [TranscriptLine] = []
  var cases: [TranscriptCase] = []
  var blocks: [TranscriptBlock] = []
  /// What stands in the block at hand, as far as it may stand there once only.
  var hasStatus = false
  var hasOmittedLineEnd = false
  var hasGap = false
  /// Which of the accepted answers of the block at hand is being read.
  var alternative = 0
  /// Directives of which the next line says whether they belong to the command that follows.
  var waitingMarks: [Int] = []
  /// Whether the line at hand stands before the first command of its session.
  var isBeforeCommands = true
  /// What is bound in the session at hand.
  var names: [String: BoundName] = [:]

  /// What the blocks of a Markdown file are fenced with; nil where the whole file is read.
  var fences: MarkdownFences?

  init(_ bytes: [UInt8], fence: String?) {
    self.bytes = bytes
    if let fence { fences = MarkdownFences(fence) }
  }

  func parse() throws(TranscriptFault) {
    guard bytes.count < Int(Int32.max) else { throw TranscriptFault(.tooLarge, line: 1, column: 1) }
    hasByteOrderMark = bytes.starts(with: [0xef, 0xbb, 0xbf])
    if let offset = UnicodePieces.firstFault(in: bytes) { throw fault(.notUnicode, at: offset) }
    lines.reserveCapacity(bytes.count / 16 + 2)
    blocks.reserveCapacity(bytes.count / 128 + 2)
    // NB: held once, not for every line.
    let file = bytes
    var offset = hasByteOrderMark ? 3 : 0
    while offset < file.count || lines.isEmpty {
      offset = try readLine(of: file.span, from: offset)
      try takeNewestLine()
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
  @inline(__always)
  private func readLine(
    of file: Span<UInt8>, from start: Int
  ) throws(TranscriptFault) -> Int {
    let feed = file.offsetOfLineFeed(from: start)
    let end = feed.map { $0 + 1 } ?? file.count
    var contentEnd = feed ?? file.count
    if feed != nil {
      let isCarriageReturn = contentEnd > start && file[contentEnd - 1] == 0x0d
      if isCarriageReturn { contentEnd -= 1 }
      let found: LineEnd = isCarriageReturn ? .carriageReturnLineFeed : .lineFeed
      guard lineEnd == nil || lineEnd == found else { throw fault(.mixedLineEnds, at: contentEnd) }
      lineEnd = found
    }
    while contentEnd > start, file[contentEnd - 1].isBlank { contentEnd -= 1 }
    var place = start
    if fences != nil {
      let content = start..<contentEnd
      guard let gutter = takeFence(content, end: end) else { return end }
      place = gutter
    }
    lines.append(try line(of: file, start, place, contentEnd, end))
    return end
  }

  /// Takes a line of a Markdown file; answers before where its gutter stands, if it has one.
  @inline(never)
  private func takeFence(_ content: Range<Int>, end: Int) -> Int? {
    guard fences?.take(bytes[content]) ?? false else {
      return content.lowerBound + (fences?.margin ?? 0)
    }
    let start = Int32(content.lowerBound)
    lines.append(
      TranscriptLine(
        gutter: .comment, startOffset: start, gutterOffset: start, textStartOffset: start,
        textEndOffset: Int32(content.upperBound), endOffset: Int32(end)))
    return nil
  }

  @inline(__always)
  private func line(
    of file: Span<UInt8>, _ start: Int, _ place: Int, _ contentEnd: Int, _ end: Int
  ) throws(TranscriptFault) -> TranscriptLine {
    let gutter = contentEnd == place ? Gutter.blank : Gutter(rawValue: file[place])
    guard let gutter, gutter != .blank || contentEnd == place else {
      throw fault(.unknownGutter(character(at: place)), at: place)
    }
    let isBlankMissing = contentEnd > place + 1 && file[place + 1] != 0x20
    // NB: `:?` is one sign of two characters.
    let isOptional = isBlankMissing && gutter == .gap && file[place + 1] == UInt8(ascii: "?")
    if isBlankMissing && gutter != .comment && !isOptional {
      throw fault(.missingBlank(character(at: place)), at: place + 1)
    }
    return TranscriptLine(
      gutter: gutter, startOffset: Int32(truncatingIfNeeded: start),
      gutterOffset: Int32(truncatingIfNeeded: place),
      textStartOffset: Int32(truncatingIfNeeded: min(contentEnd, place + (isOptional ? 1 : 2))),
      textEndOffset: Int32(truncatingIfNeeded: contentEnd),
      endOffset: Int32(truncatingIfNeeded: end))
  }

  private func character(at offset: Int) -> String {
    var pieces = UnicodePieces(bytes[offset...])
    guard let range = pieces.next()?.range else { return "" }
    let line = OutputLine(bytes[range])
    return String(decoding: OutputEncoding.escaped(line), as: UTF8.self)
  }

  @inline(__always)
  private func takeNewestLine() throws(TranscriptFault) {
    let index = lines.count - 1
    // NB: most lines are such.
    let isPlain = !isBeforeCommands && !hasOmittedLineEnd && !hasGap && fences == nil
    if isPlain && lines[index].gutter == .output { return }
    try takeLineOfFile(index)
  }

  private func takeLineOfFile(_ index: Int) throws(TranscriptFault) {
    guard fences != nil else {
      if index == 0 { try checkFirstLine() } else { try takeLine(index) }
      return
    }
    if fences?.isClosing ?? false { closeBlock(before: index) }
    if fences?.isOpening ?? false { return try beginCase(index, "line \(index + 1)") }
    guard !text(index).isText("chimp-transcript 1") else { return }
    try takeLine(index)
  }

  private func checkFirstLine() throws(TranscriptFault) {
    let line = lines[0]
    guard bytes[Int(line.startOffset)..<Int(line.textEndOffset)].isText("@ chimp-transcript 1")
    else { throw fault(.missingFirstLine, line: 0) }
  }

  private func finish() throws(TranscriptFault) {
    try settleMarks()
    if fences?.isInside ?? true { closeBlock(before: lines.count) }
    try closeNames()
    guard !blocks.isEmpty else { throw fault(.noCommand, line: lines.count - 1) }
    if let last = cases.last, last.blocks.isEmpty {
      throw fault(.emptyCase(last.name ?? ""), line: last.nameLine ?? 0)
    }
    inheritSettings()
  }
}

extension Span<UInt8> {
  /// Where the next line feed stands.
  @inline(__always)
  fileprivate func offsetOfLineFeed(from start: Int) -> Int? {
    withUnsafeBytes { raw in
      guard let base = raw.baseAddress else { return nil }
      return memchr(base + start, 0x0a, raw.count - start).map { base.distance(to: $0) }
    }
  }
}

extension UInt8 {
  @inline(__always)
  fileprivate var isBlank: Bool { self == 0x20 || self == 0x09 }
}

extension ArraySlice<UInt8> {
  /// Whether these are the bytes of the text.
  func isText(_ text: StaticString) -> Bool {
    guard count == text.utf8CodeUnitCount else { return false }
    return withUnsafeBytes { own in
      own.baseAddress.map { memcmp($0, text.utf8Start, own.count) == 0 } ?? true
    }
  }
}
