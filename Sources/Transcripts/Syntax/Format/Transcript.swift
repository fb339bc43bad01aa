/// A parsed transcript: the lines of a file, grouped by command and session.
///
/// Lines are ranges of the bytes, and blocks and cases are ranges of lines, so that the file can be
/// written again byte for byte. A transcript is immutable: ``printed(_:)`` returns the bytes of an
/// edited one.
///
///     let transcript = try Transcript(Array("@ chimp-transcript 1\n> add 1\n| 1\n".utf8))
///     transcript.printed() == transcript.bytes  // true
///     transcript.blocks.count  // 1
public final class Transcript: Sendable {
  /// The first line of every transcript.
  public static let firstLine = "@ chimp-transcript 1"
  /// The file as it was read.
  public let bytes: [UInt8]
  /// `true` if the file begins with a byte order mark.
  var hasByteOrderMark: Bool { bytes.hasByteOrderMark }
  let lineEnd: [UInt8]
  let lines: [TranscriptLine]
  /// The number of lines of the file.
  package var lineCount: Int { lines.count }
  /// The sessions in the order of the file; there is at least one.
  package let cases: [TranscriptCase]
  /// The commands in the order of the file; there is at least one.
  package let blocks: [TranscriptBlock]

  /// Parses a transcript, or the fenced blocks of that name of a Markdown file.
  ///
  /// `kinds` are the holes of the program besides the general ones. Throws the first fault with its
  /// line and column.
  public init(
    _ bytes: [UInt8], fence: String? = nil, kinds: HoleKinds = HoleKinds()
  ) throws(TranscriptFault) {
    var parser = TranscriptParser(bytes, fence: fence, kinds)
    try parser.parse()
    self.bytes = bytes
    lineEnd = parser.hasReturns ?? false ? [0x0d, 0x0a] : [0x0a]
    lines = parser.lines
    cases = parser.cases
    blocks = parser.blocks
  }

  /// Returns whether a file begins as a transcript does.
  package static func isBegun(by bytes: [UInt8]) -> Bool {
    bytes.dropFirst(bytes.hasByteOrderMark ? 3 : 0).starts(with: firstLine.utf8)
  }

  /// Returns the text of a line after its gutter.
  package func text(ofLine index: Int) -> ArraySlice<UInt8> { bytes[lines[index].text] }

  /// Returns a line with the character that begins it, without trailing blanks.
  package func whole(_ index: Int) -> ArraySlice<UInt8> {
    bytes[lines[index].gutterOffset..<lines[index].text.upperBound]
  }

  /// Returns the command of a block; its lines are joined by line feeds.
  package func input(of block: TranscriptBlock) -> [UInt8] {
    var input = namesKeys(block) ? [ScreenSession.keySign] : []
    for line in block.inputLines {
      if line > block.inputLine { input.append(0x0a) }
      input += text(ofLine: line)
    }
    return input
  }

  /// Returns whether a command consists of keys.
  private func namesKeys(_ block: TranscriptBlock) -> Bool { lines[block.inputLine].namesKeys }

  /// Returns the index of the session to which a block belongs.
  package func caseIndex(ofBlock block: Int) -> Int {
    cases.lastIndex { $0.blocks.lowerBound <= block } ?? 0
  }
}

/// A session of a transcript: its blocks and the directives before them.
///
/// A file without `@ case` is one session. What stands before the first `@ case` holds for every
/// session that does not override it, so ``directives`` are complete.
///
///     let file = "@ chimp-transcript 1\n@ seed 7\n@ case a\n> b\n@ case c\n> d\n"
///     let transcript = try Transcript(Array(file.utf8))
///     transcript.cases.map(\.name)  // ["a", "c"]
///     transcript.cases.map(\.blocks)  // [0..<1, 1..<2]
///     transcript.cases[1].directives[.seed]?.argument  // "7"
package struct TranscriptCase: Sendable {
  /// The line `@ case NAME` that begins it; `nil` for the first session of a file without one.
  package let nameLine: Int?
  /// The name; `nil` for the session before the first `@ case`.
  package let name: String?
  /// The indexes of the session's blocks.
  package internal(set) var blocks: Range<Int>
  /// The directives before the first command.
  package internal(set) var directives = Directives()
  /// The fence that ends its code block in a Markdown file; `nil` if there is none.
  var fenceLine: Int?
}

