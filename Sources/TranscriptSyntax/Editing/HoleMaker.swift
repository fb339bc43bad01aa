/// Makes a line with holes that matches both an expectation and an output line.
///
///     expected: | round:1      actual: round:2      made: ~ round:{int}
package enum HoleMaker {
  /// The maximum size of the table of tokens; lines that would need a larger one get no holes.
  private static let largestTable = 1 << 22

  /// A token of the expectation, or a hole in it.
  private typealias Part = LinePattern.Piece

  /// Returns a line of a transcript with its gutter, or `nil` if both have nothing in common.
  static func line(_ old: Expectation, _ output: OutputLine, _ bindings: Bindings) -> [UInt8]? {
    // Other lines may depend on a name that a line binds, so such a line is kept.
    let binds = old.pattern?.holes.contains(where: \.binds) ?? false
    guard output.isEnded, !binds, let parts = parts(of: old) else { return nil }
    guard let merged = merge(parts, tokens(output.text), bindings) else { return nil }
    // A trailing blank would be ignored, and a pattern can't contain a control character.
    guard merged.last != 0x20, merged.last != 0x09, !OutputEncoding.hasControls(merged[...])
    else { return nil }
    return [0x7e, 0x20] + merged
  }

  /// Returns the tokens and holes of an expectation, or `nil` if it can't get holes.
  private static func parts(of old: Expectation) -> [Part]? {
    switch old.kind {
    case .gap: return nil
    case .exact(let line): return line.isEnded ? tokens(line.text).map { .literal($0) } : nil
    case .pattern(let pattern), .optional(let pattern):
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

  /// Returns 1 for blanks, 2 for bytes of words and 0 for other bytes.
  private static func byteClass(_ byte: UInt8) -> Int {
    switch byte {
    case 0x20, 0x09: 1
    case 0x30...0x39, 0x41...0x5a, 0x61...0x7a, 0x80...0xff: 2
    default: 0
    }
  }

  /// Returns the tokens with a hole wherever the parts differ, or `nil` without a common token.
  private static func merge(
    _ parts: [Part], _ tokens: [[UInt8]], _ bindings: Bindings
  ) -> [UInt8]? {
    let costs = EditTable.Costs(
      insertion: 1, removal: { _ in 1 },
      match: { parts[$0] == .literal(tokens[$1]) ? 0 : nil })
    guard parts.count < largestTable / (tokens.count + 1),
      let table = EditTable(parts.indices, tokens.indices, costs)
    else { return nil }
    var result: [UInt8] = []
    var hasCommonToken = false
    var removed: [Part] = []
    var inserted: [UInt8] = []
    func addHole() {
      if !removed.isEmpty || !inserted.isEmpty { result += hole(removed, inserted, bindings) }
      removed = []
      inserted = []
    }
    for step in table.steps() {
      switch step {
      case .removed(let part): removed.append(parts[part])
      case .inserted(let token): inserted += tokens[token]
      case .kept(_, let range):
        addHole()
        let token = tokens[range.lowerBound]
        hasCommonToken = hasCommonToken || byteClass(token[0]) != 1
        result += braced(token)
      }
    }
    addHole()
    return hasCommonToken ? result : nil
  }

  /// Returns a hole that matches both sides of a difference: the existing one if possible,
  /// otherwise a new one.
  private static func hole(
    _ parts: [Part], _ actual: [UInt8], _ bindings: Bindings
  ) -> [UInt8] {
    let holes = parts.compactMap { if case .hole(let hole) = $0 { hole } else { nil } }
    if holes.count == 1, !holes[0].binds {
      if let kind = holes[0].kind, kind.accepts(actual[...]) {
        return Array("{\(kind.rawValue)}".utf8)
      }
      if let name = holes[0].name, bindings.value(of: name)?.elementsEqual(actual) ?? false {
        return Array("{\(name)}".utf8)
      }
    }
    let expected = parts.flatMap { if case .literal(let text) = $0 { text } else { [UInt8]() } }
    let kinds: [Hole.Kind] = [.int, .cell, .ms, .hex, .word, .anything]
    let kind = kinds.first { kind in
      kind.accepts(actual[...]) && (kind.accepts(expected[...]) || !holes.isEmpty)
    }
    return Array("{\((kind ?? .anything).rawValue)}".utf8)
  }

  /// Returns a literal as a pattern writes it, with each brace doubled.
  private static func braced(_ text: [UInt8]) -> [UInt8] {
    text.flatMap { $0 == UInt8(ascii: "{") ? [$0, $0] : [$0] }
  }
}

extension HoleMaker {
  /// A gap that matches any output, as a line of a transcript.
  package static let openReply = Array(": ...\n".utf8)

  /// Returns expectations that match both outputs, as lines of a transcript.
  ///
  /// Similar lines get holes where they differ, and other lines become a gap.
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

  /// Returns expectations that match both outputs, line by line.
  private static func merged(_ lines: [OutputLine], _ others: [OutputLine]) -> [UInt8] {
    var bytes: [UInt8] = []
    var missingCount = 0
    func addGap() {
      if missingCount > 0 { bytes += Array(": \(missingCount)\n".utf8) }
      missingCount = 0
    }
    for (line, other) in zip(lines, others) {
      let old = Expectation(kind: .exact(other), line: 0)
      let text = line == other ? OutputEncoding.encode(line) : self.line(old, line, Bindings())
      guard let text else {
        missingCount += 1
        continue
      }
      addGap()
      bytes += text + [0x0a]
    }
    addGap()
    return bytes
  }
}
