/// Where one line of a transcript lies in the bytes of its file.
package struct TranscriptLine: Equatable, Sendable {
  package let gutter: Gutter
  let startOffset: Int32
  /// Where the gutter stands: behind the indentation of its fence.
  let gutterOffset: Int32
  let textStartOffset: Int32
  let textEndOffset: Int32
  let endOffset: Int32

  /// Makes a line of offsets in their order.
  init(gutter: Gutter, _ start: Int, _ place: Int, _ textStart: Int, _ textEnd: Int, _ end: Int) {
    self.gutter = gutter
    startOffset = Int32(truncatingIfNeeded: start)
    gutterOffset = Int32(truncatingIfNeeded: place)
    textStartOffset = Int32(truncatingIfNeeded: textStart)
    textEndOffset = Int32(truncatingIfNeeded: textEnd)
    endOffset = Int32(truncatingIfNeeded: end)
  }

  /// The whole line, its line end included.
  package var range: Range<Int> { Int(startOffset)..<Int(endOffset) }

  /// What stands before the gutter.
  var indentation: Range<Int> { Int(startOffset)..<Int(gutterOffset) }

  /// What follows the gutter and its blank, without blanks at the end.
  package var text: Range<Int> { Int(textStartOffset)..<Int(textEndOffset) }

  var textLength: Int { Int(textEndOffset &- textStartOffset) }
}

/// How the lines of a transcript end.
package enum LineEnd: Sendable {
  case lineFeed
  case carriageReturnLineFeed

  var bytes: [UInt8] {
    switch self {
    case .lineFeed: [0x0a]
    case .carriageReturnLineFeed: [0x0d, 0x0a]
    }
  }
}

/// What the first column says that a line is.
package enum Gutter: UInt8, Sendable {
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

  /// Whether the line says something of what a command answers.
  package var isExpectation: Bool {
    switch self {
    case .output, .escaped, .pattern, .gap, .negative, .status: true
    case .input, .directive, .comment, .blank: false
    }
  }
}
