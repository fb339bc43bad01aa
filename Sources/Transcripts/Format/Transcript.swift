/// A transcript as it stands in its file: every byte belongs to one of its lines.
///
/// Lines are ranges of the bytes, and blocks and cases are ranges of lines, so a transcript can be
/// printed again byte for byte. It never changes: running, reporting and blessing share it.
///
///     let transcript = try Transcript(bytes)
///     transcript.printed() == bytes  // true
public final class Transcript: Sendable {
  /// What the first line of every transcript says.
  public static let firstLine = "@ chimp-transcript 1"
  /// The file as it was read.
  public let bytes: [UInt8]
  let hasByteOrderMark: Bool
  let lineEnd: [UInt8]
  let lines: [TranscriptLine]
  /// Sessions, in the order of the file; there is at least one.
  let cases: [TranscriptCase]
  /// Commands with what they should answer, in the order of the file; there is at least one.
  let blocks: [TranscriptBlock]

  private let fence: String?

  /// Reads a transcript; with a fence, the blocks of a Markdown file that are called so.
  public init(_ bytes: [UInt8], fence: String? = nil) throws(TranscriptFault) {
    var parser = TranscriptParser(bytes, fence: fence)
    try parser.parse()
    self.bytes = bytes
    self.fence = fence
    hasByteOrderMark = bytes.hasByteOrderMark
    lineEnd = parser.hasReturns ?? false ? [0x0d, 0x0a] : [0x0a]
    lines = parser.lines
    cases = parser.cases
    blocks = parser.blocks
  }

  func replaced(by bytes: [UInt8]) throws(TranscriptFault) -> Transcript {
    try Transcript(bytes, fence: fence)
  }

  /// What a line says behind its gutter.
  func text(ofLine index: Int) -> ArraySlice<UInt8> { bytes[lines[index].text] }

  /// A line with its gutter, without blanks at its end.
  func whole(_ index: Int) -> ArraySlice<UInt8> {
    bytes[lines[index].gutterOffset..<lines[index].text.upperBound]
  }

  func argument(ofLine index: Int) -> String { text(ofLine: index).directive.argument }

  func input(of block: TranscriptBlock) -> [UInt8] { Array(text(ofLine: block.inputLine)) }

  func caseIndex(ofBlock block: Int) -> Int {
    cases.lastIndex { $0.blocks.lowerBound <= block } ?? 0
  }
}

struct TranscriptCase: Sendable {
  /// The line `@ case NAME`; nil for what stands before the first of them.
  let nameLine: Int?
  let name: String?
  var blocks: Range<Int>
  var directives = Directives()
}

/// A directive that is kept, of a session or of one command.
enum Directive: String, Sendable {
  case seed, language, requires, include, xfail, skip, timeout

  /// Whether it can say something of one command.
  var isMark: Bool { self == .xfail || self == .skip || self == .timeout }

  fileprivate var isRepeated: Bool { self == .requires || self == .include }

  func fault(of argument: String) -> TranscriptFault.Reason? {
    switch self {
    case .timeout where milliseconds(argument) == nil: .badTimeLimit(argument)
    case .xfail, .skip:
      argument.utf8.count > 2 && argument.hasPrefix("\"") && argument.hasSuffix("\"")
        ? nil : .notQuoted(rawValue)
    default: nil
    }
  }
}

/// What directives say of one command, or of every command of a session, by the lines that say it.
struct Directives: Sendable {
  fileprivate var all: [(directive: Directive, line: Int)] = []

  func lines(_ directive: Directive) -> [Int] {
    all.filter { $0.directive == directive }.map { $0.line }
  }

  /// The line of a directive that stands there once.
  func line(_ directive: Directive) -> Int? { all.first { $0.directive == directive }?.line }

  /// Adds the line of a directive.
  ///
  /// Returns `false` if it stands there already and can stand there once only.
  mutating func add(_ directive: Directive, line: Int) -> Bool {
    guard directive.isRepeated || self.line(directive) == nil else { return false }
    all.append((directive, line))
    return true
  }

