import ChimpSystem
import Shell
import Testing
import Transcripts

struct ShownTextTests {
  @Test func `The shell escapes what transcripts escape, and nothing else`() {
    var differing: [String] = []
    for value in 0...0x10ffff as ClosedRange<UInt32> {
      // NB: a transcript keeps tabs, and line feeds end its lines.
      guard let scalar = Unicode.Scalar(value), scalar != "\t", scalar != "\n" else { continue }
      let text = "a\(scalar)b"
      let encoded = OutputEncoding.encode(Array((text + "\n").utf8))
      let isEscapedThere = encoded != Array("| \(text)\n".utf8)
      let isEscapedHere = !escaped(text).utf8.elementsEqual(text.utf8)
      if isEscapedHere != isEscapedThere || isEscapedHere != scalar.isHidden {
        differing.append(scalar.escaped(asASCII: true))
      }
    }
    #expect(differing == [])
  }
}
