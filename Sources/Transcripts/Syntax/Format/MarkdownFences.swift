/// Finds the fenced code blocks of a Markdown file that contain transcripts.
///
/// The lines are consumed in order. A code block may be indented, begin in the line of a list item,
/// or be part of a block quote.
struct MarkdownFences {
  private let name: [UInt8]
  private var fence: ArraySlice<UInt8> = []
  private var isTranscript = false
  /// The indentation of the code block, which is removed from its lines.
  private var indentation = 0
  /// The nesting depth of block quotes in which the code block began.
  private var quoteCount = 0

  /// `true` if the line consumed last is the fence that ends a code block.
  private(set) var isAtEnd = false

  init(_ name: String) { self.name = Array(name.utf8) }

  /// `true` in a code block with a transcript, after the line that begins it.
  var isInside: Bool { isTranscript && !fence.isEmpty }

  /// Consumes the next line, without its line end.
  ///
  /// Returns the number of bytes before the transcript's text; `nil` for a line outside of
  /// transcripts.
  mutating func consume(_ line: ArraySlice<UInt8>) -> Int? {
    isAtEnd = false
    let (count, content) = Self.unquoted(line, upTo: quoteCount)
    guard !fence.isEmpty, count == quoteCount else {
      // The end of a quote ends the block inside.
      fence = []
      consumeOutside(line)
      return nil
    }
    let words = content.drop(while: Self.isBlank)
    if words.count >= fence.count, words.allSatisfy({ $0 == fence.first }) {
      fence = []
      isAtEnd = true
      return nil
    }
    let indented = content.prefix(indentation).prefix(while: Self.isBlank)
    return isTranscript ? indented.endIndex - line.startIndex : nil
  }

  /// Consumes a line outside of code blocks, which may begin one.
  private mutating func consumeOutside(_ line: ArraySlice<UInt8>) {
    let (count, content) = Self.unquoted(line, upTo: .max)
    let words = Self.unlisted(content)
    let sign = words.first ?? 0
    let signs = words.prefix { $0 == sign }
    let isTilde = sign == UInt8(ascii: "~")
    // A line with further backticks is text with a code span.
    let isBacktick = sign == UInt8(ascii: "`") && !words[signs.endIndex...].contains(sign)
    guard signs.count >= 3 && (isTilde || isBacktick) else { return }
    fence = signs
    indentation = words.startIndex - content.startIndex
    quoteCount = count
    let firstWord = words[signs.endIndex...].split(separator: 0x20).first
    isTranscript = firstWord?.elementsEqual(name) ?? false
  }

  /// Returns the line without the markers of block quotes, and their number.
  private static func unquoted(
    _ line: ArraySlice<UInt8>, upTo limit: Int
  ) -> (count: Int, content: ArraySlice<UInt8>) {
    var content = line
    var count = 0
    while count < limit {
      let rest = content.drop(while: isBlank)
      guard rest.first == UInt8(ascii: ">") else { break }
      content = rest.dropFirst()
      if content.first == 0x20 { content = content.dropFirst() }
      count += 1
    }
    return (count, content)
  }

  /// Returns the line without blanks and markers of list items at its beginning.
  private static func unlisted(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let words = line.drop(while: isBlank)
    let number = words.prefix { $0 >= 0x30 && $0 <= 0x39 }
    let rest = words[number.endIndex...]
    let signs = number.isEmpty ? "-*+" : ".)"
    guard let sign = rest.first, signs.utf8.contains(sign),
      rest.dropFirst().first.map(isBlank) ?? false
    else { return words }
    return unlisted(rest.dropFirst())
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
}
