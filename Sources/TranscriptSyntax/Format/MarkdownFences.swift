/// Finds the fenced code blocks of a Markdown file that contain transcripts.
///
/// The lines are consumed in order. A code block may be indented, as in a list, or be part of a
/// block quote.
struct MarkdownFences {
  private let name: [UInt8]
  private var fence: ArraySlice<UInt8> = []
  private var isTranscript = false
  /// The indentation of the code block, which is removed from its lines.
  private var indentation = 0
  /// The nesting depth of block quotes in which the code block began.
  private var quoteCount = 0

  init(_ name: String) { self.name = Array(name.utf8) }

  /// `true` in a code block with a transcript, after the line that begins it.
  var isInside: Bool { isTranscript && !fence.isEmpty }

  /// Consumes the next line, without its line end.
  ///
  /// Returns the number of bytes before the transcript's text; `nil` for a line outside of
  /// transcripts.
  mutating func consume(_ line: ArraySlice<UInt8>) -> Int? {
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
      return nil
    }
    let indented = content.prefix(indentation).prefix(while: Self.isBlank)
    return isTranscript ? indented.endIndex - line.startIndex : nil
  }

  /// Consumes a line outside of code blocks, which may begin one.
  private mutating func consumeOutside(_ line: ArraySlice<UInt8>) {
    let (count, content) = Self.unquoted(line, upTo: .max)
    let words = content.drop(while: Self.isBlank)
    let sign = words.first ?? 0
    let signs = words.prefix { $0 == sign }
    guard signs.count >= 3 && (sign == UInt8(ascii: "`") || sign == UInt8(ascii: "~")) else {
      return
    }
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

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
}
