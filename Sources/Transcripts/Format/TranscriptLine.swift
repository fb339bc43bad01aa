/// Where one line of a transcript lies in the bytes of its file.
struct TranscriptLine: Equatable, Sendable {
  let gutter: Gutter
  let startOffset: Int32
  /// Where the gutter stands: behind the indentation of its fence.
  let gutterOffset: Int32
  let textStartOffset: Int32
  let textEndOffset: Int32
  let endOffset: Int32

  init(gutter: Gutter, _ start: Int, _ place: Int, _ textStart: Int, _ textEnd: Int, _ end: Int) {
    self.gutter = gutter
    startOffset = Int32(truncatingIfNeeded: start)
    gutterOffset = Int32(truncatingIfNeeded: place)
    textStartOffset = Int32(truncatingIfNeeded: textStart)
    textEndOffset = Int32(truncatingIfNeeded: textEnd)
    endOffset = Int32(truncatingIfNeeded: end)
  }

  /// The whole line, its line end included.
  var range: Range<Int> { Int(startOffset)..<Int(endOffset) }

  var indentation: Range<Int> { Int(startOffset)..<Int(gutterOffset) }

  /// What follows the gutter and its blank, without blanks at the end.
  var text: Range<Int> { Int(textStartOffset)..<Int(textEndOffset) }

  var textLength: Int { Int(textEndOffset &- textStartOffset) }
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
