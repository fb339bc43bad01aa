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
