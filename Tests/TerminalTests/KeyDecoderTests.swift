import Shell
import Testing

/// Bytes of a terminal become characters, whatever pieces they come in.
struct KeyDecoderTests {
  /// All characters that come of the pieces, when nothing more comes at once after each.
  private func decode(_ pieces: [String], isSearching: Bool = false) -> String {
    decode(pieces.map { Array($0.utf8) }, isSearching: isSearching)
  }

  private func decode(_ pieces: [[UInt8]], isSearching: Bool = false) -> String {
    var decoder = KeyDecoder()
    var text = String.UnicodeScalarView()
    for piece in pieces {
      decoder.append(piece)
      pieceLoop: while true {
        switch decoder.next(isFinal: true) {
        case .character(let scalar), .pasted(let scalar): text.append(scalar)
        case .key(let key): decoder.pass(key, isSearching: isSearching)
        case .needsMore, .mayContinue: break pieceLoop
        }
      }
    }
    return String(text)
  }

  @Test func `What is typed comes as it is, keys and all`() {
    #expect(decode(["ab\u{1}\t\r\u{1b}[A日😀"]) == "ab\u{1}\t\r\u{1b}[A日😀")
  }

  @Test func `A character may come in pieces`() {
    #expect(decode([[0xf0], [0x9f, 0x98], [0x80, 0x41]]) == "😀A")
  }

  @Test func `Bytes that are no text come as the mark of a missing character`() {
    let bytes: [UInt8] = [0xff, 0x41, 0xc3, 0x42, 0x80, 0xed, 0xa0, 0x80]
    #expect(decode([bytes]) == "\u{fffd}A\u{fffd}B\u{fffd}\u{fffd}")
  }

  @Test func `In a paste line ends are Enter, tabs are blanks, and controls are nothing`() {
    #expect(
      decode(["\u{1b}[200~a\tb\r\nc\rd\n\ne\u{1}\u{7f}\u{1b}[A\u{1b}[201~\u{1}"])
        == "a b\nc\nd\n\ne[A\u{1}")
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

  @Test func `An escape that nothing follows is the key`() {
    var decoder = KeyDecoder()
    decoder.append([0x1b])
    #expect(decoder.next() == .mayContinue)
    #expect(decoder.next(isFinal: true) == .key(TerminalKey(.escape, [0x1b])))
  }

  @Test func `An interrupt ends a paste whose end was lost`() {
    #expect(decode(["\u{1b}[200~a\u{3}\u{1}"]) == "a\u{3}\u{1}")
  }

  @Test func `In a search the escape of a key comes twice, a lone one once`() {
    #expect(decode(["\u{1b}[Aa"], isSearching: true) == "\u{1b}\u{1b}[Aa")
    #expect(decode(["\u{1b}"], isSearching: true) == "\u{1b}")
  }
}
