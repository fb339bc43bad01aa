import Shell
import Terminal
import TestSupport
import Testing

/// Tests of replies and messages on a terminal without the line editor, as with `-c`.
struct WrappingTests {
  @Test func `Lines are wrapped between words, and an unfinished line passes unchanged`() {
    let screen = MemorySink()
    let sink = WrappingSink(screen) { 12 }
    #expect(sink.write(Array("one two three\nhow many words? ".utf8)) == nil)
    #expect(sink.write(Array("three or four\none two three\n".utf8)) == nil)
    #expect(
      String(decoding: screen.bytes, as: UTF8.self)
        == "one two\n  three\nhow many words? three or four\none two\n  three\n")
  }

  @Test func `Without a known width nothing is changed`() {
    let screen = MemorySink()
    let sink = WrappingSink(screen) { nil }
    #expect(sink.write(Array("one two three\n".utf8)) == nil)
    #expect(String(decoding: screen.bytes, as: UTF8.self) == "one two three\n")
  }
}
