/// The encoding of bytes as printable characters, as terminals want a text for their clipboard.
///
///     Base64.text(of: Array("chimp".utf8))  // Y2hpbXA=
public enum Base64 {
  /// Returns the bytes as a text: four characters for three bytes, with `=` at the end for missing
  /// ones.
  public static func text(of bytes: [UInt8]) -> String {
    let signs = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    var text: [UInt8] = []
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start..<min(start + 3, bytes.count)]
      let bits = group.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - group.count))
      for index in 0..<4 {
        let isMissing = index > group.count
        text.append(isMissing ? UInt8(ascii: "=") : signs[bits >> (18 - 6 * index) & 63])
      }
    }
    return String(decoding: text, as: UTF8.self)
  }
}
