/// Turns the bytes of a terminal into characters and keys, and pasted text into plain typing.
///
/// The bytes may come in any pieces: the beginning of a sequence waits for its rest.
///
///     var decoder = KeyDecoder()
///     decoder.append(Array("a\u{1b}[A".utf8))
///     decoder.next() == .character("a")  // true
///     decoder.next()  // the key .arrow(.up)
///     decoder.next() == .needsMore  // true
package struct KeyDecoder: Sendable {
  /// The result of decoding the bytes so far.
  ///
  ///     switch answer {
  ///     case .character(let scalar), .pasted(let scalar): print(scalar)
  ///     case .key(let key): print(key.bytes.count, "bytes")
  ///     case .needsMore, .mayContinue: break  // read again before the next call
  ///     }
  package enum Answer: Equatable, Sendable {
    case character(Unicode.Scalar)
    /// A pasted character, which is text even if it would be a command when typed.
    case pasted(Unicode.Scalar)
    /// A key that sends a sequence; `pass` forwards it to the line editor.
    case key(TerminalKey)
    /// There is nothing, or only the beginning of a sequence.
    case needsMore
    /// A key, unless more bytes follow immediately and make it the beginning of a sequence.
    case mayContinue
  }

  private static let pasteStart = Array("\u{1b}[200~".utf8)
  private static let pasteEnd = Array("\u{1b}[201~".utf8)
  private static let escape: UInt8 = 0x1b
  private static let interrupt: UInt8 = 0x03
  /// The bytes to decode.
  private var rest: ArraySlice<UInt8> = []
  /// `true` if the bytes of a bracketed paste are being decoded, which are text and no keys.
  package private(set) var isPasting = false
  /// `true` if the last character of the paste was a return, after which a line feed is dropped.
  private var endedWithReturn = false
  /// The bytes of a key that the editor has not received yet.
  private var passed: [UInt8] = []

  package init() {}

  /// `true` if all bytes have been decoded.
  package var isEmpty: Bool { rest.isEmpty && passed.isEmpty }

  /// True if the first byte to decode belongs to a text, not to a key that moves or confirms.
  package var beginsWithText: Bool { rest.first.map { $0 > 0x20 && $0 != 0x7f } ?? false }

  /// True if Ctrl-C is among the bytes to decode.
  package var hasInterrupt: Bool { rest.contains(Self.interrupt) }

  /// Appends bytes from the terminal.
  package mutating func append(_ more: some Sequence<UInt8>) { rest += more }

  /// Inserts a text before the bytes to decode.
  package mutating func prepend(_ text: String) { rest = text.utf8 + rest }

  /// Removes the terminal's report of its cursor from the bytes, or only the expected one.
  ///
  /// Returns `false` if there is none.
  package mutating func consumeAnswer(_ expected: [UInt8]? = nil) -> Bool {
    for index in rest.indices where rest[index] == Self.escape {
      guard case .key(let key) = SequenceParser.parse(rest[index...]), key.meaning == .noise,
        key.bytes.last == UInt8(ascii: "R"), key.bytes == expected ?? key.bytes
      else { continue }
      rest.removeSubrange(index..<index + key.bytes.count)
      return true
    }
    return false
  }

  /// Forwards the bytes of a key to the editor, one after the other.
  ///
  /// A search of the history consumes the Escape that ends it; during a search, Escape is therefore
  /// sent twice.
  package mutating func pass(_ key: TerminalKey, isSearching: Bool = false) {
    passed = (isSearching && key.bytes.count > 1 ? [Self.escape] : []) + key.bytes
  }

  /// Discards all bytes, and ends a paste.
  package mutating func clear() { self = KeyDecoder() }

  /// Returns the next character or key.
  ///
  /// Pass `true` if no more bytes follow immediately.
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
  /// Returns nothing, and consumes nothing, if the text is shorter than `leastCount`: a person
  /// types less at a time, and then the editor must get each key by itself, because its meaning
  /// depends on those before it.
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

  /// Returns whether bytes are a control character beyond ASCII, which may be a key of the editor.
  private func isControl(_ bytes: ArraySlice<UInt8>) -> Bool {
    bytes.elementsEqual([0xc2, bytes.last ?? 0]) && (0x80...0x9f).contains(bytes.last ?? 0)
  }

  /// Decodes an escape sequence; one that stays incomplete is dropped, because its end was lost.
  private mutating func nextKey(isFinal: Bool) -> Answer {
    switch SequenceParser.parse(rest) {
    case .key(let key):
      rest.removeFirst(key.bytes.count)
      return .key(key)
    case .incomplete where !isFinal: return .mayContinue
    case .incomplete where rest.count > 1:
      // The end of an incomplete sequence was lost.
      rest = []
      return .needsMore
    case .incomplete:
      rest.removeFirst()
      return .key(TerminalKey(.known(.escape), [Self.escape]))
    case .plain: return nextScalar(Self.escape)
    }
  }

  /// Returns a pasted character.
  ///
  /// A line end becomes Enter and a tab a blank; no pasted byte acts as a key of the editor.
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
    isPasting = false
    endedWithReturn = false
  }

  /// Decodes a character of UTF-8; U+FFFD stands for bytes that are none.
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
