/// The fenced blocks of a Markdown file that hold transcripts.
///
/// Each line of the file is consumed in order; the properties describe the last one. A fence may be
/// indented, as in a list, or stand in a block quote, whose markers are no part of its lines.
struct MarkdownFences {
  private let name: [UInt8]
  private var fence: ArraySlice<UInt8> = []
  private var isTranscript = false
  /// The number of blanks before the fence; as many at the beginning of its lines are ignored.
  private var indentation = 0
  /// The depth of the quote in which the block began.
  private var quoteCount = 0
  /// The number of bytes of the line that stand before the gutter.
  private(set) var margin = 0
  /// `true` if the line begins a transcript.
  private(set) var isOpening = false
  /// `true` if the line ends a transcript.
  private(set) var isClosing = false

  init(_ name: String) { self.name = Array(name.utf8) }

  /// `true` if the current line is in a fenced block with transcripts.
  var isInside: Bool { isTranscript && !fence.isEmpty }

  /// Consumes the next line, without its line end.
  ///
  /// Returns `true` if it is no part of a transcript.
  mutating func consume(_ line: ArraySlice<UInt8>) -> Bool {
    isOpening = false
    isClosing = false
    let (count, content) = Self.unquoted(line, upTo: quoteCount)
    guard !fence.isEmpty, count == quoteCount else {
      // The end of a quote ends the block inside.
      isClosing = isInside
      fence = []
      consumeOutside(line)
      return true
    }
    let words = content.drop(while: Self.isBlank)
    if words.count >= fence.count, words.allSatisfy({ $0 == fence.first }) {
      isClosing = isTranscript
      fence = []
      return true
    }
    margin = content.startIndex - line.startIndex
    margin += content.prefix(indentation).prefix(while: Self.isBlank).count
    return !isTranscript
  }

  /// Consumes a line outside of all fences, which may open one.
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
    isOpening = isTranscript
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
