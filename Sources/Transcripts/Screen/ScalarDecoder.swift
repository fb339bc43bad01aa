/// Decodes UTF-8 byte by byte; a character may be split at any byte.
///
/// Each longest part of a character that is not continued counts as one invalid character.
///
///     var decoder = ScalarDecoder()
///     decoder.decode(0xc3)  // nothing yet
///     decoder.decode(0xa9)  // the scalar é
struct ScalarDecoder {
  /// What a byte completes: an invalid character before it, a character that it ends, or both.
  struct Decoded {
    var hasInvalid = false
    var scalar: Unicode.Scalar?
  }

  private var value: UInt32 = 0
  private var missingCount = 0
  /// The bytes that may come next; only the second byte of a character has narrower bounds.
  private var expected = Self.continuation

  private static let continuation: ClosedRange<UInt8> = 0x80...0xbf

  /// Decodes one more byte.
  mutating func decode(_ byte: UInt8) -> Decoded {
    guard missingCount > 0 else { return begin(byte) }
    guard expected.contains(byte) else {
      missingCount = 0
      var decoded = begin(byte)
      // A byte that is invalid itself comes after the character that it interrupts.
      if decoded.hasInvalid { decoded.scalar = "\u{fffd}" }
      decoded.hasInvalid = true
      return decoded
    }
    value = value << 6 | UInt32(byte & 0x3f)
    missingCount -= 1
    expected = Self.continuation
    return missingCount > 0 ? Decoded() : Decoded(scalar: Unicode.Scalar(value))
  }

  /// Decodes the first byte of a character.
  private mutating func begin(_ byte: UInt8) -> Decoded {
    switch byte {
    case 0..<0x80: return Decoded(scalar: Unicode.Scalar(byte))
    case 0xc2...0xdf: expect(1, after: byte & 0x1f)
    case 0xe0...0xef: expect(2, after: byte & 0x0f)
    case 0xf0...0xf4: expect(3, after: byte & 0x07)
    default: return Decoded(hasInvalid: true)
    }
    // Overlong forms, surrogates and values above the last character are excluded.
    switch byte {
    case 0xe0: expected = 0xa0...0xbf
    case 0xed: expected = 0x80...0x9f
    case 0xf0: expected = 0x90...0xbf
    case 0xf4: expected = 0x80...0x8f
    default: expected = Self.continuation
    }
    return Decoded()
  }

  private mutating func expect(_ count: Int, after bits: UInt8) {
    missingCount = count
    value = UInt32(bits)
  }
}
