import ChimpSystem
import Glibc
import Shell
import TestSupport
import Testing

struct OutputWriterTests {
  /// The number of buffered bytes at which a writer writes them.
  private let pieceSize = 1 << 15

  @Test func `Output is written in order when it is flushed`() {
    let sink = MemorySink()
    let output = OutputWriter(sink: sink)
    output.write(text: "static, ")
    output.write(text: "text, ")
    output.write(byte: 0x21)
    for number in [0, 9, 10, 99, 100, 12345, -7, Int.max, Int.min] {
      output.write(byte: 0x20)
      output.write(text: "\(number)")
    }
    output.endLine()
    #expect(sink.bytes.isEmpty)
    output.flush()
    #expect(
      String(decoding: sink.bytes, as: UTF8.self)
        == "static, text, ! 0 9 10 99 100 12345 -7 \(Int.max) \(Int.min)\n")
  }

  @Test func `Large output is written in pieces, and completely`() {
    let sink = MemorySink()
    let output = OutputWriter(sink: sink)
    let line = Array("a line that is written very often\n".utf8)
    for _ in 0..<10_000 { output.write(line) }
    #expect(sink.bytes.count > 8 * pieceSize / 2)
    let large = [UInt8](repeating: 0x62, count: 300_000)
    output.write(large)
    output.flush()
    #expect(sink.bytes.count == 10_000 * line.count + 300_000)
  }

  @Test func `A refusal is one line, escaped and counted`() {
    let output = OutputWriter(sink: MemorySink())
    let text = output.text { output.refuse("no \u{1b}[31m\n", named: "no") }
    #expect(text == "error: no \\e[31m\\n\n")
    #expect(output.refusalCount == 1)
    #expect(output.lastRefused.text == "no \\e[31m\\n")
  }

  @Test func `Colours surround words with a meaning, and nothing else`() {
    let output = OutputWriter(sink: MemorySink())
    output.hasColor = true
    #expect(output.text { output.refuse("no", named: "no") } == "\u{1b}[31merror:\u{1b}[0m no\n")
    #expect(output.text { output.write("yes", .good) } == "\u{1b}[32myes\u{1b}[0m")
  }

  @Test func `Concealed output is marked, also across pieces`() {
    let sink = MemorySink()
    let output = OutputWriter(sink: sink)
    output.write(text: "seen ")
    output.conceal { output.write(text: "hidden") }
    output.endConcealment()
    output.flush()
    #expect(sink.marks == [.concealed(5..<11), .concealmentEnds(at: 11)])
    let other = MemorySink()
    let long = OutputWriter(sink: other)
    let filler = [UInt8](repeating: 0x61, count: pieceSize)
    long.conceal {
      long.write(filler)
      long.write(text: "b")
    }
    long.flush()
    #expect(other.marks == [.concealed(0..<pieceSize), .concealed(0..<1)])
  }

  @Test func `Captured output is kept only on request`() {
    let sink = MemorySink()
    let output = OutputWriter(sink: sink)
    output.write(text: "a")
    let kept = output.capture(keeping: true) { output.write(text: "b") }
    let dropped = output.capture(keeping: false) {
      output.conceal { output.write(text: "c") }
      output.flush()
    }
    output.flush()
    #expect(kept == [0x62] && dropped == [0x63])
    #expect(sink.bytes == [0x61, 0x62] && sink.marks.isEmpty)
  }

  @Test func `A descriptor that can't be written is a fault, once and for all`() {
    let output = OutputWriter(sink: DescriptorSink(descriptor: -1))
    output.write(text: "lost")
    output.flush()
    #expect(output.fault == SystemError(number: EBADF))
    output.write(text: "lost too")
    output.flush()
    #expect(output.fault == SystemError(number: EBADF))
  }

  @Test(arguments: [
    ("plain 猿 é", "plain 猿 é"), ("\u{7f}\u{0}\u{1}", "\\x7f\\x00\\x01"), ("\r\t\n", "\\r\\t\\n"),
    ("\u{9b}31m", "\\u{9b}31m"), ("a\u{202e}b", "a\\u{202e}b"), ("\u{2066}", "\\u{2066}"),
    ("\u{61c}\u{ad}\u{3164}", "\\u{61c}\\u{ad}\\u{3164}"), ("\u{e0041}", "\\u{e0041}"),
    ("👨\u{200d}👩\u{200d}👧 ❤\u{fe0f}", "👨\\u{200d}👩\\u{200d}👧 ❤\u{fe0f}"),
  ])
  func `Text that could drive a terminal is escaped`(text: String, expected: String) {
    #expect(escaped(text) == expected)
  }
}
