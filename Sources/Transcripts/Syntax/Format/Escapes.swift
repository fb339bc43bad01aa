import ChimpSystem

/// One line of an output.
///
///     OutputLine.lines(of: Array("a\n\nb".utf8)).count  // 3
///     OutputLine.lines(of: []).isEmpty  // true
package struct OutputLine: Equatable, Sendable {
  /// The text without its newline.
  package let text: ArraySlice<UInt8>
  /// `false` for a last line without a newline.
  var isEnded = true
  /// The part of the reply to which the line belongs.
  var stream = ReplyStream.output

  /// Splits an output into lines.
  ///
  /// Only the last one can lack its newline.
  package static func lines(of output: [UInt8], stream: ReplyStream = .output) -> [OutputLine] {
    var lines: [OutputLine] = []
    var start = 0
    while start < output.count {
      let end = output[start...].firstIndex(of: 0x0a) ?? output.count
      lines.append(
        OutputLine(text: output[start..<end], isEnded: end < output.count, stream: stream))
      start = end + 1
    }
    return lines
  }
}

/// Encodes output lines as lines of a transcript, and decodes them.
///
///     plain\n        | plain
///     a blank \n     \ a blank\s
///     no newline     \ no newline\c
///
/// A line that is encoded and parsed again is the same line, whatever its bytes are.
///
///     OutputEncoding.encode(Array("1\n".utf8))  // the bytes of `| 1`, with a line feed
///     OutputEncoding.unescaped("@@\\n")  // [0x40, 0x40, 0x0a]
package enum OutputEncoding {
  /// The escape sequences of single bytes; a blank is only escaped at the end of a line.
  private static let signs: [Character: UInt8] = [
    "t": 0x09, "r": 0x0d, "e": 0x1b, "s": 0x20, "\\": 0x5c,
  ]

  /// Returns the line of a transcript for an output line, with the character that begins it.
  static func encode(_ line: OutputLine) -> [UInt8] {
    let stream = line.stream
    if needsEscapes(line) { return stream.sign + [0x5c, 0x20] + escaped(line) }
    return stream.gutter + (line.text.isEmpty ? [] : [0x20] + line.text)
  }

  /// Returns the lines of a transcript for a whole output.
  package static func encode(_ output: [UInt8]) -> [UInt8] { encode(OutputLine.lines(of: output)) }

  /// Returns the lines of a transcript for some output lines.
  static func encode(_ lines: some Sequence<OutputLine>) -> [UInt8] {
    lines.reduce(into: []) { $0 += encode($1) + [0x0a] as [UInt8] }
  }

  /// Returns the line of a transcript that tells whether the command succeeds, without its line
  /// end.
  package static func status(_ state: ReplyState) -> [UInt8] {
    Array("= \(state.status.word)".utf8)
  }

  /// Returns the text with escape sequences replaced; `nil` for an unknown escape, or `\c` at the
  /// end.
  package static func unescaped(_ text: String) -> [UInt8]? {
    let bytes = Array(text.utf8)
    let line = try? decode(bytes, bytes.indices, severalLines: true)
    return line.flatMap { $0.isEnded ? Array($0.text) : nil }
  }

  /// Decodes an escaped output line in a file, after its leading `\`.
  ///
  /// With `severalLines`, `\n` is allowed.
  static func decode(
    _ bytes: [UInt8], _ range: Range<Int>, severalLines: Bool = false
  ) throws(TranscriptFault) -> OutputLine {
    var rest = bytes[range]
    var decoded: [UInt8] = []
    while let stroke = rest.firstIndex(of: 0x5c) {
      decoded += rest[..<stroke]
      let sign = Character(Unicode.Scalar(rest[(stroke + 1)...].first ?? 0))
      rest = rest[(stroke + 1)...].dropFirst()
      if sign == "n" && severalLines {
        decoded.append(0x0a)
      } else if let byte = signs[sign] {
        decoded.append(byte)
      } else if sign == "c" && rest.isEmpty && !decoded.isEmpty {
        return OutputLine(text: decoded[...], isEnded: false)
      } else if sign == "x", let byte = hexadecimal(rest.prefix(2)) {
        decoded.append(byte)
        rest = rest.dropFirst(2)
      } else {
        let escape = String(decoding: bytes[stroke..<rest.startIndex], as: UTF8.self)
        throw TranscriptFault("unknown escape \"\(escape)\"", at: stroke, of: bytes)
      }
    }
    return OutputLine(text: (decoded + rest)[...])
  }

  /// Returns the byte of two hexadecimal digits, or `nil`.
  private static func hexadecimal(_ digits: ArraySlice<UInt8>) -> UInt8? {
    guard digits.count == 2, digits.allSatisfy(isHexadecimal) else { return nil }
    return UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
  }

  /// Returns whether a line must be written with escape sequences.
  static func needsEscapes(_ line: OutputLine) -> Bool {
    let last = line.text.last
    return !line.isEnded || last == 0x20 || last == 0x09 || hasControls(line.text)
  }

  /// Returns a line with all necessary escape sequences.
  static func escaped(_ line: OutputLine) -> [UInt8] {
    var result: [UInt8] = []
    for piece in characters(of: line.text) {
      let bytes = line.text[piece.range]
      let isLast = line.isEnded && piece.range.upperBound == line.text.endIndex
      if let sign = signs.first(where: { $0.value == bytes.first })?.key, sign != "s" || isLast {
        result += Array("\\\(sign)".utf8)
      } else if let scalar = piece.scalar, !isControl(scalar) {
        result += bytes
      } else {
        for byte in bytes {
          result += Array("\\x\(byte < 16 ? "0" : "")\(String(byte, radix: 16))".utf8)
        }
      }
    }
    if !line.isEnded { result += Array("\\c".utf8) }
    return result
  }

  /// Returns `true` for a character that is invisible or changes the direction of text; tabs are
  /// allowed.
  package static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    scalar != "\t" && scalar.isHidden
  }

  /// Returns whether a text has such characters, or bytes that are not UTF-8.
  static func hasControls(_ text: ArraySlice<UInt8>) -> Bool {
    // Most lines are plain (row "golden": a fifth of its instructions).
    let isPlain = text.allSatisfy { $0 >= 0x20 && $0 < 0x7f }
    return !isPlain && characters(of: text).contains { $0.scalar.map(isControl) ?? true }
  }
}

