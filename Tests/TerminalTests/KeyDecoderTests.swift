import Events
import Shell
import Terminal
import TestSupport
import Testing

/// Tests of the decoder that converts the bytes of a terminal to characters and keys, at whichever
/// byte they are split.
struct KeyDecoderTests {
  /// Feeds texts to a decoder, one after the other, and returns the characters that it decodes.
  private func decode(_ pieces: [String], isSearching: Bool = false) -> String {
    decode(pieces.map { Array($0.utf8) }, isSearching: isSearching)
  }

  /// Feeds groups of bytes to a decoder, one after the other, and returns the characters that it
  /// decodes.
  ///
  /// The end of each group counts as a pause.
  private func decode(_ pieces: [[UInt8]], isSearching: Bool = false) -> String {
    var decoder = KeyDecoder()
    var text = String.UnicodeScalarView()
    for piece in pieces {
      decoder.append(piece)
      while case let answer = decoder.next(isFinal: true), answer != .needsMore {
        switch answer {
        case .character(let scalar), .pasted(let scalar): text.append(scalar)
        case .key(let key) where key.meaning != .noise:
          decoder.pass(key.bytes, isSearching: isSearching)
        case .key, .needsMore, .mayContinue: break
        }
      }
    }
    return String(text)
  }

  @Test func `Typed text is decoded unchanged, with its keys`() {
    #expect(decode(["ab\u{1}\t\r\u{1b}[A日😀"]) == "ab\u{1}\t\r\u{1b}[A日😀")
  }

  @Test(arguments: [
    ("ver\u{1b}[3~sion", "version"), ("\u{1b}[1;5Ctree\u{1b}OP\u{1b}[[A", "tree"),
    ("a\u{1b}]0;b\u{7}c\u{1b}x\u{1b}\u{1b}[Ad", "acd"),
    ("日\u{9b}15~本é\u{a0}", "日本é\u{a0}"),
    ("tree\u{1b}[15", "tree"), ("tree\u{1b}", "tree"), ("\u{1b}", ""), ("", ""),
    ("set seed a b\t~[3~", "set seed a b\t~[3~"),
  ])
  func `A line that the kernel has edited is read without keys`(typed: String, read: String) {
    let lines = TypedLines(TextLines(Array("\(typed)\nversion".utf8)))
    var line: [UInt8] = []
    #expect(lines.nextLine(into: &line) == .line)
    #expect(line == Array(read.utf8))
    #expect(lines.nextLine(into: &line) == .line)
    #expect(line == Array("version".utf8))
    #expect(lines.nextLine(into: &line) == .end)
  }

  /// Returns the text that `consumeText` returns for bytes, and the characters that the decoder
  /// returns for the rest.
  private func consume(_ bytes: [UInt8], atLeast count: Int = 3) -> [String] {
    var decoder = KeyDecoder()
    decoder.append(bytes)
    var text = String.UnicodeScalarView()
    text += decoder.consumeText(atLeast: count)
    var rest = String.UnicodeScalarView()
    while case .character(let scalar) = decoder.next() { rest.append(scalar) }
    return [String(text), String(rest)]
  }

  @Test func `Text is consumed at once up to a key, unless it is short`() {
    #expect(consume(Array("abc日é\rdef".utf8)) == ["abc日é", "\rdef"])
    #expect(consume(Array("ab\rcdef".utf8)) == ["", "ab\rcdef"])
    #expect(consume(Array("abc\u{1}d".utf8)) == ["abc", "\u{1}d"])
    #expect(consume(Array("abc\u{7f}d".utf8)) == ["abc", "\u{7f}d"])
    #expect(consume(Array("abc\u{85}d".utf8)) == ["abc", "\u{85}d"])
    #expect(consume(Array("abc\u{1b}[A".utf8)) == ["abc", ""])
    #expect(consume([0xff, 0x41, 0xc3, 0x42, 0xe3]) == ["\u{fffd}A\u{fffd}B", ""])
    #expect(consume([]) == ["", ""])
  }

  @Test func `Pasted text is consumed up to its line end, which is one`() {
    var decoder = KeyDecoder()
    decoder.append(Array("\u{1b}[200~a\rbcd\ne".utf8))
    #expect(decoder.next() == .pasted("a"))
    #expect(decoder.next() == .pasted("\n"))
    #expect(decoder.consumeText(atLeast: 3) == ["b", "c", "d"])
    #expect(decoder.next() == .pasted("\n"))
    #expect(decoder.next() == .pasted("e"))
  }

