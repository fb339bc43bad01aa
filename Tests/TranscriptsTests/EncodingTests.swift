import TestSupport
import Testing
@testable import Transcripts

@Suite struct EncodingTests {
  @Test(arguments: [
    ("plain", "\\ plain\\c\n"), ("plain\n", "| plain\n"), ("\n", "|\n"),
    ("a\n\nb\n", "| a\n|\n| b\n"),
    ("  1  .\n", "|   1  .\n"), ("blank \n", "\\ blank\\s\n"), ("two  \n", "\\ two \\s\n"),
    (" \n", "\\ \\s\n"), ("tab\there\n", "| tab\there\n"), ("tab\t\n", "\\ tab\\t\n"),
    ("\u{1b}[0m\n", "\\ \\e[0m\n"), ("a\\b\n", "| a\\b\n"), ("a\\b \n", "\\ a\\\\b\\s\n"),
    ("cr\r\n", "\\ cr\\r\n"), ("é\n", "| é\n"), ("\u{202e}x\n", "\\ \\xe2\\x80\\xaex\n"),
    ("a\u{200d}b\n", "\\ a\\xe2\\x80\\x8db\n"), ("\u{e0041}\n", "\\ \\xf3\\xa0\\x81\\x81\n"),
    ("> quit\n", "| > quit\n"), ("", ""),
  ])
  func `An output line is encoded with escapes only where it needs them`(
    output: String, expected: String
  ) {
    let encoded = OutputEncoding.encode(Array(output.utf8))
    #expect(String(decoding: encoded, as: UTF8.self) == expected)
  }

  @Test func `Ten thousand strings of bytes pass once they are encoded`() throws {
    var dice = RandomNumbers(seed: 1)
    for _ in 0..<10_000 {
      let output = dice.bytes(below: 40)
      let encoded = OutputEncoding.encode(output)
      let transcript = try Transcript(Array("@ chimp-transcript 1\n> x\n".utf8) + encoded)
      #expect(transcript.blocks.count == 1)
      let lines = transcript.blocks[0].alternatives[0].expectations.map { line in
        if case .exact(let line) = line.kind { line } else { OutputLine(text: [], isEnded: false) }
      }
      #expect(lines == OutputLine.lines(of: output))
    }
  }
}
