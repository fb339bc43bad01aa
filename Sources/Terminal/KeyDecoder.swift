/// Decodes the bytes from a terminal into characters, keys and pasted text.
///
/// The bytes may arrive in parts: an incomplete escape sequence waits for its rest.
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
    /// A pasted character, which is never a command key.
    case pasted(Unicode.Scalar)
    /// A key with an escape sequence.
    case key(TerminalKey)
    /// There are no more complete characters or keys.
    case needsMore
    /// A key, unless further bytes follow immediately and make it part of an escape sequence.
    case mayContinue
  }

  private static let pasteStart = Array("\u{1b}[200~".utf8)
  private static let pasteEnd = Array("\u{1b}[201~".utf8)
  private static let escape: UInt8 = 0x1b
  private static let interrupt: UInt8 = 0x03
  /// The number of bytes of an unfinished sequence that are kept; its meaning needs fewer.
  private static let longestSequence = 1 << 16
  /// The bytes that are not decoded yet.
  private var rest: ArraySlice<UInt8> = []
  /// `true` during a bracketed paste, in which bytes are text.
  package private(set) var isPasting = false
  /// `true` if the last pasted character was a carriage return, so that a line feed after it is
  /// dropped.
  private var endedWithReturn = false
  /// The bytes of a key that are still to be forwarded to the line editor.
  private var passed: [UInt8] = []

  package init() {}

  /// `true` if all bytes are decoded.
  package var isEmpty: Bool { rest.isEmpty && passed.isEmpty }

  /// `true` if a character can be decoded, not only escape sequences.
  package var hasCharacter: Bool {
    var copy = self
    while true {
      switch copy.next(isFinal: true) {
      case .character, .pasted: return true
      case .key: continue
      case .needsMore, .mayContinue: return false
      }
    }
  }

  /// `true` if the bytes are more than Escape, but less than a whole escape sequence.
  ///
  /// `ESC [`, a number and `$` may be whole: Shift with a key on rxvt.
  package var isAmidSequence: Bool {
    guard !isPasting, rest.count > 1, beginsWithSequence, rest.last != UInt8(ascii: "$"),
      !rest.elementsEqual([Self.escape, Self.escape])
    else { return false }
    return SequenceParser.parse(rest) == .incomplete
  }

  /// `true` if the next bytes are an escape sequence.
  private var beginsWithSequence: Bool { SequenceParser.beginsWithSequence(rest) }

  /// `true` if the bytes contain Ctrl-C.
  package var hasInterrupt: Bool { rest.contains(Self.interrupt) }

  /// Appends bytes from the terminal.
  package mutating func append(_ more: some Sequence<UInt8>) { rest += more }

  /// Inserts a text before the bytes to decode.
  package mutating func prepend(_ text: String) { rest = text.utf8 + rest }

  /// Removes the terminal's report of the cursor position; returns `false` if there is none.
  ///
  /// If `expected` is given, only that report is removed.
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

  /// Forwards the bytes of a key to the line editor.
  ///
  /// A search of the history consumes the Escape that ends it; during a search, Escape is therefore
  /// sent twice.
  package mutating func pass(_ bytes: [UInt8], isSearching: Bool = false) {
    passed = (isSearching && bytes.count > 1 ? [Self.escape] : []) + bytes
  }

  /// Returns whether a sequence is the mark at the beginning or the end of a paste.
  static func isPasteMark(_ bytes: [UInt8]) -> Bool { [pasteStart, pasteEnd].contains(bytes) }

  /// Ends a paste whose end was lost.
  package mutating func endPaste() {
    isPasting = false
    endedWithReturn = false
  }

  /// Discards all bytes, and ends a paste.
  package mutating func clear() { self = KeyDecoder() }

  /// Returns the next character or key.
  ///
  /// `isFinal` is `true` if no further bytes follow immediately.
  package mutating func next(isFinal: Bool = false) -> Answer {
    if !passed.isEmpty { return .character(Unicode.Scalar(passed.removeFirst())) }
    while let first = rest.first {
      if isPasting {
        if rest.starts(with: Self.pasteEnd) {
          endPaste(after: Self.pasteEnd.count)
        } else if Self.pasteEnd.starts(with: rest) {
          return .needsMore
        } else if beginsWithSequence {
          guard dropPastedSequence() else { return .needsMore }
        } else if let answer = nextPasted(first) {
          return answer
        }
      } else if rest.starts(with: Self.pasteStart) {
        rest.removeFirst(Self.pasteStart.count)
        isPasting = true
      } else if beginsWithSequence {
        return nextKey(isFinal: isFinal)
      } else {
        return nextScalar(first)
      }
    }
    return .needsMore
  }

  /// Consumes and returns typed text up to the first key or line end, if it is long enough.
  ///
  /// Text shorter than `leastCount` is not consumed. It is typed by hand, and the editor must get
  /// each key by itself.
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

  /// Returns whether bytes are a control character outside of ASCII.
  private func isControl(_ bytes: ArraySlice<UInt8>) -> Bool {
    bytes.elementsEqual([0xc2, bytes.last ?? 0]) && (0x80...0x9f).contains(bytes.last ?? 0)
  }

  /// Decodes an escape sequence; drops one that stays incomplete.
  private mutating func nextKey(isFinal: Bool) -> Answer {
    switch SequenceParser.parse(rest) {
    case .key(let key):
      rest.removeFirst(key.bytes.count)
      return .key(key)
    case .incomplete where !isFinal:
      shortenSequence()
      return .mayContinue
    case .incomplete where rest.contains { $0 != Self.escape }:
      // The end of an incomplete sequence was lost.
      rest = []
      return .needsMore
    case .escape, .incomplete:
      rest.removeFirst()
      return .key(TerminalKey(.known(.escape), [Self.escape]))
    }
  }

  /// Drops the bytes of an unfinished sequence that is too long, except its beginning and a byte
  /// that may begin its end.
  private mutating func shortenSequence() {
    guard rest.count > Self.longestSequence, let last = rest.last else { return }
    let mayEnd = last == Self.escape || last == 0xc2
    rest = rest.prefix(3) + (mayEnd ? [last] : [])
  }

  /// Drops an escape sequence in a paste, or Escape alone; returns `false` if it is incomplete.
  ///
  /// The sequence is a part of the pasted text, or an answer of the terminal that came meanwhile.
  private mutating func dropPastedSequence() -> Bool {
    endedWithReturn = false
    switch SequenceParser.parse(rest) {
    case .key(let key) where !key.isAltCharacter: rest.removeFirst(key.bytes.count)
    case .key, .escape: rest.removeFirst()
    case .incomplete:
      shortenSequence()
      return false
    }
    return true
  }

  /// Returns a pasted character; a line end becomes Enter, and a tab a blank.
  private mutating func nextPasted(_ byte: UInt8) -> Answer? {
    let followsReturn = endedWithReturn
    endedWithReturn = byte == 0x0d
    if byte == Self.interrupt {
      // No terminal pastes Ctrl-C, so the end of the paste was lost.
      endPaste(after: 1)
      return .character(ControlKey.interrupt)
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
    endPaste()
  }

  /// Decodes a UTF-8 character; invalid bytes become U+FFFD.
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