  @Test func `The rest of a key that the editor gets is no text`() {
    var decoder = KeyDecoder()
    decoder.append(Array("\u{1b}[Aabcdef".utf8))
    guard case .key(let key) = decoder.next() else {
      Issue.record("no key")
      return
    }
    decoder.pass(key.bytes)
    #expect(decoder.consumeText(atLeast: 3) == [])
  }

  @Test func `A character may come in pieces`() {
    #expect(decode([[0xf0], [0x9f, 0x98], [0x80, 0x41]]) == "😀A")
  }

  @Test func `Invalid bytes are decoded as replacement characters`() {
    let bytes: [UInt8] = [0xff, 0x41, 0xc3, 0x42, 0x80, 0xed, 0xa0, 0x80]
    #expect(decode([bytes]) == "\u{fffd}A\u{fffd}B\u{fffd}\u{fffd}")
  }

  @Test func `In a paste line ends are Enter, tabs are blanks, and controls are nothing`() {
    #expect(
      decode(["\u{1b}[200~a\tb\r\nc\rd\n\ne\u{1}\u{7f}\u{1b}[A\u{1b}[201~\u{1}"])
        == "a b\nc\nd\n\ne\u{1}")
  }

  @Test func `In a paste, too, sequences and answers of the terminal are dropped whole`() {
    let paste = "\u{1b}[200~a\u{1b}]11;rgb:0/0/0\u{1b}\\b\u{1b}[31mc\u{1b}P1+r\u{1b}[201~d"
    #expect(decode([paste]) == "abcd")
    #expect(decode(["\u{1b}[200~a\u{1b}[1;\u{1b}[201~b"]) == "ab")
    #expect(decode(["\u{1b}[200~a\u{1b}b\u{1b}\u{1b}[201~c"]) == "abc")
  }

  @Test func `The marks of a paste may come in pieces`() {
    var decoder = KeyDecoder()
    for character in "\u{1b}[200" {
      decoder.append(String(character).utf8)
      #expect(decoder.next() == .mayContinue)
    }
    decoder.append("~\t\u{1b}[2".utf8)
    #expect(decoder.next() == .pasted(" "))
    #expect(decoder.next() == .needsMore)
    decoder.append("01~\t".utf8)
    #expect(decoder.next() == .character("\t"))
    #expect(decoder.next() == .needsMore)
    #expect(decoder.isEmpty)
  }

  @Test(arguments: [
    ("\u{1b}", false), ("\u{1b}[", true), ("\u{1b}O", true), ("\u{1b}[<0;20;5", true),
    ("\u{1b}[<0;20;5M", false), ("\u{1b}b", false), ("\u{1b}\u{1b}", false), ("\u{1b}[7$", false),
    ("[", false), ("", false),
    ("\u{1b}[200~\u{1b}[2", false),
  ])
  func `A sequence has begun after its introducer, not after Escape alone or in a paste`(
    _ bytes: String, _ isAmid: Bool
  ) {
    var decoder = KeyDecoder()
    decoder.append(bytes.utf8)
    if bytes.hasPrefix("\u{1b}[200~") { _ = decoder.next() }
    #expect(decoder.isAmidSequence == isAmid)
  }

  @Test func `An escape without more bytes is the key`() {
    var decoder = KeyDecoder()
    decoder.append([0x1b])
    #expect(decoder.next() == .mayContinue)
    #expect(decoder.next(isFinal: true) == .key(TerminalKey(.known(.escape), [0x1b])))
  }

  /// Returns the meaning of an escape sequence, or `nil` if it is not exactly one key.
  private func meaning(of sequence: String) -> TerminalKey.Meaning? {
    var decoder = KeyDecoder()
    decoder.append(sequence.utf8)
    guard case .key(let key) = decoder.next(), key.bytes == Array(sequence.utf8) else { return nil }
    return decoder.isEmpty ? key.meaning : nil
  }

  @Test func `The arrows and a press of the left button are known`() {
    #expect(meaning(of: "\u{1b}[A") == .known(.arrow(.up)))
    #expect(meaning(of: "\u{1b}OD") == .known(.arrow(.left)))
    #expect(meaning(of: "\u{1b}[<0;10;5M") == .known(.click(column: 10, row: 5)))
    #expect(meaning(of: "\u{1b}[3~") == .editing(.delete))
    #expect(meaning(of: "\u{1b}[1;5C") == .editing(.wordRight))
  }

  @Test(arguments: [
    "\u{1b}[<0;10;5m", "\u{1b}[<2;10;5M", "\u{1b}[<32;1;1M", "\u{1b}[<64;1;1M",
    "\u{1b}[<0;0;5M", "\u{1b}[<0;;M", "\u{1b}[<M", "\u{1b}[M !!", "\u{1b}[?62;c",
    "\u{1b}[12;1R", "\u{1b}[?2026;2$y", "\u{1b}]11;rgb:00/00/00\u{7}",
    "\u{1b}P1$r0m\u{1b}\\", "\u{1b}[>0;276;0c", "\u{1b}[0n", "\u{1b}^pm\u{1b}\\",
    "\u{1b}Xsos\u{1b}\\", "\u{1b}\\", "\u{1b}[" + String(repeating: "1;", count: 5_000) + "R",
    "\u{1b}]52;" + String(repeating: "x", count: 100_000) + "\u{7}",
  ])
  func `Other mouse events and answers of a terminal are dropped whole`(
    sequence: String
  ) {
    #expect(meaning(of: sequence) == .noise)
    #expect(decode(["a\(sequence)b"]) == "ab")
  }

  @Test func `A sequence may come in pieces, and its lost rest is not waited for`() {
    var decoder = KeyDecoder()
    for character in "\u{1b}[<0;1" {
      decoder.append(String(character).utf8)
      #expect(decoder.next() == .mayContinue)
    }
    decoder.append("2;3M".utf8)
    #expect(
      decoder.next()
        == .key(TerminalKey(.known(.click(column: 12, row: 3)), Array("\u{1b}[<0;12;3M".utf8))))
    decoder.append("\u{1b}[<0;1".utf8)
    #expect(decoder.next(isFinal: true) == .needsMore)
    #expect(decoder.isEmpty)
  }

  @Test(arguments: [
    "\u{1b}x", "\u{1b}é", "\u{1b}\u{6570}", "\u{1b}\r", "\u{1b}OP", "\u{1b}O5P", "\u{1b}[[A",
    "\u{1b}[15~",
    "\u{1b}[97;5u", "\u{1b}[27;5;9~", "\u{1b}\u{1b}[A", "\u{1b}[1;2D", "\u{1b}[3;2~", "\u{9b}15~",
  ])
  func `A key without a function is one key, whole`(sequence: String) {
    #expect(meaning(of: sequence) == .other)
  }

  @Test func `A text of a terminal is read to its end, however long it is and however it comes`() {
    var decoder = KeyDecoder()
    decoder.append("\u{1b}]52;".utf8)
    for _ in 1...40 {
      decoder.append([UInt8](repeating: 0x41, count: 5_000))
      #expect(decoder.next() == .mayContinue)
    }
    decoder.append("\u{1b}".utf8)
    #expect(decoder.next() == .mayContinue)
    decoder.append("\\a".utf8)
    guard case .key(let key) = decoder.next() else {
      Issue.record("no key")
      return
    }
    #expect(key.meaning == .noise)
    #expect(key.bytes.count < 1 << 17)
    #expect(decoder.next() == .character("a"))
    #expect(decoder.isEmpty)
  }

  @Test func `Another key ends a text whose end was lost, and Ctrl-C ends any sequence`() {
    var decoder = KeyDecoder()
    decoder.append("\u{1b}]11;rgb\u{1b}[A\u{1b}P1\u{3}\u{1b}[1;\u{3}".utf8)
    var answers: [KeyDecoder.Answer] = []
    while case let answer = decoder.next(), answer != .needsMore {
      if case .key(let key) = answer, key.meaning == .noise { continue }
      answers.append(answer)
    }
    let up = TerminalKey(.known(.arrow(.up)), Array("\u{1b}[A".utf8))
    #expect(answers == [.key(up), .character("\u{3}"), .character("\u{3}")])
  }

  @Test func `An interrupt ends a paste whose end was lost`() {
    #expect(decode(["\u{1b}[200~a\u{3}\u{1}"]) == "a\u{3}\u{1}")
  }

  @Test func `In a search the escape of a key comes twice, a lone one once`() {
    #expect(decode(["\u{1b}[Aa"], isSearching: true) == "\u{1b}\u{1b}[Aa")
    #expect(decode(["\u{1b}"], isSearching: true) == "\u{1b}")
  }
}
