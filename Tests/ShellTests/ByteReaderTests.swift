import ChimpSystem
import Glibc
import Shell
import TestSupport
import Testing

struct ByteReaderTests {
  /// Returns the lines that a reader finds in the bytes, and `! ERROR` for each that it refuses.
  private func lines(_ bytes: [UInt8]) -> [String] {
    let readable = ReadableBytes(bytes)
    let reader = ByteReader(descriptor: readable.descriptor, flushing: nil)
    var line: [UInt8] = []
    var lines: [String] = []
    while true {
      switch reader.nextLine(into: &line) {
      case .line: lines.append(String(decoding: line, as: UTF8.self))
      case .tooLong: lines.append("! too long")
      case .failed(let number): return lines + ["failed \(number)"]
      case .end: return lines
      }
    }
  }

  @Test(arguments: [
    ("", []), ("\n", [""]), ("a", ["a"]), ("a\n", ["a"]), ("a\n\nb", ["a", "", "b"]),
    ("a\r\nb\r\r\nc\rd\r", ["a", "b\r", "c\rd"]), ("\u{feff}a\n\u{feff}b", ["a", "\u{feff}b"]),
    ("\u{feff}", [""]),
  ])
  func `Lines end in LF, and lose one CR and the mark of the file`(text: String, expected: [String])
  {
    #expect(lines(Array(text.utf8)) == expected)
  }

  @Test func `Lines may be longer than a piece, up to the limit`() {
    let limit = ByteReader.longestLine
    let longest = [UInt8](repeating: 0x61, count: limit)
    #expect(lines(longest + [0x0a, 0x62]).map(\.utf8.count) == [limit, 1])
    let refusal = "! too long"
    #expect(lines(longest + [0x61, 0x0a, 0x62]) == [refusal, "b"])
    #expect(lines(longest + longest) == [refusal])
    #expect(lines(longest + [0x61]) == [refusal])
  }

  @Test func `Lines are the same wherever a piece ends`() {
    for length in [65_534, 65_535, 65_536, 65_537] {
      let text = [UInt8](repeating: 0x61, count: length) + Array("\r\nb\r\n".utf8)
      #expect(lines(text).map(\.utf8.count) == [length, 1])
    }
  }

  @Test func `A file that can't be opened is an error with its reason`() {
    #expect(throws: SystemError(number: ENOENT)) { try ByteReader(path: "/nowhere/at all") }
    #expect(throws: SystemError(number: EISDIR)) { try ByteReader(path: "/") }
    #expect("\(SystemError(number: ENOENT))" == "no such file or directory")
  }

  @Test func `A descriptor that can't be read fails`() {
    let reader = ByteReader(descriptor: -1, flushing: nil)
    var line: [UInt8] = []
    #expect(reader.nextLine(into: &line) == .failed(EBADF))
  }

  @Test func `The lines of a text are those of its bytes`() {
    let text = "a\r\n\nb\rc\n\u{feff}d"
    let source = TextLines(Array(text.utf8))
    var line: [UInt8] = []
    var read: [String] = []
    while source.nextLine(into: &line) == .line {
      read.append(String(decoding: line, as: UTF8.self))
    }
    #expect(read == ["a", "", "b\rc", "\u{feff}d"])
  }

  /// The program behind a reader, which has something to show while the reader waits.
  private final class Waiting: PromptAttention {
    let output: OutputWriter
    var calls: [String] = []

    init(_ output: OutputWriter) { self.output = output }

    func idle() -> Int? {
      calls.append("idle")
      if calls.count < 4 { output.write(text: "numerals\n") }
      return nil
    }

    func willShow() { calls.append("will show") }

    func didShow() -> Bool {
      calls.append("did show")
      return false
    }

    func awaitsLine(_ isWaiting: Bool) {}

    func didInterrupt() {}
  }

  @Test func `What becomes due while a reader waits is shown before it waits on`() {
    let sink = MemorySink()
    let output = OutputWriter(sink: sink)
    let waiting = Waiting(output)
    let readable = ReadableBytes(Array("quit\n".utf8))
    let reader = ByteReader(
      descriptor: readable.descriptor, flushing: output, attention: waiting)
    var line: [UInt8] = []
    #expect(reader.nextLine(into: &line) == .line)
    #expect(
      waiting.calls == ["will show", "did show", "idle", "will show", "did show", "idle"])
    #expect(String(decoding: sink.bytes, as: UTF8.self) == "numerals\n")
  }
}
