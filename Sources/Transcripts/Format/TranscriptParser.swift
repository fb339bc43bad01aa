/// Takes a file apart: finds its lines, then what they belong to.
struct TranscriptParser: ~Copyable {
  let bytes: [UInt8]
  private(set) var lineEnd: LineEnd?
  private(set) var lines: [TranscriptLine] = []
  var cases: [TranscriptCase] = []
  /// The blocks before the one at hand.
  var blocks: [TranscriptBlock] = []
  /// The block at hand, where there is one in its session.
  var block = TranscriptBlock(inputLine: 0)
  /// Whether the lines that follow belong to the block at hand.
  var isBlockOpen = false
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

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  mutating func parse(fence: String?) throws(TranscriptFault) {
    guard bytes.count < Int(Int32.max) else { throw TranscriptFault(.tooLarge, line: 1, column: 1) }
    let survey = ByteSurvey(bytes)
    if !survey.isASCII, let offset = UnicodePieces.firstFault(in: bytes) {
      throw TranscriptFault(.notUnicode, at: offset, of: bytes)
    }
    var scanner = LineScanner(bytes, fence: fence)
    scanner.scan(from: bytes.hasByteOrderMark ? 3 : 0, lineFeedCount: survey.lineFeedCount)
    lines = scanner.lines
    lineEnd = scanner.lineEnd
    blocks.reserveCapacity(scanner.inputCount)
    if fence == nil { try takeLines() } else { try takeLines(between: scanner.fenceEdges) }
    // An earlier line may be at fault too, and comes first.
    if let fault = scanner.fault { throw fault }
    try finish(isInside: scanner.fences?.isInside ?? true)
  }

  /// The fault at an offset of the file.
  func fault(_ reason: TranscriptFault.Reason, at offset: Int) -> TranscriptFault {
    TranscriptFault(reason, at: offset, of: bytes)
  }

  /// The fault that a whole line is.
  func fault(_ reason: TranscriptFault.Reason, line index: Int) -> TranscriptFault {
    TranscriptFault(reason, line: index + 1, column: 1)
  }

  func text(_ index: Int) -> ArraySlice<UInt8> { bytes[lines[index].text] }

  /// Whether a line says this behind its gutter.
  func isText(_ text: String, ofLine index: Int) -> Bool {
    self.text(index).elementsEqual(text.utf8)
  }

  private mutating func takeLines() throws(TranscriptFault) {
    guard let first = lines.first else { return }
    let words = Int(first.startOffset)..<Int(first.textEndOffset)
    guard bytes[words].elementsEqual(Transcript.firstLine.utf8) else {
      throw fault(.missingFirstLine, line: 0)
    }
    var index = 1
    while index < lines.count {
      try takeLine(index)
      index += 1
      // Most lines need nothing more.
      guard isBlockOpen, !hasOmittedLineEnd, !hasGap else { continue }
      while index < lines.count, lines[index].gutter == .output { index += 1 }
    }
  }

  private mutating func takeLines(between edges: [LineScanner.FenceEdge]) throws(TranscriptFault) {
    var edges = edges.makeIterator()
    var edge = edges.next()
    for index in lines.indices {
      if let current = edge, current.line == index {
        if current.isClosing { closeBlock(before: index) }
        if current.isOpening { try beginCase(index, "line \(index + 1)") }
        edge = edges.next()
      } else if !isText("chimp-transcript 1", ofLine: index) {
        try takeLine(index)
      }
    }
  }

  private mutating func finish(isInside: Bool) throws(TranscriptFault) {
    try settleMarks()
    if isInside { closeBlock(before: lines.count) }
    try closeNames()
    keepBlock()
    guard !blocks.isEmpty else { throw fault(.noCommand, line: lines.count - 1) }
    if let last = cases.last, isBeforeCommands {
      throw fault(.emptyCase(last.name ?? ""), line: last.nameLine ?? 0)
    }
    inheritSettings()
  }
}