/// Returns whether a byte is a hexadecimal digit.
func isHexadecimal(_ byte: UInt8) -> Bool {
  byte >= 0x30 && byte <= 0x39 || byte | 0x20 >= 0x61 && byte | 0x20 <= 0x66
}

/// Returns the characters of a text with their ranges, and the ranges of single bytes that are not
/// UTF-8.
func characters(
  of bytes: ArraySlice<UInt8>
) -> some Sequence<(scalar: Unicode.Scalar?, range: Range<Int>)> {
  sequence(state: bytes.startIndex) { offset -> (scalar: Unicode.Scalar?, range: Range<Int>)? in
    guard offset < bytes.endIndex else { return nil }
    let start = offset
    let end = min(bytes.endIndex, start + max(1, (~bytes[start]).leadingZeroBitCount))
    let text = String(validating: bytes[start..<end], as: UTF8.self)
    offset = text == nil ? start + 1 : end
    return (text?.unicodeScalars.first, start..<offset)
  }
}

/// Returns the text with control and invisible characters escaped, so that it can't control a
/// terminal.
///
///     escapedForDisplay("a\u{1b}[2J")  // a\e[2J
package func escapedForDisplay(_ text: String) -> String {
  escapedForDisplay(Array(text.utf8)[...])
}

/// Returns bytes as text, with invalid bytes and control characters escaped.
package func escapedForDisplay(_ bytes: ArraySlice<UInt8>) -> String {
  guard OutputEncoding.hasControls(bytes) else { return String(decoding: bytes, as: UTF8.self) }
  return String(decoding: OutputEncoding.escaped(OutputLine(text: bytes)), as: UTF8.self)
}
