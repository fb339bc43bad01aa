/// Turns the bytes of a terminal into characters, and pasted text into plain typing.
package struct KeyDecoder: Sendable {
  /// What can be said of the bytes so far.
  package enum Answer: Equatable, Sendable {
    case character(Unicode.Scalar)
    /// There is nothing, or only the beginning of something; its rest must come.
    case needsMore
    /// A key, unless more comes at once and makes it the beginning of a paste.
    case mayContinue
  }

  private static let pasteStart = Array("\u{1b}[200~".utf8)
  private static let pasteEnd = Array("\u{1b}[201~".utf8)
  private static let escape: UInt8 = 0x1b
  private static let interrupt: UInt8 = 0x03

  private var bytes: [UInt8] = []
  private var start = 0
  private var isPasting = false
  private var endedWithReturn = false
  private var hasDoubledEscape = false

  /// Makes a decoder without bytes.
  package init() {}

  /// Whether all bytes were taken.
  package var isEmpty: Bool { start == bytes.count }

  /// Whether Ctrl-C is among the bytes that are still to be taken.
  package var hasInterrupt: Bool { bytes[start...].contains(Self.interrupt) }

  /// Takes what was read.
  package mutating func append(_ more: some Sequence<UInt8>) {
    bytes.removeFirst(start)
    start = 0
    bytes.append(contentsOf: more)
  }

  /// Puts a text before everything that is still to be taken.
  package mutating func takeBack(_ text: String) {
    bytes.replaceSubrange(..<start, with: text.utf8)
    start = 0
  }

  /// Forgets what was read, and any paste.
  package mutating func clear() {
    self = KeyDecoder()
  }

  /// The next character.
  ///
  /// `isFinal` says that nothing more comes at once. A search of the history swallows the escape
  /// that ends it, so that there a key's escape comes twice.
  package mutating func next(isFinal: Bool = false, isSearching: Bool = false) -> Answer {
    while start < bytes.count {
      if isPasting {
        if begins(with: Self.pasteEnd) {
          endPaste(after: Self.pasteEnd.count)
        } else if isBeginning(of: Self.pasteEnd) {
          return .needsMore
        } else if let answer = nextPasted() {
          return answer
        }
      } else if begins(with: Self.pasteStart) {
        start += Self.pasteStart.count
        isPasting = true
      } else if isBeginning(of: Self.pasteStart), !isFinal {
        return .mayContinue
      } else {
        return nextTyped(isSearching: isSearching)
      }
    }
    return .needsMore
  }

  private mutating func nextTyped(isSearching: Bool) -> Answer {
    if isSearching, bytes[start] == Self.escape, bytes.count - start > 1, !hasDoubledEscape {
      hasDoubledEscape = true
      return .character("\u{1b}")
    }
    hasDoubledEscape = false
    return nextScalar()
  }

  /// A pasted line end is Enter and a tab is a blank; no pasted byte is a key of the editor.
  private mutating func nextPasted() -> Answer? {
    let byte = bytes[start]
    let followsReturn = endedWithReturn
    endedWithReturn = byte == 0x0d
    switch byte {
    case 0x0a where followsReturn:
      start += 1
      return nil
    case 0x0a, 0x0d:
      start += 1
      return .character("\n")
    case 0x09:
      start += 1
      return .character(" ")
    case Self.interrupt:
      // No terminal pastes Ctrl-C, so the end of the paste was lost.
      endPaste(after: 1)
      return .character("\u{3}")
    case 0..<0x20, 0x7f:
      start += 1
      return nil
    default:
      return nextScalar()
    }
  }

  private mutating func endPaste(after count: Int) {
    start += count
    isPasting = false
    endedWithReturn = false
  }

  private mutating func nextScalar() -> Answer {
    let first = bytes[start]
    let count = first < 0x80 ? 1 : first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2
    let sequence = bytes[start...].prefix(count)
    let rest = sequence.dropFirst()
    guard rest.allSatisfy({ $0 & 0xc0 == 0x80 }), first < 0x80 || first >= 0xc2 else {
      start += 1
      return .character("\u{fffd}")
    }
    guard sequence.count == count else { return .needsMore }
    start += count
    let scalars = String(decoding: sequence, as: UTF8.self).unicodeScalars
    return .character(scalars.count == 1 ? scalars.first ?? "\u{fffd}" : "\u{fffd}")
  }

  private func begins(with sequence: [UInt8]) -> Bool {
    bytes[start...].starts(with: sequence)
  }

  private func isBeginning(of sequence: [UInt8]) -> Bool {
    bytes.count - start < sequence.count && sequence.starts(with: bytes[start...])
  }
}
