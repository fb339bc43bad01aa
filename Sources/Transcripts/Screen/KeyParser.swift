extension KeyName {
  /// Parses a line of inputs; throws for a name that is unknown, with its column.
  package static func parse(_ line: String) throws(TranscriptFault) -> [KeyName] {
    let bytes = Array(line.utf8)
    return try parse(bytes, bytes.indices)
  }

  /// Parses the inputs in a range of a file; throws for a name that is unknown.
  static func parse(
    _ bytes: [UInt8], _ range: Range<Int>
  ) throws(TranscriptFault) -> [KeyName] {
    var parser = KeyParser(bytes, range)
    var keys: [KeyName] = []
    while let key = try parser.next() { keys.append(key) }
    return keys
  }
}

/// Parses the names of inputs, which have blanks between them.
private struct KeyParser {
  /// A name or a quoted text, with its offset in the file.
  struct Word {
    let text: String
    var quoted: [UInt8]?
    let offset: Int
  }

  private static let codes: [String: TerminalKeyCode] = [
    "Up": .cursor("A"), "Down": .cursor("B"), "Right": .cursor("C"), "Left": .cursor("D"),
    "Home": .cursor("H"), "End": .cursor("F"), "Insert": .number(2), "Delete": .number(3),
    "PageUp": .number(5), "PageDown": .number(6), "F1": .function("P"), "F2": .function("Q"),
    "F3": .function("R"), "F4": .function("S"), "F5": .number(15), "F6": .number(17),
    "F7": .number(18), "F8": .number(19), "F9": .number(20), "F10": .number(21),
    "F11": .number(23), "F12": .number(24), "Enter": .character("\r"),
    "Esc": .character("\u{1b}"), "Tab": .character("\t"), "Backspace": .character("\u{7f}"),
    "Space": .character(" "),
  ]
  private static let modifiers: [(prefix: String, modifier: KeyModifiers)] = [
    ("Ctrl-", .control), ("Alt-", .alt), ("Shift-", .shift),
  ]

  private let bytes: [UInt8]
  private var rest: ArraySlice<UInt8>

  init(_ bytes: [UInt8], _ range: Range<Int>) {
    self.bytes = bytes
    rest = bytes[range]
  }

  /// Parses the next input; returns `nil` at the end.
  mutating func next() throws(TranscriptFault) -> KeyName? {
    guard let word = try nextWord() else { return nil }
    if let text = word.quoted { return .text(text) }
    switch word.text {
    case "click":
      let column = try nextNumber("a column")
      return .click(column: column, row: try nextNumber("a row"))
    case "wheel":
      let direction = try nextWord(as: "\"up\" or \"down\"") {
        $0.text == "up" || $0.text == "down" ? $0.text : nil
      }
      return .wheel(isUp: direction == "up")
    case "wait": return .wait(try nextWord(as: "a quoted text") { $0.quoted })
    case "paste": return .paste(try nextWord(as: "a quoted text") { $0.quoted })
    default: return try key(word)
    }
  }

  /// Parses a key with the modifiers before its name.
  private func key(_ word: Word) throws(TranscriptFault) -> KeyName {
    var name = word.text == "BackTab" ? "Shift-Tab" : word.text[...]
    var modifiers: KeyModifiers = []
    while let (prefix, modifier) = Self.modifiers.first(where: { name.hasPrefix($0.prefix) }),
      name != prefix, !modifiers.contains(modifier)
    {
      modifiers.insert(modifier)
      name = name.dropFirst(prefix.count)
    }
    let scalars = name.unicodeScalars
    let single = scalars.count == 1 ? scalars.first.map(TerminalKeyCode.character) : nil
    guard let code = Self.codes[String(name)] ?? single else {
      throw fault("unknown key \"\(word.text)\"", at: word.offset)
    }
    if case .character(let scalar) = code {
      let isTab = scalar == "\t" && modifiers == .shift
      let hasShift = modifiers.contains(.shift) && !isTab
      let isControl = modifiers.contains(.control)
      guard !hasShift, !isControl || KeyName.controlCharacter(of: scalar) != nil else {
        throw fault("a terminal does not send \"\(word.text)\"", at: word.offset)
      }
    }
    return .key(code, modifiers)
  }

  /// Parses a number from 1 to the largest size of a screen.
  private mutating func nextNumber(_ meaning: String) throws(TranscriptFault) -> Int {
    try nextWord(as: meaning) { word in
      let isNumber = word.text.utf8.allSatisfy { (0x30...0x39).contains($0) }
      let number = isNumber ? Int(word.text) : nil
      return number.flatMap { (1...TerminalScreen.largestSize).contains($0) ? $0 : nil }
    }
  }

  /// Parses a word that must have a meaning, which an error names.
  private mutating func nextWord<Value>(
    as meaning: String, _ value: (Word) -> Value?
  ) throws(TranscriptFault) -> Value {
    guard let word = try nextWord() else { throw fault("\(meaning) is missing", at: rest.endIndex) }
    guard let value = value(word) else {
      throw fault("\(meaning) is expected, not \"\(word.text)\"", at: word.offset)
    }
    return value
  }

  /// Returns the next word or quoted text; `nil` at the end.
  private mutating func nextWord() throws(TranscriptFault) -> Word? {
    rest = rest.drop { $0 == 0x20 }
    guard let first = rest.first else { return nil }
    let start = rest.startIndex
    guard first == UInt8(ascii: "\"") || first == UInt8(ascii: "'") else {
      let word = rest.prefix { $0 != 0x20 }
      rest = rest[word.endIndex...]
      return Word(text: String(decoding: word, as: UTF8.self), offset: start)
    }
    guard let end = rest.dropFirst().firstIndex(of: first) else {
      throw fault("the quoted text is not closed", at: start)
    }
    let text = String(decoding: rest[start + 1..<end], as: UTF8.self)
    rest = rest[(end + 1)...]
    if let next = rest.first, next != 0x20 {
      throw fault("a blank is missing after the quoted text", at: rest.startIndex)
    }
    guard let quoted = OutputEncoding.unescaped(text) else {
      throw fault("unknown escape in the quoted text", at: start)
    }
    return Word(text: text, quoted: quoted, offset: start)
  }

  private func fault(_ reason: String, at offset: Int) -> TranscriptFault {
    TranscriptFault(reason, at: offset, of: bytes)
  }
}
