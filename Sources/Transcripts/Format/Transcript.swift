/// A transcript as it stands in its file: every byte belongs to one of its lines.
///
/// Lines are offsets into the bytes, blocks and cases are ranges of lines; nothing is copied, so
/// that what is read can be printed again byte for byte. It never changes, and whoever runs it,
/// reports it or blesses it has the same one.
public final class Transcript: Sendable {
  /// What the first line of every transcript says.
  public static let firstLine = "@ chimp-transcript 1"

  /// The file as it was read.
  public let bytes: [UInt8]
  package let hasByteOrderMark: Bool
  package let lineEnd: LineEnd
  package let lines: [TranscriptLine]
  /// Sessions, in the order of the file; there is at least one.
  package let cases: [TranscriptCase]
  /// Commands with what they should answer, in the order of the file; there is at least one.
  package let blocks: [TranscriptBlock]

  private let fence: String?

  /// Reads a transcript; with a fence, the blocks of a Markdown file that are called so.
  public init(_ bytes: [UInt8], fence: String? = nil) throws(TranscriptFault) {
    var parser = TranscriptParser(bytes)
    try parser.parse(fence: fence)
    self.bytes = bytes
    self.fence = fence
    hasByteOrderMark = bytes.hasByteOrderMark
    lineEnd = parser.lineEnd ?? .lineFeed
    lines = parser.lines
    cases = parser.cases
    blocks = parser.blocks
  }

  /// Reads other bytes as these were read.
  func replaced(by bytes: [UInt8]) throws(TranscriptFault) -> Transcript {
    try Transcript(bytes, fence: fence)
  }

  /// What a line says behind its gutter.
  package func text(ofLine index: Int) -> ArraySlice<UInt8> {
    bytes[lines[index].text]
  }

  /// The line that a block sends.
  package func input(of block: TranscriptBlock) -> [UInt8] {
    Array(text(ofLine: block.inputLine))
  }

  /// The case that a block belongs to.
  package func caseIndex(ofBlock block: Int) -> Int {
    cases.lastIndex { $0.blocks.lowerBound <= block } ?? 0
  }
}

/// One session of a transcript.
package struct TranscriptCase: Sendable {
  /// The line `@ case NAME`; nil for what stands before the first of them.
  package let nameLine: Int?
  package let name: String?
  package internal(set) var blocks: Range<Int>
  package internal(set) var settings: TranscriptSettings
}

/// What directives say of a whole session, by the lines that say it.
package struct TranscriptSettings: Sendable {
  package internal(set) var seedLine: Int?
  package internal(set) var expectedFailureLine: Int?
  package internal(set) var skipLine: Int?
  package internal(set) var timeLimit: TimeLimit?
  package internal(set) var requirementLines: [Int] = []
  package internal(set) var includeLines: [Int] = []
}

/// One command with what it should answer.
package struct TranscriptBlock: Sendable {
  /// The line that is sent.
  package let inputLine: Int
  /// The first line that no longer belongs to the block.
  package internal(set) var endLine: Int
  /// Whether every expectation is exact, and there is one alternative only.
  package internal(set) var isExact = true
  /// Whether exact lines are followed by any others, and that is all.
  package internal(set) var endsOpen = false
  package internal(set) var expectedFailureLine: Int?
  package internal(set) var skipLine: Int?
  package internal(set) var timeLimit: TimeLimit?

  init(inputLine: Int) {
    self.inputLine = inputLine
    endLine = inputLine + 1
  }

  /// The lines behind the one that is sent.
  package var answerLines: Range<Int> { inputLine + 1..<endLine }
}