/// The name of a directive, a line that begins with `@`, of a session or of one command.
///
///     Directive(rawValue: "xfail") == .xfail  // true
///     Directive(rawValue: "expect")  // nil
package enum Directive: String, Sendable {
  case seed, language, requires, include, file, stderr, screen, xfail, skip, timeout

  /// `true` if the directive has an argument.
  var hasArgument: Bool { self != .stderr }

  /// `true` if the directive may belong to one command.
  var isMark: Bool { self == .xfail || self == .skip || self == .timeout }

  /// `true` if the directive may be repeated.
  fileprivate var isRepeated: Bool { self == .requires || self == .include || self == .file }

  /// Returns the reason why an argument is invalid; `nil` if it is valid.
  func fault(of argument: String) -> String? {
    switch self {
    case .screen where ScreenSize(argument) == nil:
      "not a screen: \"\(argument)\" (as in 80x24, or 80x24 styled)"
    case .timeout where milliseconds(argument) == nil:
      "not a time limit: \"\(argument)\" (as in 500ms, 2s or 1m)"
    case .xfail, .skip:
      argument.utf8.count > 2 && argument.hasPrefix("\"") && argument.hasSuffix("\"")
        ? nil : "\"@ \(rawValue)\" needs a reason in double quotes"
    default: nil
    }
  }
}

/// The directives of a session or a command, in the order of their lines.
///
/// All but `@ requires`, `@ include` and `@ file` are there once at most, and their arguments are
/// valid.
///
///     let file = "@ chimp-transcript 1\n> board\n@ skip \"slow\"\n@ timeout 2s\n"
///     let directives = try Transcript(Array(file.utf8)).blocks[0].directives
///     directives.reason(.skip)  // "slow"
///     directives.timeLimit  // 2000
package struct Directives: Sendable {
  /// A directive with its argument and its line.
  ///
  ///     for entry in directives.all(.include) { print(entry.line + 1, entry.argument) }
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

  /// The time limit in milliseconds; `nil` for none.
  package var timeLimit: Int? { self[.timeout].flatMap { milliseconds($0.argument) } }

  /// Returns the reason of `@ skip` or `@ xfail`, without its quotes.
  package func reason(_ directive: Directive) -> String? {
    self[directive].map { String($0.argument.dropFirst().dropLast()) }
  }

  /// Adds a directive; returns `false` if it exists already and may not be repeated.
  mutating func add(_ entry: Entry) -> Bool {
    guard entry.directive.isRepeated || self[entry.directive] == nil else { return false }
    entries.append(entry)
    return true
  }

  /// Returns these directives together with those of the enclosing session or file.
  ///
  /// A directive that can't be repeated replaces that of the enclosing part.
  package func completed(by others: Directives) -> Directives {
    let missing = others.entries.filter { $0.directive.isRepeated || self[$0.directive] == nil }
    return Directives(entries: missing + entries)
  }
}

/// Parses a time such as `500ms`, `2s` or `1m` to milliseconds; returns `nil` for any other text.
package func milliseconds(_ text: String) -> Int? {
  let digits = text.prefix { $0.isASCII && $0.isNumber }
  let units = ["ms": 1, "s": 1000, "m": 60_000]
  guard let unit = units[String(text.dropFirst(digits.count))], let count = Int(digits),
    count > 0, count <= 86_400_000
  else { return nil }
  return count * unit
}

/// A command line with its expected replies.
///
///     let transcript = try Transcript(Array("@ chimp-transcript 1\n> add 1\n| 1\n".utf8))
///     let block = transcript.blocks[0]
///     transcript.input(of: block)  // the bytes of `add 1`
///     var bindings = Bindings()
///     let reply = OutputLine.lines(of: Array("1\n".utf8))
///     block.isMatched(by: reply, ReplyState(isRefused: false), &bindings)  // true
package struct TranscriptBlock: Sendable {
  /// The index of the command's line.
  package let inputLine: Int
  /// The index of the line after the command, whose first line others may continue.
  var inputEnd: Int
  /// The index of the line after the block.
  var endLine: Int
  /// The directives of the command.
  package internal(set) var directives = Directives()
  /// The accepted replies; there is at least one.
  var alternatives = [Alternative()]

  init(inputLine: Int) {
    self.inputLine = inputLine
    inputEnd = inputLine + 1
    endLine = inputEnd
  }

  /// The lines of the command.
  var inputLines: Range<Int> { inputLine..<inputEnd }

  /// The lines of the expected replies and directives.
  var answerLines: Range<Int> { inputEnd..<endLine }

  /// `true` if an expected line defines a name.
  package var definesNames: Bool { alternatives.contains { !$0.kinds.isEmpty } }

  /// `true` if any reply is accepted.
  package var acceptsAnything: Bool { alternatives.contains(where: \.acceptsAnything) }
}

