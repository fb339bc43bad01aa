/// A transcript as it stands in its file: every byte belongs to one of its lines.
///
/// Lines are ranges of the bytes, and blocks and cases are ranges of lines, so a transcript can be
/// printed again byte for byte. It never changes: running, reporting and blessing share it.
///
///     let transcript = try Transcript(bytes)
///     transcript.printed() == bytes  // true
public final class Transcript: Sendable {
  /// The first line of every transcript.
  public static let firstLine = "@ chimp-transcript 1"
  /// The file as it was read.
  public let bytes: [UInt8]
  /// Whether the file begins with a byte order mark.
  let hasByteOrderMark: Bool
  let lineEnd: [UInt8]
  let lines: [TranscriptLine]
  /// The number of lines of the file.
  package var lineCount: Int { lines.count }
  /// The sessions in the order of the file; there is at least one.
  package let cases: [TranscriptCase]
  /// The commands in the order of the file; there is at least one.
  package let blocks: [TranscriptBlock]

  private let fence: String?

  /// Parses a transcript, or the fenced blocks of that name of a Markdown file.
  ///
  /// Throws the first fault with its line and column.
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

  /// Returns whether a file begins as a transcript does.
  package static func isBegun(by bytes: [UInt8]) -> Bool {
    bytes.dropFirst(bytes.hasByteOrderMark ? 3 : 0).starts(with: firstLine.utf8)
  }

  /// Parses other bytes in the way of this transcript.
  func replaced(by bytes: [UInt8]) throws(TranscriptFault) -> Transcript {
    try Transcript(bytes, fence: fence)
  }

  /// Returns the text of a line after its gutter.
  package func text(ofLine index: Int) -> ArraySlice<UInt8> { bytes[lines[index].text] }

  /// Returns a line with its gutter, without blanks at its end.
  package func whole(_ index: Int) -> ArraySlice<UInt8> {
    bytes[lines[index].gutterOffset..<lines[index].text.upperBound]
  }

  /// Returns the line of a block's command.
  package func input(of block: TranscriptBlock) -> [UInt8] { Array(text(ofLine: block.inputLine)) }

  /// Returns the session of a block.
  package func caseIndex(ofBlock block: Int) -> Int {
    cases.lastIndex { $0.blocks.lowerBound <= block } ?? 0
  }
}

/// A session: some blocks with the directives before them.
package struct TranscriptCase: Sendable {
  /// The line `@ case NAME`; `nil` for the session before the first of them.
  package let nameLine: Int?
  /// The name; `nil` for the session before the first `@ case`.
  package let name: String?
  /// The indexes of the session's blocks.
  package internal(set) var blocks: Range<Int>
  /// The directives before the first command.
  package internal(set) var directives = Directives()
}

/// A directive of a session or of one command.
package enum Directive: String, Sendable {
  case seed, language, requires, include, xfail, skip, timeout

  /// `true` if it can belong to one command.
  var isMark: Bool { self == .xfail || self == .skip || self == .timeout }

  /// `true` if a directive may be there more than once.
  fileprivate var isRepeated: Bool { self == .requires || self == .include }

  /// Returns the fault of an argument, or `nil` if it is valid.
  func fault(of argument: String) -> String? {
    switch self {
    case .timeout where milliseconds(argument) == nil:
      "not a time limit: \"\(argument)\" (as in 500ms, 2s or 1m)"
    case .xfail, .skip:
      argument.utf8.count > 2 && argument.hasPrefix("\"") && argument.hasSuffix("\"")
        ? nil : "\"@ \(rawValue)\" needs a reason in double quotes"
    default: nil
    }
  }
}

