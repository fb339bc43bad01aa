/// Makes an expected line with placeholders that matches both an expectation and an actual line.
///
///     expected: | round:1      actual: round:2      made: ~ round:{int}
///
/// A recording uses it for replies of which only some parts are known:
///
///     HoleMaker.expectations(matching: Array("at 3:15\n".utf8), and: Array("at 3:20\n".utf8))
///     // the bytes of `~ at 3:{int}`, with a line feed
package enum HoleMaker {
  /// The maximum size of the table for comparing two lines; larger lines get no placeholders.
  private static let largestTable = 1 << 22

  /// The indexes of equal tokens in the expectation and in the actual line.
  private typealias Pair = (part: Int, token: Int)

  /// A token of the expectation, or a placeholder in it.
  private typealias Part = LinePattern.Piece

  /// Returns the line of a transcript; `nil` if both have no token in common.
  static func line(_ old: Expectation, _ output: OutputLine, _ bindings: Bindings) -> [UInt8]? {
    guard output.isEnded, output.stream == old.stream, let parts = parts(of: old) else {
      return nil
    }
    let tokens = tokens(output.text)
    guard parts.count < largestTable / (tokens.count + 1),
      let merged = merge(parts, tokens, bindings)
    else { return nil }
    // A trailing blank would be ignored, and a pattern can't contain a control character.
    let needsEscapes = OutputEncoding.needsEscapes(OutputLine(text: merged[...]))
    return needsEscapes ? nil : output.stream.sign + [0x7e, 0x20] + merged
  }

  /// Returns the tokens and placeholders of an expectation; `nil` if it can't have placeholders.
  private static func parts(of old: Expectation) -> [Part]? {
    switch old.kind {
    case .gap: return nil
    case .exact(let line): return line.isEnded ? tokens(line.text).map { .literal($0) } : nil
    case .pattern(let pattern), .optional(let pattern):
      // Other lines may depend on a name that a line binds, so such a line is kept.
      guard !pattern.holes.contains(where: \.binds) else { return nil }
      return pattern.pieces.flatMap { piece in
        switch piece {
        case .literal(let bytes): tokens(bytes[...]).map { Part.literal($0) }
        case .hole(let hole): [Part.hole(hole)]
        }
      }
    }
  }

  /// Splits a text into words, numbers, runs of blanks and single other characters.
  private static func tokens(_ text: ArraySlice<UInt8>) -> [[UInt8]] {
    var tokens: [[UInt8]] = []
    var lastClass = 0
    for byte in text {
      let byteClass = byteClass(byte)
      if byteClass == lastClass && byteClass > 0 {
        tokens[tokens.count - 1].append(byte)
      } else {
        tokens.append([byte])
      }
      lastClass = byteClass
    }
    return tokens
  }

  /// Returns the class of a byte: 1 for blanks, 2 for letters and digits, 0 for others.
  private static func byteClass(_ byte: UInt8) -> Int {
    switch byte {
    case 0x20, 0x09: 1
    case 0x30...0x39, 0x41...0x5a, 0x61...0x7a, 0x80...0xff: 2
    default: 0
    }
  }

  /// Returns the tokens with a placeholder wherever both differ; `nil` without a common token.
  private static func merge(
    _ parts: [Part], _ tokens: [[UInt8]], _ bindings: Bindings
  ) -> [UInt8]? {
    let pairs = commonPairs(parts, tokens)
    guard pairs.contains(where: { byteClass(tokens[$0.token][0]) != 1 }) else { return nil }
    var result: [UInt8] = []
    var part = 0
    var token = 0
    for pair in pairs + [(parts.count, tokens.count)] {
      if pair.part > part || pair.token > token {
        let actual = Array(tokens[token..<pair.token].joined())
        result += hole(parts[part..<pair.part], actual, bindings)
      }
      if pair.token < tokens.count { result += braced(tokens[pair.token]) }
      part = pair.part + 1
      token = pair.token + 1
    }
    return result
  }

  /// Returns a longest common subsequence of the parts and the tokens.
  private static func commonPairs(_ parts: [Part], _ tokens: [[UInt8]]) -> [Pair] {
    let width = tokens.count + 1
    var common = Array(repeating: 0, count: width * (parts.count + 1))
    for part in parts.indices.reversed() {
      for token in tokens.indices.reversed() {
        let cell = part * width + token
        common[cell] = max(common[cell + width], common[cell + 1])
        if parts[part] == .literal(tokens[token]) {
          common[cell] = max(common[cell], common[cell + width + 1] + 1)
        }
      }
    }
    var pairs: [Pair] = []
    var part = 0
    var token = 0
    while part < parts.count && token < tokens.count {
      let cell = part * width + token
      if parts[part] == .literal(tokens[token]), common[cell] == common[cell + width + 1] + 1 {
        pairs.append((part, token))
        part += 1
        token += 1
      } else if common[cell] == common[cell + width] {
        part += 1
      } else {
        token += 1
      }
    }
    return pairs
  }

  /// Returns a placeholder that matches both sides of a difference, preferably the existing one.
  private static func hole(
    _ parts: ArraySlice<Part>, _ actual: [UInt8], _ bindings: Bindings
  ) -> [UInt8] {
    let holes = parts.compactMap { if case .hole(let hole) = $0 { hole } else { nil } }
    if holes.count == 1 {
      if let kind = holes[0].kind, matches(actual, kind) { return Array("{\(kind.name)}".utf8) }
      if let name = holes[0].name, bindings.value(of: name)?.elementsEqual(actual) ?? false {
        return Array("{\(name)}".utf8)
      }
    }
    let expected = parts.flatMap { if case .literal(let text) = $0 { text } else { [UInt8]() } }
    let kind = Hole.Kind.general.first { kind in
      matches(actual, kind) && (matches(expected, kind) || !holes.isEmpty)
    }
    return Array("{\((kind ?? .anything).name)}".utf8)
  }

  /// Returns whether a text matches a kind of placeholder.
  private static func matches(_ text: [UInt8], _ kind: Hole.Kind) -> Bool {
    PatternMachine(kind).matches(text[...])
  }

  /// Returns a literal text as a pattern, with each brace doubled.
  private static func braced(_ text: [UInt8]) -> [UInt8] {
    text.flatMap { $0 == UInt8(ascii: "{") ? [$0, $0] : [$0] }
  }
}

