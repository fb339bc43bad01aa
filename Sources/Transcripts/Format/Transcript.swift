/// A transcript as it stands in its file: every byte belongs to one of its lines.
///
/// Lines are offsets into the bytes, blocks and cases are ranges of lines; nothing is copied, so
/// a transcript can be printed again byte for byte. It never changes: running, reporting and
/// blessing share it.
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
    var parser = TranscriptParser(bytes, fence: fence)
    try parser.parse()
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
  package func text(ofLine index: Int) -> ArraySlice<UInt8> { bytes[lines[index].text] }

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
  package internal(set) var languageLine: Int?
  package internal(set) var marks = TranscriptMarks()
  package internal(set) var requirementLines: [Int] = []
  package internal(set) var includeLines: [Int] = []
}

/// What directives say of one command, or of every command of a session.
package struct TranscriptMarks: Sendable {
  package internal(set) var expectedFailureLine: Int?
  package internal(set) var skipLine: Int?
  package internal(set) var timeLimit: TimeLimit?

  /// Takes a directive; answers whether it is the first one of its name.
  mutating func take(_ name: String, _ argument: String, line: Int) -> Bool {
    switch name {
    case "skip" where skipLine == nil: skipLine = line
    case "xfail" where expectedFailureLine == nil: expectedFailureLine = line
    case "timeout" where timeLimit == nil:
      timeLimit = TimeLimit(line: line, milliseconds: TimeLimit.milliseconds(argument) ?? 0)
    default: return false
    }
    return true
  }

  /// These marks, and what others say where these say nothing.
  func completed(by others: TranscriptMarks) -> TranscriptMarks {
    TranscriptMarks(
      expectedFailureLine: expectedFailureLine ?? others.expectedFailureLine,
      skipLine: skipLine ?? others.skipLine, timeLimit: timeLimit ?? others.timeLimit)
  }
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
  package internal(set) var marks = TranscriptMarks()

  init(inputLine: Int) {
    self.inputLine = inputLine
    endLine = inputLine + 1
  }

  /// The lines behind the one that is sent.
  package var answerLines: Range<Int> { inputLine + 1..<endLine }
}

/// How long a command may take.
package struct TimeLimit: Equatable, Sendable {
  package let line: Int
  package let milliseconds: Int

  /// Reads `500ms`, `2s` or `1m`.
  static func milliseconds(_ text: String) -> Int? {
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    let units = ["ms": 1, "s": 1000, "m": 60_000]
    guard let unit = units[String(text.dropFirst(digits.count))], let count = Int(digits),
      count > 0, count <= 86_400_000
    else { return nil }
    return count * unit
  }
}

/// What becomes of the lines of a transcript; everything else stays byte for byte.
struct TranscriptEdits: Sendable {
  /// The lines that go.
  var removed: Set<Int> = []
  /// The lines that come, by the line before which they stand; without line ends.
  var inserted: [Int: [[UInt8]]] = [:]

  var isEmpty: Bool { removed.isEmpty && inserted.isEmpty }

  mutating func insert(_ line: [UInt8], before index: Int) {
    inserted[index, default: []].append(line)
  }

  mutating func merge(_ others: TranscriptEdits) {
    removed.formUnion(others.removed)
    inserted.merge(others.inserted) { $0 + $1 }
  }
}

extension Transcript {
  /// The file again, byte for byte.
  public func printed() -> [UInt8] { printed(TranscriptEdits()) }

  func printed(_ edits: TranscriptEdits) -> [UInt8] {
    var result: [UInt8] = hasByteOrderMark ? [0xef, 0xbb, 0xbf] : []
    result.reserveCapacity(bytes.count)
    for index in 0...lines.count {
      for line in edits.inserted[index] ?? [] {
        // The last line of a file may lack its end.
        if result.last != 0x0a { result += lineEnd.bytes }
        result += indentation(beforeLine: index) + line + lineEnd.bytes
      }
      guard index < lines.count, !edits.removed.contains(index) else { continue }
      result += bytes[lines[index].range]
    }
    return result
  }

  /// What has to stand before the gutter of a line that comes before this one.
  func indentation(beforeLine index: Int) -> ArraySlice<UInt8> {
    let other = lines[..<index].last { $0.gutter != .blank }
    return other.map { bytes[$0.indentation] } ?? []
  }

  /// The one output that a block accepts; nil where it accepts several.
  package func expectedOutput(ofBlock index: Int) -> [UInt8]? {
    guard blocks[index].isExact else { return nil }
    return alternatives(of: blocks[index])[0].expectations.reduce(into: []) { output, expectation in
      guard case .exact(let line) = expectation.kind else { return }
      output += line.text
      if line.isEnded { output.append(0x0a) }
    }
  }
}
