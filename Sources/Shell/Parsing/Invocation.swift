import ChimpSystem

/// A parsed command line: its words and, after a form's check, its arguments.
///
///     let invocation = try Invocation(line: "label \"two words\"")
///     invocation.text(ofWord: 1)  // two words
///
/// `split` finds the words, `CommandForm.check` the arguments among them, a form's closure reads
/// them.
public struct Invocation {
  /// A word of the line.
  struct Word {
    /// The offset of the word in the line, including its quotes.
    let offset: Int
    /// The text of the word, without quotes.
    var text: ArraySlice<UInt8>
    /// The number of bytes before the first `=` outside of quotes; 0 without one.
    var assignmentLength: Int
    var isQuoted: Bool
    /// The number that the form's check has accepted; `nil` for an argument of another kind.
    var number: Int?
  }

  /// The bytes of the line, without its line end.
  var line: [UInt8]
  /// The words of the line.
  var words: [Word] = []
  /// The number of words before the first argument: 1 for the command's name, 0 for a line of
  /// numbers.
  var leadingWords = 1
  /// The indexes of the words that the form's check has accepted as positional arguments.
  var arguments: [Int] = []
  /// The arguments `KEY=VALUE`, by the name of their key.
  var keyArguments: [(key: String, word: Int)] = []
  /// The given words of parameters of the kind `flag`, such as `--force`.
  var flags: [String] = []
  /// `true` if the line ends with `--yes`, so that its command doesn't ask the user.
  public internal(set) var isConfirmed = false
  /// `true` if the line ends with `&`, so that its operation runs in the background.
  var isJob = false
  /// The tokens that a driving program declares for the line; `nil` if it declares none.
  var tokens: Int?
  /// The session's own folder, if it has one.
  let folder: SessionFolder?
  /// The files that arguments name, set by the form's check.
  var files: [(word: Int, file: NamedFile)] = []

  /// The number of words, including the command's name.
  public var wordCount: Int { words.count }

  /// Creates an invocation of a line that is not split yet; the session may have a folder of its
  /// own.
  public init(_ line: [UInt8], in folder: SessionFolder? = nil) {
    self.line = line
    self.folder = folder
  }

  /// Creates an invocation by splitting a text into words.
  ///
  /// - Throws: `Refusal` if the text can't be split.
  public init(
    line text: String, in folder: SessionFolder? = nil
  ) throws(Refusal) {
    self.init(Array(text.utf8), in: folder)
    try split()
  }

  /// Splits the line into words; a comment line has none.
  ///
  /// Words are separated by blanks and tabs; a part in double quotes may contain them, with the
  /// escapes `\"`, `\\`, `\n` and `\t`. After the name of a command that takes the line, all
  /// that follows the blank behind it is a single word, byte for byte.
  ///
  /// - Throws: `Refusal` for bytes that are no text, an open quote, or an unknown escape.
  public mutating func split(
    commandTakingLine name: String? = nil
  ) throws(Refusal) {
    try checkText()
    words.reserveCapacity(4)
    var offset = 0
    while true {
      while offset < line.count, line[offset].isBlank { offset += 1 }
      let isComment = words.isEmpty && offset < line.count && line[offset] == UInt8(ascii: "#")
      guard offset < line.count, !isComment else { return }
      offset = try splitWord(from: offset)
      if words.count == 1, offset + 1 < line.count, let name,
        words[0].text.count == name.utf8.count, text(ofWord: 0).lowercased() == name
      {
        words.append(
          Word(offset: offset + 1, text: line[(offset + 1)...], assignmentLength: 0, isQuoted: true)
        )
        return
      }
    }
  }

  /// Adds the word that begins at an offset; returns the offset after it.
  private mutating func splitWord(from start: Int) throws(Refusal) -> Int {
    var sign: Int?
    var end = start
    while end < line.count, !line[end].isBlank {
      if line[end] == UInt8(ascii: "\"") { return try splitQuoted(from: start) }
      if line[end] == UInt8(ascii: "="), sign == nil { sign = end }
      end += 1
    }
    words.append(
      Word(
        offset: start, text: line[start..<end], assignmentLength: (sign ?? start) - start,
        isQuoted: false))
    return end
  }