/// The directives of one command or of a session, in the order of their lines.
package struct Directives: Sendable {
  /// A directive with its argument and its line.
  package struct Entry: Sendable {
    let directive: Directive
    /// The text after the name.
    package let argument: String
    /// The index of the line.
    package let line: Int
  }

  private(set) var entries: [Entry] = []

  /// The first directive of a kind; `nil` if there is none.
  package subscript(_ directive: Directive) -> Entry? {
    entries.first { $0.directive == directive }
  }

  /// Returns all directives of a kind, in their order.
  package func all(_ directive: Directive) -> [Entry] {
    entries.filter { $0.directive == directive }
  }

  /// The time limit in milliseconds.
  package var timeLimit: Int? { self[.timeout].flatMap { milliseconds($0.argument) } }

  /// Returns the reason of `@ skip` or `@ xfail`, without its quotes.
  package func reason(_ directive: Directive) -> String? {
    self[directive].map { String($0.argument.dropFirst().dropLast()) }
  }

  /// Adds a directive.
  ///
  /// Returns `false` if there is one already and it can't be repeated.
  mutating func add(_ entry: Entry) -> Bool {
    guard entry.directive.isRepeated || self[entry.directive] == nil else { return false }
    entries.append(entry)
    return true
  }

  /// Returns these directives and those of an enclosing part of the file.
  ///
  /// A directive that can't be repeated replaces the one of the enclosing part.
  package func completed(by others: Directives) -> Directives {
    let missing = others.entries.filter { $0.directive.isRepeated || self[$0.directive] == nil }
    return Directives(entries: missing + entries)
  }
}

/// Returns the milliseconds of a time such as `500ms`, `2s` or `1m`, or `nil` for other texts.
package func milliseconds(_ text: String) -> Int? {
  let digits = text.prefix { $0.isASCII && $0.isNumber }
  let units = ["ms": 1, "s": 1000, "m": 60_000]
  guard let unit = units[String(text.dropFirst(digits.count))], let count = Int(digits),
    count > 0, count <= 86_400_000
  else { return nil }
  return count * unit
}

/// One command with its expected answers.
package struct TranscriptBlock: Sendable {
  /// The index of the command's line.
  package let inputLine: Int
  /// The index of the line after the block.
  var endLine: Int
  /// The directives of the command.
  package internal(set) var directives = Directives()
  /// The answers that are accepted; there is at least one.
  var alternatives = [Alternative()]

  init(inputLine: Int) {
    self.inputLine = inputLine
    endLine = inputLine + 1
  }

  /// The lines of the reply, with its alternatives and directives.
  var answerLines: Range<Int> { inputLine + 1..<endLine }

  /// `true` if any answer at all is accepted.
  package var acceptsAnything: Bool { alternatives.contains(where: \.acceptsAnything) }
}

/// Lines to remove and to insert.
package struct TranscriptEdits: Sendable {
  var removed: Set<Int> = []
  /// The inserted lines without their ends, by the line before which they are inserted.
  var inserted: [Int: [[UInt8]]] = [:]

  /// Whether the file stays as it is.
  package var isEmpty: Bool { removed.isEmpty && inserted.isEmpty }

  /// Creates no edits.
  package init() {}

  /// Inserts a line before another one, after those already inserted there.
  mutating func insert(_ line: [UInt8], before index: Int) {
    inserted[index, default: []].append(line)
  }
}

extension Transcript {
  /// Returns the bytes of the file.
  public func printed() -> [UInt8] { printed(TranscriptEdits()) }

  /// Returns the bytes of the edited file.
  package func printed(_ edits: TranscriptEdits) -> [UInt8] {
    let lines = edited(edits).filter { $0.sign != "-" }
    return (hasByteOrderMark ? [0xef, 0xbb, 0xbf] : []) + lines.flatMap(\.text)
  }

  /// Returns every line with its mark in a unified difference: `-` if it is removed, `+` if it is
  /// inserted.
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
      // A last line without a line end gets one if lines are inserted after it.
      if old.last != 0x0a && edits.inserted[index + 1] != nil {
        result += [("-", old), ("+", old + lineEnd)]
      } else {
        result.append((" ", old))
      }
    }
    return result
  }

  /// Returns the indentation of a line that is inserted before this one.
  func indentation(beforeLine index: Int) -> ArraySlice<UInt8> {
    lines[..<index].last { $0.gutter != .blank }.map { bytes[$0.indentation] } ?? []
  }
}

/// One line of a transcript, as ranges of the bytes of its file.
struct TranscriptLine: Equatable, Sendable {
  let gutter: Gutter
  /// The whole line with its line end.
  let range: Range<Int>
  /// The offset of the gutter, which follows the indentation of a fence.
  let gutterOffset: Int
  /// The text after the gutter and its blank, without blanks at the end.
  let text: Range<Int>

  var indentation: Range<Int> { range.lowerBound..<gutterOffset }
}

/// The first character of a line, which determines its kind.
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

  /// `true` if a line of this kind is part of an expected reply.
  var isExpectation: Bool {
    switch self {
    case .output, .escaped, .pattern, .gap, .negative, .status: true
    case .input, .directive, .comment, .blank: false
    }
  }
}
