import ChimpSystem
import Testing

/// Tests of JSON texts that are written and parsed.
struct JSONTests {
  @Test func `What is written is parsed again`() throws {
    let value: JSONValue = [
      "a": 3, "b": .list([.null, .bool(true), .bool(false), .number(-0.5), .number(1e300)]),
      "c": ["d": "\u{0}\u{1f}\"\\\n\u{7f}é日🐒\u{202e}"], "e": .list([]), "f": .object([]),
    ]
    #expect(try JSONValue(parsing: Array(value.line.utf8)) == value)
  }

  @Test(arguments: [
    (#" {"a" : [ 1 , -2.5e+1 ] } "#, #"{"a":[1,-25.0]}"#), (#""\u00e9\ud83d\udc12\/""#, "\"é🐒/\""),
    ("\t\r\n0", "0"), ("99999999999999999999", "1e+20"),
    (#""\b\f\n\r\t""#, #""\u0008\u000c\n\u000d\u0009""#),
  ])
  func `Every form of a value is read`(text: String, line: String) throws {
    #expect(try JSONValue(parsing: Array(text.utf8)).line == line)
  }

  @Test(arguments: [
    ("", 0, "a value is expected"), ("{", 1, "a name is expected"),
    ("[1", 2, "\",\" or \"]\" is expected"),
    ("[1,]", 3, "a value is expected"), ("{\"a\" 1}", 5, "\":\" is expected"),
    ("01", 0, "a value is expected"),
    ("1.", 0, "a value is expected"), ("-", 0, "a value is expected"),
    ("1e", 0, "a value is expected"),
    ("+1", 0, "a value is expected"), ("nul", 0, "a value is expected"),
    ("1 2", 2, "nothing may follow the value"),
    ("\"a", 2, "the text does not end"), ("\"\n\"", 1, "a control character must be escaped"),
    (#""\x""#, 2, "no such escape sequence"),
    (#""\u12""#, 3, "four hexadecimal digits are expected"),
    (#""\ud83d""#, 7, "half a character"), (#""\udc12""#, 7, "half a character"),
    ("{\"a\":1,\"a\":2}", 10, "a member occurs twice"), ("[nan]", 1, "a value is expected"),
    ("\"", 1, "the text does not end"), ("{\"a\":1,}", 7, "a name is expected"),
  ])
  func `What is not JSON is refused with its place`(text: String, offset: Int, reason: String) {
    #expect(throws: JSONFault(reason: reason, offset: offset)) {
      try JSONValue(parsing: Array(text.utf8))
    }
  }

  @Test func `A text of deep lists is refused, not a crash`() {
    #expect(throws: JSONFault.self) {
      try JSONValue(parsing: Array(repeating: UInt8(ascii: "["), count: 100_000))
    }
  }

  @Test func `A text that is not UTF-8 is refused`() {
    #expect(throws: JSONFault(reason: "the text is not UTF-8", offset: 0)) {
      try JSONValue(parsing: [0x22, 0xff, 0x22])
    }
  }

  @Test func `Random bytes are refused or read, and never crash`() {
    var random = SystemRandomNumberGenerator()
    let signs = Array("{}[]\",:\\u0eE+-.1 ntrfalse\n".utf8)
    for _ in 0..<20_000 {
      let bytes = (0..<Int.random(in: 0..<20, using: &random)).map { _ in
        signs.randomElement(using: &random) ?? 0
      }
      guard let value = try? JSONValue(parsing: bytes) else { continue }
      #expect((try? JSONValue(parsing: Array(value.line.utf8))) != nil)
    }
  }
}
