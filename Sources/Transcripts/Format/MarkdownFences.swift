/// Finds the fenced blocks of a Markdown file that hold transcripts.
struct MarkdownFences {
  private let name: [UInt8]
  private var fence: ArraySlice<UInt8> = []
  private var isTranscript = false
  /// How many blanks stand before the fence, as in a list; so many are no part of its lines.
  private(set) var indentation = 0
  /// Whether the line that was taken last begins a transcript.
  private(set) var isOpening = false
  /// Whether the line that was taken last ends one.
  private(set) var isClosing = false

  init(_ name: String) {
    self.name = Array(name.utf8)
  }

  /// Whether the lines that follow belong to a transcript.
  var isInside: Bool { isTranscript && !fence.isEmpty }

  /// Takes a line, without what stands at its end; answers whether it is no part of a transcript.
  mutating func take(_ line: ArraySlice<UInt8>) -> Bool {
    isOpening = false
    isClosing = false
    let blanks = line.prefix { $0 == 0x20 || $0 == 0x09 }.count
    let line = line.dropFirst(blanks)
    let sign = line.first ?? 0
    let signs = line.prefix { $0 == sign }
    let isFence = signs.count >= 3 && (sign == UInt8(ascii: "`") || sign == UInt8(ascii: "~"))
    if fence.isEmpty {
      guard isFence else { return true }
      fence = signs
      indentation = blanks
      let words = line[signs.endIndex...].split(separator: 0x20)
      isTranscript = words.first?.elementsEqual(name) ?? false
      isOpening = isTranscript
      return true
    }
    if isFence && signs.count == line.count && sign == fence.first && signs.count >= fence.count {
      isClosing = isTranscript
      fence = []
      return true
    }
    return !isTranscript
  }
}
