import ChimpSystem
import Testing

struct Base64Tests {
  /// The examples of RFC 4648, 10.
  @Test(arguments: [
    ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="),
    ("fooba", "Zm9vYmE="), ("foobar", "Zm9vYmFy"),
  ])
  func `Three bytes are four characters, and the end is filled up`(text: String, code: String) {
    #expect(Base64.text(of: Array(text.utf8)) == code)
  }

  @Test func `Bytes beyond ASCII use all signs`() {
    #expect(Base64.text(of: [0xfb, 0xff, 0xbf]) == "+/+/")
  }
}