extension HoleMaker {
  /// The line of a transcript that matches any output.
  package static let openReply = Array(": ...\n".utf8)

  /// Returns lines of a transcript that match both outputs.
  ///
  /// Similar lines get placeholders where they differ, and other lines become a gap.
  package static func expectations(matching output: [UInt8], and other: [UInt8]) -> [UInt8] {
    if output == other { return OutputEncoding.encode(output) }
    let lines = OutputLine.lines(of: output)
    let others = OutputLine.lines(of: other)
    guard lines.allSatisfy(\.isEnded), others.allSatisfy(\.isEnded) else { return openReply }
    if lines.count == others.count { return merged(lines, others) }
    let first = zip(lines, others).prefix { $0 == $1 }.count
    let rest = min(lines.count, others.count) - first
    let last = zip(lines.reversed(), others.reversed()).prefix(rest).prefix { $0 == $1 }.count
    return OutputEncoding.encode(lines.prefix(first)) + openReply
      + OutputEncoding.encode(lines.suffix(last))
  }

  /// Returns lines of a transcript that match both outputs, compared line by line.
  private static func merged(_ lines: [OutputLine], _ others: [OutputLine]) -> [UInt8] {
    var bytes: [UInt8] = []
    var missingCount = 0
    func gap(_ count: Int) -> [UInt8] { count > 0 ? Array(": \(count)\n".utf8) : [] }
    for (line, other) in zip(lines, others) {
      let old = Expectation(kind: .exact(other), line: 0)
      let text = line == other ? OutputEncoding.encode(line) : self.line(old, line, Bindings())
      if let text {
        bytes += gap(missingCount) + text + [0x0a]
        missingCount = 0
      } else {
        missingCount += 1
      }
    }
    return bytes + gap(missingCount)
  }
}
