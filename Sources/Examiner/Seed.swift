/// A random seed as a text, from which boards are generated.
///
/// It has 1 to 100 bytes. It is the last part of a board identifier, which is one word of a command
/// line, so it contains no blank, no `"` and no `\`.
///
///     let seed = try Seed("apple")
///     Seed(seed, round: 2).text  // apple.2
public struct Seed: Hashable, Sendable {
  public static let longest = 100

  public let text: String

  /// Creates a seed; throws for a text that is empty, too long, or has a forbidden character.
  public init(_ text: String) throws(ExaminerError) {
    guard !text.isEmpty else { throw .emptySeed }
    guard text.utf8.count <= Self.longest else { throw .seedTooLong(limit: Self.longest) }
    if !Self.isPlain(text) {
      for scalar in text.unicodeScalars where !Self.allows(scalar) { throw .seedCharacter(scalar) }
    }
    self.text = text
  }

  /// The default seed.
  public static var standard: Seed { Seed(known: "1") }

  /// Creates the seed with the digits of a number.
  public init(number: UInt32) { text = String(number) }

  /// Creates the seed of a round from that of the session: `apple.3` for the third round.
  public init(_ seed: Seed, round number: Int) {
    // A string interpolation would page in 200 KB of the program at the first start.
    var bytes = Array(seed.text.utf8)
    bytes.append(UInt8(ascii: "."))
    let beginning = bytes.count
    var rest = number
    repeat {
      bytes.insert(UInt8(ascii: "0") + UInt8(rest % 10), at: beginning)
      rest /= 10
    } while rest > 0
    text = String(decoding: bytes, as: UTF8.self)
  }

  private init(known text: String) { self.text = text }

  /// Returns `true` if the text is ASCII without forbidden characters, which is quick to check.
  private static func isPlain(_ text: String) -> Bool {
    let bytes = text.utf8Span.span
    for offset in bytes.indices where !allows(bytes[offset]) { return false }
    return true
  }

  /// Returns true if the byte is an ASCII character that a seed may contain.
  private static func allows(_ byte: UInt8) -> Bool {
    byte > 0x20 && byte < 0x7f && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
  }

  /// Returns `true` unless the character is blank, invisible or unassigned.
  private static func allows(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII { return allows(UInt8(scalar.value)) }
    switch scalar.properties.generalCategory {
    case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator,
      .paragraphSeparator, .spaceSeparator:
      return false
    default: return true
    }
  }
}
