/// A parsed command line: its words and, after a form's check, its arguments.
///
///     let invocation = try Invocation(line: "label \"two words\"")
///     invocation.text(ofWord: 1)  // two words
///
/// `split` fills it, `CommandForm.check` adds the arguments, a command's request reads them. One
/// invocation is reused for all lines of a source, so that a line allocates nothing: a request must
/// not keep it. It is an object, so that it is passed to the command without a copy.
package final class Invocation {
  /// A word of the line.
  struct Word: BitwiseCopyable {
    /// The offset of the word in the line, including its quotes.
    let offset: Int
    /// The range of the word's text: in `line`, or in `decoded` if the word contains quotes.
    let start: Int
    let end: Int
    /// The number of bytes before the first `=` outside of quotes; 0 without one.
    var assignmentLength = 0
    /// The number that the word spells, or the value of a word accepted as `KEY=VALUE`; `nil` if
    /// it spells none, or one that is too large.
    var number: Int?
    var isQuoted = false
    /// `true` once the form's check has accepted the word as `KEY=VALUE`.
    var isKeyArgument = false
  }

  /// The bytes of the line, without its line end.
  var line = OwnedBuffer<UInt8>(capacity: 256)
  /// The words of the line.
  var words = OwnedBuffer<Word>(capacity: 16)
  /// The decoded texts of the words that contain quotes.
  private var decoded = OwnedBuffer<UInt8>(capacity: 16)
  /// The number of words before the first argument: 1 for the command's name, 0 for a line of
  /// numbers.
  var leadingWords = 1
  /// The indexes of the words that the form's check has accepted as positional arguments.
  var arguments = OwnedBuffer<Int>(capacity: 16)
  /// The number of words that the form's check has accepted as `KEY=VALUE`.
  private(set) var keyCount = 0
  /// The session's own folder, if it has one.
  let folder: (any SessionFolder)?
  /// The files that arguments name, set by the form's check.
  var files: [(word: Int, file: NamedFile)] = []

  /// The number of words, including the command's name.
  package var wordCount: Int { words.count }

  /// Creates an invocation with an empty line; the session may have a folder of its own.
  package init(in folder: (any SessionFolder)? = nil) { self.folder = folder }

  /// Creates an invocation by splitting a text into words.
  ///
  /// - Throws: `ConsoleError` if the text can't be split.
  package convenience init(
    line text: String, in folder: (any SessionFolder)? = nil
  ) throws(ConsoleError) {
    self.init(in: folder)
    setLine(text.utf8Span.span)
    try split()
  }

  /// Replaces the bytes of the line; `split` must be called next.
  package func setLine(_ bytes: Span<UInt8>) {
    var line = line.moveOut()
    line.removeAll()
    line.append(bytes)
    swap(&line, &self.line)
  }

  /// Exchanges the line with another one; `split` must be called next.
  func exchangeLine(with other: inout OwnedBuffer<UInt8>) { swap(&line, &other) }

  /// Notes that the form's check has accepted a word as `KEY=VALUE`.
  func acceptKey(word index: Int) {
    words[index].isKeyArgument = true
    keyCount += 1
  }

  /// Splits the line into words; a comment line has none.
  ///
  /// Words are separated by blanks and tabs; a part in double quotes may contain them, with the
  /// escapes `\"`, `\\`, `\n` and `\t`.
  ///
  /// - Throws: `ConsoleError` for bytes that are no text, an open quote, or an unknown escape.
  package func split() throws(ConsoleError) {
    var words = words.moveOut()
    defer { swap(&words, &self.words) }
    words.removeAll()
    decoded.removeAll()
    if !files.isEmpty { files.removeAll() }
    leadingWords = 1
    arguments.removeAll()
    keyCount = 0
    let bytes = line.elements
    var isChecked = false
    var start = 0
    while start < bytes.count {
      if Self.isBlank(bytes[start]) {
        start += 1
        continue
      }
      // Most words are a few digits.
      let (number, end) = bytes.digits(from: start)
      let isWhole = end == bytes.count || Self.isBlank(bytes[end])
      if isWhole && end &- start <= UnsafeBufferPointer.safeDigitCount {
        words.append(Word(offset: start, start: start, end: end, number: number))
        start = end
      } else if bytes[start] == UInt8(ascii: "#"), words.isEmpty {
        return try Self.checkText(bytes, &isChecked)
      } else {
        start = try splitWord(of: bytes, from: start, into: &words, &isChecked)
      }
      // The blank that ends the word needs no second look.
      start += 1
    }
  }

  /// Adds the word that begins at an offset; returns the offset after it.
  ///
  /// The whole line is validated at the first quote, NUL or byte that is not ASCII, so that a plain
  /// line is read only once. This comes before quotes are decoded, because an error of the text
  /// comes first.
  @inline(__always)
  private func splitWord(
    of bytes: UnsafeBufferPointer<UInt8>, from start: Int, into words: inout OwnedBuffer<Word>,
    _ isChecked: inout Bool
  ) throws(ConsoleError) -> Int {
    var end = start
    var assignmentLength = 0
    while end < bytes.count {
      let byte = bytes[end]
      // Blanks, quotes and `=` are not above `=` in ASCII, so most letters need one comparison.
      if byte <= UInt8(ascii: "=") || byte >= 0x80 {
        if Self.isBlank(byte) { break }
        if byte == UInt8(ascii: "=") {
          if assignmentLength == 0 { assignmentLength = end - start }
        } else if byte == UInt8(ascii: "\"") {
          try Self.checkText(bytes, &isChecked)
          return try splitQuoted(from: start, into: &words, assignmentLength: assignmentLength)
        } else if byte == 0 || byte >= 0x80 {
          try Self.checkText(bytes, &isChecked)
        }
      }
      end += 1
    }
    var word = Word(offset: start, start: start, end: end, assignmentLength: assignmentLength)
    // Most of these words begin with a letter.
    if bytes[start] <= UInt8(ascii: "9") {
      word.number = UnsafeBufferPointer(rebasing: bytes[start..<end]).decimal
    }
    words.append(word)
    return end
  }

  /// Returns the column of a byte offset: the number of characters up to it, from 1.
  package func column(atOffset offset: Int) -> Int { line.elements.column(atOffset: offset) }

  /// Decodes a word with quotes into `decoded`; returns the offset after it.
  @inline(never)
  private func splitQuoted(
    from start: Int, into words: inout OwnedBuffer<Word>, assignmentLength: Int
  ) throws(ConsoleError) -> Int {
    var decoded = decoded.moveOut()
    defer { swap(&decoded, &self.decoded) }
    let textStart = decoded.count
    var offset = start
    var openQuote: Int?
    while offset < line.count, openQuote != nil || !Self.isBlank(line[offset]) {
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
    words.append(
      Word(
        offset: start, start: textStart, end: decoded.count, assignmentLength: assignmentLength,
        number: decoded.elements(textStart..<decoded.count).decimal, isQuoted: true))
    return offset
  }

  /// Returns the character of an escape sequence such as `\n` in quotes; throws for an unknown one.
  private func unescaped(at offset: Int) throws(ConsoleError) -> UInt8 {
    guard offset < line.count else { throw .badEscape(nil, column: column(atOffset: offset - 1)) }
    switch line[offset] {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"): return line[offset]
    case UInt8(ascii: "n"): return 0x0a
    case UInt8(ascii: "t"): return 0x09
    default:
      let rest = String(decoding: line.elements[offset...].prefix(4), as: UTF8.self)
      throw .badEscape(rest.unicodeScalars.first, column: column(atOffset: offset - 1))
    }
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

  /// Throws if the line is not valid UTF-8 or contains NUL, which would end a C string early.
  ///
  /// Does nothing if it was checked before.
  @inline(never)
  private static func checkText(
    _ bytes: UnsafeBufferPointer<UInt8>, _ isChecked: inout Bool
  ) throws(ConsoleError) {
    if isChecked { return }
    isChecked = true
    do { _ = try UTF8Span(validating: bytes.span) } catch {
      throw .notUnicode(column: bytes.column(atOffset: error.byteOffsets.lowerBound))
    }
    if let offset = bytes.firstIndex(of: 0) { throw .nul(column: bytes.column(atOffset: offset)) }
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Returns the column of a byte offset: the number of characters up to it, from 1.
  fileprivate func column(atOffset offset: Int) -> Int {
    1 + prefix(offset).count { $0 & 0xc0 != 0x80 }
  }
}

extension Invocation {
  /// Returns the text of a word, without quotes.
  package func text(ofWord index: Int) -> String {
    String(decoding: bytes(ofWord: index), as: UTF8.self)
  }

  /// Changes the capital letters of a word to small ones, as the names of choices have them.
  func lowercase(word index: Int) {
    let word = words[index]
    let capitals = UInt8(ascii: "A")...UInt8(ascii: "Z")
    for offset in word.start..<word.end {
      if word.isQuoted {
        if capitals.contains(decoded[offset]) { decoded[offset] |= 0x20 }
      } else if capitals.contains(line[offset]) {
        line[offset] |= 0x20
      }
    }
  }

  /// Returns the bytes of a word's text, valid until the line changes.
  @inline(__always)
  func bytes(ofWord index: Int) -> UnsafeBufferPointer<UInt8> {
    let word = words[index]
    let range = word.start..<word.end
    return word.isQuoted ? decoded.elements(range) : line.elements(range)
  }

  /// Returns the bytes of the key of a `KEY=VALUE` word; empty for other words.
  func keyBytes(ofWord index: Int) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(rebasing: bytes(ofWord: index).prefix(words[index].assignmentLength))
  }

  /// Returns the bytes after `KEY=` of a word that has this shape.
  func valueBytes(ofWord index: Int) -> UnsafeBufferPointer<UInt8> {
    let keyLength = words[index].assignmentLength + 1
    return UnsafeBufferPointer(rebasing: bytes(ofWord: index).dropFirst(keyLength))
  }

  /// Returns whether the word has the shape `KEY=…`, with a key of lower-case letters and hyphens.
  func isAssignment(word index: Int) -> Bool {
    words[index].assignmentLength > 0
      && keyBytes(ofWord: index).allSatisfy { byte in
        byte >= UInt8(ascii: "a") && byte <= UInt8(ascii: "z") || byte == UInt8(ascii: "-")
      }
  }

  /// Returns the column in the line at which a word begins.
  package func column(ofWord index: Int) -> Int { column(atOffset: words[index].offset) }
}