  /// Adds a word with quotes, whose text is decoded; returns the offset after it.
  private mutating func splitQuoted(from start: Int) throws(Refusal) -> Int {
    var decoded: [UInt8] = []
    var assignmentLength = 0
    var offset = start
    var openQuote: Int?
    while offset < line.count, openQuote != nil || !line[offset].isBlank {
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
    if let openQuote {
      let column = column(atOffset: openQuote)
      throw Refusal(
        "open-quote", "the quote at column \(column) is not closed",
        "引用符が閉じていません（\(column)文字目）", namedColumn: column)
    }
    let plain = line[start...].prefix { $0 != UInt8(ascii: "\"") }
    if let sign = plain.firstIndex(of: UInt8(ascii: "=")) { assignmentLength = sign - start }
    words.append(
      Word(
        offset: start, text: decoded[...], assignmentLength: assignmentLength, isQuoted: true))
    return offset
  }

  /// Returns the character of an escape sequence such as `\n` in quotes; throws for an unknown one.
  private func unescaped(at offset: Int) throws(Refusal) -> UInt8 {
    guard offset < line.count else { throw .badEscape("", column: column(atOffset: offset - 1)) }
    switch line[offset] {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"): return line[offset]
    case UInt8(ascii: "n"): return 0x0a
    case UInt8(ascii: "t"): return 0x09
    default:
      let rest = String(decoding: line[offset...].prefix(4), as: UTF8.self)
      let character = rest.unicodeScalars.first.map(String.init) ?? ""
      throw .badEscape(character, column: column(atOffset: offset - 1))
    }
  }

  /// Throws if the line is not valid UTF-8 or contains NUL, which would end a C string early.
  private func checkText() throws(Refusal) {
    do { _ = try UTF8Span(validating: line.span) } catch {
      let column = column(atOffset: error.byteOffsets.lowerBound)
      throw Refusal(
        "not-unicode", "the line is not UTF-8 at column \(column)",
        "行が UTF-8 ではありません（\(column)文字目）", namedColumn: column)
    }
    guard let offset = line.firstIndex(of: 0) else { return }
    let column = column(atOffset: offset)
    throw Refusal(
      "nul", "the line holds a NUL at column \(column)", "行に NUL があります（\(column)文字目）",
      namedColumn: column)
  }

  /// Returns the column of a byte offset: the number of characters up to it, from 1.
  public func column(atOffset offset: Int) -> Int {
    1 + line.prefix(offset).count { $0 & 0xc0 != 0x80 }
  }
}

extension Invocation {
  /// Returns the text of a word, without quotes.
  public func text(ofWord index: Int) -> String {
    String(decoding: words[index].text, as: UTF8.self)
  }

  /// Changes the capital letters of a word to small ones, as the names of choices have them.
  mutating func lowercase(word index: Int) {
    let text = words[index].text
    words[index].text = Array(String(decoding: text, as: UTF8.self).lowercased().utf8)[...]
  }

  /// Returns the bytes of the key of a `KEY=VALUE` word; empty for other words.
  func keyBytes(ofWord index: Int) -> ArraySlice<UInt8> {
    words[index].text.prefix(words[index].assignmentLength)
  }

  /// Returns the bytes after `KEY=` of a word that has this shape.
  func valueBytes(ofWord index: Int) -> ArraySlice<UInt8> {
    words[index].text.dropFirst(words[index].assignmentLength + 1)
  }

  /// Returns whether the word has the shape `KEY=…`, with a key of lower-case letters and hyphens.
  func isAssignment(word index: Int) -> Bool {
    words[index].assignmentLength > 0
      && keyBytes(ofWord: index).allSatisfy { byte in
        byte >= UInt8(ascii: "a") && byte <= UInt8(ascii: "z") || byte == UInt8(ascii: "-")
      }
  }

  /// Returns the column in the line at which a word begins.
  public func column(ofWord index: Int) -> Int { column(atOffset: words[index].offset) }
}

extension UInt8 {
  /// `true` for a blank or a tab.
  var isBlank: Bool { self == 0x20 || self == 0x09 }
}

extension Refusal {
  fileprivate static func badEscape(_ character: String, column: Int) -> Refusal {
    Refusal(
      "bad-escape", "unknown escape \"\\\(character)\" at column \(column)",
      "\\\(character) というエスケープはありません（\(column)文字目）", namedColumn: column)
  }
}
