import ChimpSystem
import TestSupport
import Testing

/// Tests of the hash with which texts of studies and codes are compared.
struct SecureHashTests {
  @Test func `The secure hash is the standard's`() {
    var hash = SecureHash()
    let vectors = [
      "": "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
      "abc": "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq":
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1",
      String(repeating: "a", count: 1_000_000):
        "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0",
    ]
    for (text, expected) in vectors {
      let digits = hash.hash(of: Array(text.utf8)).map { byte in
        (byte < 16 ? "0" : "") + String(byte, radix: 16)
      }
      #expect(digits.joined() == expected)
    }
  }

  @Test func `Lengths around a block's end are padded as the standard wants`() {
    var hash = SecureHash()
    let folder = TemporaryFolder()
    for length in [1, 54, 55, 56, 57, 63, 64, 65, 118, 119, 120, 128] {
      let text = String(repeating: "x", count: length)
      let digits = hash.hash(of: Array(text.utf8)).map { byte in
        (byte < 16 ? "0" : "") + String(byte, radix: 16)
      }
      let other = FinishedRun(["sha256sum", folder.file("text", text)])
      #expect(digits.joined() == String(other.output.prefix(64)))
    }
  }
}
