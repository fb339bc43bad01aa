/// Where one line of a transcript lies in the bytes of its file.
package struct TranscriptLine: Equatable, Sendable {
  package let gutter: Gutter
  let startOffset: Int32
  /// Where the gutter stands: behind the indentation of its fence.
  let gutterOffset: Int32
  let textStartOffset: Int32
  let textEndOffset: Int32
  let endOffset: Int32

  /// The whole line, its line end included.
  package var range: Range<Int> { Int(startOffset)..<Int(endOffset) }

  /// What stands before the gutter.
  var indentation: Range<Int> { Int(startOffset)..<Int(gutterOffset) }

  /// What follows the gutter and its blank, without blanks at the end.
  package var text: Range<Int> { Int(textStartOffset)..<Int(textEndOffset) }

  /// How many bytes that is.
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
