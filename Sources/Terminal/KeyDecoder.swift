/// Turns the bytes of a terminal into characters, and pasted text into plain typing.
package struct KeyDecoder: Sendable {
  /// What can be said of the bytes so far.
  package enum Answer: Equatable, Sendable {
    case character(Unicode.Scalar)
    /// A character that was pasted: it is text, whatever it would ask for as a key.
    case pasted(Unicode.Scalar)
    /// A key that sends a sequence; `pass` hands it to the line editor.
    case key(TerminalKey)
    /// There is nothing, or only the beginning of something; its rest must come.
    case needsMore
    /// A key, unless more comes at once and makes it the beginning of a sequence.
    case mayContinue
  }

  private static let pasteStart = Array("\u{1b}[200~".utf8)
  private static let pasteEnd = Array("\u{1b}[201~".utf8)
  private static let escape: UInt8 = 0x1b
  private static let interrupt: UInt8 = 0x03
  /// What is still to be taken.
  private var rest: ArraySlice<UInt8> = []
  package private(set) var isPasting = false
  private var endedWithReturn = false
  /// What a key has sent, as far as the editor has still to get it.
  private var passed: [UInt8] = []

  package init() {}

  package var isEmpty: Bool { rest.isEmpty && passed.isEmpty }

  /// Whether Ctrl-C is among the bytes that are still to be taken.
  package var hasInterrupt: Bool { rest.contains(Self.interrupt) }

  /// Takes bytes that the terminal has sent.
  package mutating func append(_ more: some Sequence<UInt8>) { rest += more }

  /// Puts a text before everything that is still to be taken.
  package mutating func takeBack(_ text: String) { rest = text.utf8 + rest }

  /// Takes where the terminal says that its cursor is out of what was read, or only this answer;
  /// false where it is not there.
  package mutating func takeAnswer(_ expected: [UInt8]? = nil) -> Bool {
    for place in rest.indices where rest[place] == Self.escape {
      guard case .key(let key) = SequenceParser.parse(rest[place...]), key.meaning == .noise,
        key.bytes.last == UInt8(ascii: "R"), key.bytes == expected ?? key.bytes
      else { continue }
      rest.removeSubrange(place..<place + key.bytes.count)
      return true
    }
    return false
  }

  /// Has the editor get the bytes of a key, one after the other.
  ///
  /// A search of the history swallows the escape that ends it, so that there it comes twice.
  package mutating func pass(_ key: TerminalKey, isSearching: Bool = false) {
    passed = (isSearching && key.bytes.count > 1 ? [Self.escape] : []) + key.bytes
  }

  /// Forgets what was read, and any paste.
  package mutating func clear() { self = KeyDecoder() }

  /// The next character or key; `isFinal` says that nothing more comes at once.
  package mutating func next(isFinal: Bool = false) -> Answer {
    if !passed.isEmpty { return .character(Unicode.Scalar(passed.removeFirst())) }
    while let first = rest.first {
      if isPasting {
        if rest.starts(with: Self.pasteEnd) {
          endPaste(after: Self.pasteEnd.count)
        } else if Self.pasteEnd.starts(with: rest) {
          return .needsMore
        } else if let answer = nextPasted(first) {
          return answer
        }
      } else if rest.starts(with: Self.pasteStart) {
        rest.removeFirst(Self.pasteStart.count)
        isPasting = true
      } else if first == Self.escape {
        return nextKey(isFinal: isFinal)
      } else {
        return nextScalar(first)
      }
    }
    return .needsMore
  }

  /// Consumes and returns the text that was read, up to the first key or line end.
  ///
  /// Returns nothing, and consumes nothing, where that is less text than a person types at once:
  /// what a key means depends on those before it, so that the editor gets each by itself.
  package mutating func consumeText(atLeast leastCount: Int) -> [Unicode.Scalar] {
    guard passed.isEmpty, rest.count >= leastCount else { return [] }
    let whole = rest
    var text: [Unicode.Scalar] = []
    while let first = rest.first, first >= 0x20, first != 0x7f, !isControl(rest.prefix(2)) {
      if first < 0x80 {
        rest.removeFirst()
        text.append(Unicode.Scalar(first))
      } else if case .character(let scalar) = nextScalar(first) {
        text.append(scalar)
      } else {
        break
      }
    }
    guard text.count >= leastCount else {
      rest = whole
      return []
    }
    endedWithReturn = false
    return text
  }

  /// Whether bytes are those of a control character beyond ASCII, which may be a key of the editor.
  private func isControl(_ bytes: ArraySlice<UInt8>) -> Bool {
    bytes.elementsEqual([0xc2, bytes.last ?? 0]) && (0x80...0x9f).contains(bytes.last ?? 0)
  }

  private mutating func nextKey(isFinal: Bool) -> Answer {
    switch SequenceParser.parse(rest) {
    case .key(let key):
      rest.removeFirst(key.bytes.count)
      return .key(key)
    case .incomplete where !isFinal: return .mayContinue
    case .incomplete where rest.count > 1:
      // What does not go on is the rest of something that was lost.
      rest = []
      return .needsMore
    case .incomplete:
      rest.removeFirst()
      return .key(TerminalKey(.known(.escape), [Self.escape]))
    case .plain: return nextScalar(Self.escape)
    }
  }

  /// A pasted line end is Enter and a tab is a blank; no pasted byte is a key of the editor.
  private mutating func nextPasted(_ byte: UInt8) -> Answer? {
    let followsReturn = endedWithReturn
    endedWithReturn = byte == 0x0d
    if byte == Self.interrupt {
      // No terminal pastes Ctrl-C, so the end of the paste was lost.
      endPaste(after: 1)
      return .character("\u{3}")
    }
    guard byte < 0x20 || byte == 0x7f else {
      guard case .character(let scalar) = nextScalar(byte) else { return .needsMore }
      return .pasted(scalar)
    }
    rest.removeFirst()
    switch byte {
    case 0x0a where followsReturn: return nil
    case 0x0a, 0x0d: return .pasted("\n")
    case 0x09: return .pasted(" ")
    default: return nil
    }
  }

  private mutating func endPaste(after count: Int) {
    rest.removeFirst(count)
    (isPasting, endedWithReturn) = (false, false)
  }

  private mutating func nextScalar(_ first: UInt8) -> Answer {
    let count = first < 0x80 ? 1 : first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2
    let sequence = rest.prefix(count)
    guard sequence.dropFirst().allSatisfy({ $0 & 0xc0 == 0x80 }), first < 0x80 || first >= 0xc2
    else {
      rest.removeFirst()
      return .character("\u{fffd}")
    }
    guard sequence.count == count else { return .needsMore }
    rest.removeFirst(count)
    let scalars = String(decoding: sequence, as: UTF8.self).unicodeScalars
    return .character(scalars.count == 1 ? scalars.first ?? "\u{fffd}" : "\u{fffd}")
  }
}
