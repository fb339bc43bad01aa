import CSystem

/// Finds the lines of a file, before anybody asks what they mean.
struct LineScanner: ~Copyable {
  /// A line of a Markdown file that begins a transcript, or ends one, or both.
  struct FenceEdge {
    let line: Int
    let isOpening: Bool
    let isClosing: Bool
  }

  private let bytes: [UInt8]
  private(set) var lines: [TranscriptLine] = []
  private(set) var lineEnd: LineEnd?
  private(set) var inputCount = 0
  /// Why there are no lines from here on; nil where all are found.
  private(set) var fault: TranscriptFault?
  /// What the blocks of a Markdown file are fenced with; nil where the whole file is read.
  private(set) var fences: MarkdownFences?
  private(set) var fenceEdges: [FenceEdge] = []

  /// Begins with the bytes of a file; with a fence, that of the blocks of a Markdown file.
  init(_ bytes: [UInt8], fence: String?) {
    self.bytes = bytes
    if let fence { fences = MarkdownFences(fence) }
  }

  /// Finds the lines from an offset on, behind which there are so many line feeds.
  mutating func scan(from start: Int, lineFeedCount: Int) {
    lines.reserveCapacity(lineFeedCount + 1)
    var offset = start
    do throws(TranscriptFault) {
      repeat { offset = try scanLine(from: offset) } while offset < bytes.count
    } catch {
      fault = error
    }
  }

  /// Adds the line that begins at the offset, and answers where the next one begins.
  private mutating func scanLine(from start: Int) throws(TranscriptFault) -> Int {
    let feed = chimp_find(bytes, start, bytes.count, 0x0a)
    let end = feed < 0 ? bytes.count : feed + 1
    var contentEnd = feed < 0 ? end : feed
    if feed >= 0 {
      let isCarriageReturn = contentEnd > start && bytes[contentEnd - 1] == 0x0d
      if isCarriageReturn { contentEnd -= 1 }
      let found: LineEnd = isCarriageReturn ? .carriageReturnLineFeed : .lineFeed
      guard lineEnd == nil || lineEnd == found else { throw fault(.mixedLineEnds, contentEnd) }
      lineEnd = found
    }
    while contentEnd > start, bytes[contentEnd - 1] == 0x20 || bytes[contentEnd - 1] == 0x09 {
      contentEnd -= 1
    }
    var place = start
    if fences != nil {
      guard let gutter = takeFence(start..<contentEnd, end: end) else { return end }
      place = gutter
    }
    lines.append(try line(start, place, contentEnd, end))
    return end
  }

  /// Takes a line of a Markdown file; answers before where its gutter stands, if it has one.
  private mutating func takeFence(_ content: Range<Int>, end: Int) -> Int? {
    guard fences?.take(bytes[content]) ?? false else {
      return content.lowerBound + (fences?.margin ?? 0)
    }
    if let fences, fences.isOpening || fences.isClosing {
      fenceEdges.append(
        FenceEdge(
          line: lines.count, isOpening: fences.isOpening, isClosing: fences.isClosing))
    }
    let start = content.lowerBound
    lines.append(TranscriptLine(gutter: .comment, start, start, start, content.upperBound, end))
    return nil
  }

  private mutating func line(
    _ start: Int, _ place: Int, _ contentEnd: Int, _ end: Int
  ) throws(TranscriptFault) -> TranscriptLine {
    let gutter = contentEnd == place ? Gutter.blank : Gutter(rawValue: bytes[place])
    guard let gutter, gutter != .blank || contentEnd == place else {
      throw fault(.unknownGutter(character(at: place)), place)
    }
    if gutter == .input { inputCount += 1 }
    let isBlankMissing = contentEnd > place + 1 && bytes[place + 1] != 0x20
    // `:?` is one sign of two characters.
    let isOptional = isBlankMissing && gutter == .gap && bytes[place + 1] == UInt8(ascii: "?")
    if isBlankMissing && gutter != .comment && !isOptional {
      throw fault(.missingBlank(character(at: place)), place + 1)
    }
    let textStart = min(contentEnd, place + (isOptional ? 1 : 2))
    return TranscriptLine(gutter: gutter, start, place, textStart, contentEnd, end)
  }

  private func fault(_ reason: TranscriptFault.Reason, _ offset: Int) -> TranscriptFault {
    TranscriptFault(reason, at: offset, of: bytes)
  }

  private func character(at offset: Int) -> String {
    var pieces = UnicodePieces(bytes[offset...])
    guard let range = pieces.next()?.range else { return "" }
    let line = OutputLine(bytes[range])
    return String(decoding: OutputEncoding.escaped(line), as: UTF8.self)
  }
}

extension TranscriptFault {
  /// The fault at an offset of a file.
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
  var hasByteOrderMark: Bool {
    count >= 3 && self[0] == 0xef && self[1] == 0xbb && self[2] == 0xbf
  }
}

extension TranscriptLine {
  /// Makes a line of offsets in their order.
  fileprivate init(
    gutter: Gutter, _ start: Int, _ place: Int, _ textStart: Int, _ textEnd: Int, _ end: Int
  ) {
    self.init(
      gutter: gutter, startOffset: Int32(truncatingIfNeeded: start),
      gutterOffset: Int32(truncatingIfNeeded: place),
      textStartOffset: Int32(truncatingIfNeeded: textStart),
      textEndOffset: Int32(truncatingIfNeeded: textEnd),
      endOffset: Int32(truncatingIfNeeded: end))
  }
}

/// What can be said of bytes at a glance.
struct ByteSurvey {
  let isASCII: Bool
  let lineFeedCount: Int

  init(_ bytes: [UInt8]) {
    var isASCII: UInt8 = 0
    lineFeedCount = chimp_count_line_feeds(bytes, bytes.count, &isASCII)
    self.isASCII = isASCII == 1
  }
}