/// Edits of a file: lines to remove and lines to insert.
///
/// All other lines stay as they are, byte for byte, and inserted ones end and are indented as those
/// before them.
///
///     var edits = TranscriptEdits()
///     edits.formUnion(difference.edits)
///     let bytes = transcript.printed(edits)
public struct TranscriptEdits: Sendable {
  var removed: Set<Int> = []
  /// The lines to insert, by the index of the line before which they are inserted.
  var inserted: [Int: [[UInt8]]] = [:]

  /// `true` if there are no edits.
  public var isEmpty: Bool { removed.isEmpty && inserted.isEmpty }

  /// Creates an empty set of edits.
  public init() {}

  /// Joins the edits of different blocks.
  package init(of edits: [TranscriptEdits]) {
    for other in edits { formUnion(other) }
  }

  /// Adds the edits for another command.
  public mutating func formUnion(_ other: TranscriptEdits) {
    removed.formUnion(other.removed)
    inserted.merge(other.inserted) { $0 + $1 }
  }

  /// Inserts a line before another one, after those already inserted there.
  mutating func insert(_ line: [UInt8], before index: Int) {
    inserted[index, default: []].append(line)
  }
}

extension Transcript {
  /// Returns the bytes of the file.
  public func printed() -> [UInt8] { printed(TranscriptEdits()) }

  /// Returns the bytes of the edited file.
  public func printed(_ edits: TranscriptEdits) -> [UInt8] {
    let lines = edited(edits).filter { $0.sign != .expected }
    return (hasByteOrderMark ? [0xef, 0xbb, 0xbf] : []) + lines.flatMap(\.text)
  }

  /// Returns all lines, also removed ones, with their signs in the difference and their line ends.
  func edited(_ edits: TranscriptEdits) -> [DifferenceLine] {
    var result: [DifferenceLine] = []
    for index in 0...lines.count {
      let isRemoved = edits.removed.contains(index)
      let old = index < lines.count ? bytes[lines[index].range] : nil
      if isRemoved, let old { result.append((.expected, old)) }
      for line in edits.inserted[index] ?? [] {
        result.append((.actual, indentation(beforeLine: index) + line + lineEnd))
      }
      guard !isRemoved, let old else { continue }
      // A last line without a line end gets one if lines are inserted after it.
      if old.last != 0x0a && edits.inserted[index + 1] != nil {
        result += [(.expected, old), (.actual, old + lineEnd)]
      } else {
        result.append((.same, old))
      }
    }
    return result
  }

  /// Returns the indentation for a line that is inserted before this one.
  func indentation(beforeLine index: Int) -> ArraySlice<UInt8> {
    lines[..<index].last { $0.gutter != .blank }.map { bytes[$0.indentation] } ?? []
  }
}

/// A line of a transcript, as ranges of bytes in the file.
struct TranscriptLine: Equatable, Sendable {
  let gutter: Gutter
  /// The whole line with its line end.
  let range: Range<Int>
  /// The offset of the character that determines the kind of line.
  let gutterOffset: Int
  /// The text after that character and its blank, without trailing blanks.
  let text: Range<Int>
  /// The part of the reply that the line describes.
  var stream = ReplyStream.output
  /// `true` for a line of input that names keys, as in `>> Down Enter`.
  var namesKeys = false

  var indentation: Range<Int> { range.lowerBound..<gutterOffset }
}

/// The first character of a line, which determines the kind of line.
enum Gutter: UInt8, Sendable {
  /// `>`: an input line.
  case input = 0x3e
  /// `.`: a line that continues the input.
  case continuation = 0x2e
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
    case .input, .continuation, .directive, .comment, .blank: false
    }
  }
}
