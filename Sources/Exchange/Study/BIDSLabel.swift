import Game

/// The label of a participant in a BIDS dataset: letters and digits only, derived from the
/// participant code.
///
/// Labels of different codes differ in more than case: `P07` becomes `P07`, `p07` becomes `p07x0`,
/// and `A-1` becomes `A1x21`. The hexadecimal number after the last `x` encodes the positions of
/// lower-case letters and hyphens.
struct BIDSLabel {
  let text: String

  /// Creates the label of a code; codes in old stores may contain any character.
  init(_ code: String) {
    guard ParticipantCode.isValid(code) else {
      let digits = code.utf8.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }
      // No code has this number.
      text = digits.joined() + "x1"
      return
    }
    let letters = code.filter { $0 != "-" }
    if letters.utf8.count == code.utf8.count {
      let hasSmall = code.utf8.contains { $0 >= 0x61 }
      if !hasSmall, !Self.endsWithNumber(code) {
        text = code
        return
      }
      if hasSmall, !code.utf8.contains(where: { (0x41...0x5a).contains($0) }) {
        text = code + "x0"
        return
      }
    }
    // The leading digit preserves zeros after it.
    let number = code.utf8.reduce(UInt64(1)) { number, byte in
      number * 3 + (byte == UInt8(ascii: "-") ? 2 : byte >= 0x61 ? 1 : 0)
    }
    text = letters + "x" + String(number, radix: 16)
  }

  /// Returns whether a code looks like a label that ends in `x` and a number.
  private static func endsWithNumber(_ code: String) -> Bool {
    guard let last = code.utf8.lastIndex(of: UInt8(ascii: "X")) else { return false }
    let digits = code.utf8[last...].dropFirst()
    return !digits.isEmpty
      && digits.allSatisfy { (0x30...0x39).contains($0) || (0x41...0x46).contains($0) }
  }
}