  /// What is said here, and what others say where that is nothing; what can be repeated adds up.
  func completed(by others: Directives) -> Directives {
    let missing = others.all.filter { $0.directive.isRepeated || line($0.directive) == nil }
    return Directives(all: missing + all)
  }
}

/// Reads a time, as in `500ms`, `2s` or `1m`.
func milliseconds(_ text: String) -> Int? {
  let digits = text.prefix { $0.isASCII && $0.isNumber }
  let units = ["ms": 1, "s": 1000, "m": 60_000]
  guard let unit = units[String(text.dropFirst(digits.count))], let count = Int(digits),
    count > 0, count <= 86_400_000
  else { return nil }
  return count * unit
}

/// One command with its expected answers.
struct TranscriptBlock: Sendable {
  let inputLine: Int
  var endLine: Int
  var directives = Directives()
  /// The answers that are accepted; there is at least one.
  var alternatives = [Alternative()]

  init(inputLine: Int) {
    self.inputLine = inputLine
    endLine = inputLine + 1
  }

  var answerLines: Range<Int> { inputLine + 1..<endLine }

  /// Whether any answer at all is accepted.
  var acceptsAnything: Bool { alternatives.contains(where: \.acceptsAnything) }
}

struct TranscriptEdits: Sendable {
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
    let lines = edited(edits).filter { $0.sign != "-" }
    return (hasByteOrderMark ? [0xef, 0xbb, 0xbf] : []) + lines.flatMap(\.text)
  }

  /// Every line with what becomes of it: `-` before those that go, `+` before those that come.
  func edited(_ edits: TranscriptEdits) -> [(sign: Character, text: [UInt8])] {
    var result: [(sign: Character, text: [UInt8])] = []
    for index in 0...lines.count {
      let isRemoved = edits.removed.contains(index)
      let old = index < lines.count ? Array(bytes[lines[index].range]) : nil
      if isRemoved, let old { result.append(("-", old)) }
      for line in edits.inserted[index] ?? [] {
        result.append(("+", indentation(beforeLine: index) + line + lineEnd))
      }
      guard !isRemoved, let old else { continue }
      // A last line without its end gets one where more lines come behind it.
      if old.last != 0x0a && edits.inserted[index + 1] != nil {
        result += [("-", old), ("+", old + lineEnd)]
      } else {
        result.append((" ", old))
      }
    }
    return result
  }

  /// What has to stand before the gutter of a line that comes before this one.
  func indentation(beforeLine index: Int) -> ArraySlice<UInt8> {
    lines[..<index].last { $0.gutter != .blank }.map { bytes[$0.indentation] } ?? []
  }
}

/// One line of a transcript, as ranges of the bytes of its file.
struct TranscriptLine: Equatable, Sendable {
  let gutter: Gutter
  /// The whole line with its line end.
  let range: Range<Int>
  /// The offset of the gutter, which is behind the indentation of a fence.
  let gutterOffset: Int
  /// The text after the gutter and its blank, without blanks at the end.
  let text: Range<Int>

  var indentation: Range<Int> { range.lowerBound..<gutterOffset }
}

/// What the first column says that a line is.
enum Gutter: UInt8, Sendable {
  /// `>`: an input line.
  case input = 0x3e
  /// `|`: an output line, exact.
  case output = 0x7c
  /// `\`: an output line with escapes.
  case escaped = 0x5c
  /// `~`: an output line with holes.
  case pattern = 0x7e
  /// `:`: a gap, or with `:?` an optional line.
  case gap = 0x3a
  /// `!`: a pattern that no output line may match.
  case negative = 0x21
  /// `=`: the status of the command.
  case status = 0x3d
  /// `@`: a directive.
  case directive = 0x40
  /// `#`: a comment.
  case comment = 0x23
  /// Nothing but blanks.
  case blank = 0x20

  var isExpectation: Bool {
    switch self {
    case .output, .escaped, .pattern, .gap, .negative, .status: true
    case .input, .directive, .comment, .blank: false
    }
  }
}
