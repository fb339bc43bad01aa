/// A line taken apart: its words, and where each one stands.
///
/// The arrays are kept from line to line, so that a line costs no allocation.
package final class Invocation {
  /// One word of a line.
  package struct Word: Equatable, Sendable {
    /// Where the word stands in the line, in bytes from 0.
    package let offset: Int
    /// Where its text stands: in `line`, or in `decoded` if there was a quote in it.
    let start: Int
    let end: Int
    package let isQuoted: Bool
    /// The value, once the word has been checked to be a number.
    package internal(set) var number = 0
    /// Which key of the command's form the word gives, and how many bytes `KEY=` takes.
    var key: Int?
    var keyLength = 0
  }

  /// The line as it came, without its end.
  package var line: [UInt8] = []
  package internal(set) var words: [Word] = []
  private(set) var decoded: [UInt8] = []

  /// How many of the first words are no arguments: the command's name, usually.
  var leadingWords = 1
  /// The keys that the command knows, once the arguments have been checked.
  var keys: [Parameter] = []

  /// Makes an invocation without words.
  package init() {}

  /// Makes an invocation of a line.
  package convenience init(line: [UInt8]) throws(LineFault) {
    self.init()
    self.line = line
    try split()
  }

  /// Splits the line into words; a comment has none.
  package func split() throws(LineFault) {
    words.removeAll(keepingCapacity: true)
    decoded.removeAll(keepingCapacity: true)
    leadingWords = 1
    try checkText()
    let line = line
    let bytes = line.span
    var offset = 0
    while true {
      while offset < bytes.count, isBlank(bytes[offset]) { offset += 1 }
      guard offset < bytes.count else { return }
      if words.isEmpty, bytes[offset] == UInt8(ascii: "#") { return }
      let start = offset
      while offset < bytes.count, !isBlank(bytes[offset]), bytes[offset] != UInt8(ascii: "\"") {
        offset += 1
      }
      if offset < bytes.count, bytes[offset] == UInt8(ascii: "\"") {
        offset = try splitQuoted(from: start)
      } else {
        words.append(Word(offset: start, start: start, end: offset, isQuoted: false))
      }
    }
  }

  /// The column of a byte of the line: characters, counted from 1.
  package func column(atOffset offset: Int) -> Int {
    1 + line[..<min(offset, line.count)].count { $0 & 0xc0 != 0x80 }
  }

  /// Takes a word that has quotes in it apart, and answers where it ends.
  private func splitQuoted(from start: Int) throws(LineFault) -> Int {
    let textStart = decoded.count
    var offset = start
    var openQuote: Int?
    while offset < line.count, openQuote != nil || !isBlank(line[offset]) {
      let byte = line[offset]
      if byte == UInt8(ascii: "\"") {
        openQuote = openQuote == nil ? offset : nil
      } else if byte == UInt8(ascii: "\\"), openQuote != nil {
        offset += 1
        decoded.append(try unescaped(at: offset))
      } else {
        decoded.append(byte)
      }
      offset += 1
    }
    if let openQuote { throw .unterminatedQuote(column: column(atOffset: openQuote)) }
    words.append(Word(offset: start, start: textStart, end: decoded.count, isQuoted: true))
    return offset
  }

  private func unescaped(at offset: Int) throws(LineFault) -> UInt8 {
    guard offset < line.count else {
      throw .badEscape(nil, column: column(atOffset: offset - 1))
    }
    switch line[offset] {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"): return line[offset]
    case UInt8(ascii: "n"): return 0x0a
    case UInt8(ascii: "t"): return 0x09
    default:
      let rest = String(decoding: line[offset...].prefix(4), as: UTF8.self)
      throw .badEscape(rest.unicodeScalars.first, column: column(atOffset: offset - 1))
    }
  }

  /// Refuses what is no text: bytes that are not UTF-8, and NUL.
  private func checkText() throws(LineFault) {
    let line = line
    let bytes = line.span
    var union: UInt8 = 0
    var hasNul = false
    for offset in bytes.indices {
      union |= bytes[offset]
      hasNul = hasNul || bytes[offset] == 0
    }
    if union >= 0x80 {
      do { _ = try UTF8Span(validating: bytes) } catch {
        throw .notUnicode(column: column(atOffset: error.byteOffsets.lowerBound))
      }
    }
    if hasNul { throw .nul(column: column(atOffset: line.firstIndex(of: 0) ?? 0)) }
  }

  private func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09
  }
}

extension Invocation {
  /// Whether the word is this text, letter by letter.
  @inline(__always)
  func word(_ index: Int, equals name: StaticString) -> Bool {
    let word = words[index]
    guard !word.isQuoted, word.end - word.start == name.utf8CodeUnitCount else { return false }
    let line = line
    let bytes = line.span
    for offset in 0..<name.utf8CodeUnitCount
    where bytes[word.start + offset] != name.utf8Start[offset] {
      return false
    }
    return true
  }

  /// The text of a word.
  package func text(ofWord index: Int) -> String {
    String(decoding: bytes(ofWord: index), as: UTF8.self)
  }

  /// The bytes of a word's text.
  func bytes(ofWord index: Int) -> ArraySlice<UInt8> {
    let word = words[index]
    return word.isQuoted ? decoded[word.start..<word.end] : line[word.start..<word.end]
  }

  /// The column of a word.
  package func column(ofWord index: Int) -> Int {
    column(atOffset: words[index].offset)
  }

  /// How many bytes of the word stand before its `=`, if it has the shape `KEY=…`.
  func lengthBeforeEqualsSign(ofWord index: Int) -> Int? {
    let word = words[index]
    for offset in word.offset..<line.count {
      switch line[offset] {
      case UInt8(ascii: "="): return offset - word.offset
      case UInt8(ascii: "\""), 0x20, 0x09: return nil
      default: continue
      }
    }
    return nil
  }
}
