extension LinePattern {
  /// Returns whether a line that binds no names matches.
  ///
  ///     try LinePattern("at {cell}").fits(Array("at 2 3".utf8)[...])  // true
  package func fits(_ line: ArraySlice<UInt8>) -> Bool { match(line, Bindings(), [:]) != nil }

  /// Returns the text of each placeholder, or `nil` if the line does not match.
  ///
  /// From left to right, a placeholder is filled with as much text as possible, as long as the rest
  /// still matches. A name in `bindings` matches its text only; `kinds` are those of the names that
  /// the same block defines.
  func match(
    _ line: ArraySlice<UInt8>, _ bindings: Bindings, _ kinds: [String: Hole.Kind]
  ) -> [ArraySlice<UInt8>]? {
    var parts: [PatternMatch.Part] = []
    for piece in pieces {
      switch piece {
      case .literal(let text): parts.append(.text(text[...]))
      case .hole(let hole):
        let name = hole.name ?? ""
        if hole.kind == nil, let value = bindings.value(of: name) {
          parts.append(.text(value))
        } else if let kind = hole.kind ?? kinds[name] {
          parts.append(.hole(kind))
        } else {
          return nil
        }
      }
    }
    var match = PatternMatch(parts, line)
    guard match.matches(0, line.startIndex) else { return nil }
    return pieces.indices.compactMap { index in
      if case .hole = pieces[index] { match.text(of: index) } else { nil }
    }
  }
}

/// A search for the texts that the parts of a pattern match, one part after the other.
///
/// Parts and offsets from which the rest of the line did not match are not tried again.
private struct PatternMatch {
  /// A text, or a placeholder of a kind.
  enum Part {
    case text(ArraySlice<UInt8>)
    case hole(Hole.Kind)
  }

  private let parts: [Part]
  private let line: ArraySlice<UInt8>
  /// The offset at which each part begins, then the end of the line.
  private var starts: [Int]
  private var failures: Set<Int> = []

  init(_ parts: [Part], _ line: ArraySlice<UInt8>) {
    self.parts = parts
    self.line = line
    starts = Array(repeating: line.startIndex, count: parts.count + 1)
  }

  /// Returns the text that a part has matched.
  func text(of index: Int) -> ArraySlice<UInt8> { line[starts[index]..<starts[index + 1]] }

  /// Returns whether the parts from an index on match the line from an offset on.
  mutating func matches(_ index: Int, _ offset: Int) -> Bool {
    starts[index] = offset
    guard index < parts.count else { return offset == line.endIndex }
    let state = index * (line.count + 1) + offset - line.startIndex
    guard !failures.contains(state) else { return false }
    switch parts[index] {
    case .text(let text):
      if line[offset...].starts(with: text), matches(index + 1, offset + text.count) { return true }
    case .hole(let kind):
      for end in (offset...line.endIndex).reversed() where kind.accepts(line[offset..<end]) {
        if matches(index + 1, end) { return true }
      }
    }
    failures.insert(state)
    return false
  }
}

extension Hole.Kind {
  /// Returns whether a text can fill a placeholder of this kind.
  func accepts(_ text: ArraySlice<UInt8>) -> Bool {
    switch self {
    case .anything: return true
    case .int: return (text.first == UInt8(ascii: "-") ? text.dropFirst() : text).isNumber
    case .ms:
      let number = text.suffix(2).elementsEqual("ms".utf8) ? text.dropLast(2) : text
      return number.split(
        separator: UInt8(ascii: "."), maxSplits: 1, omittingEmptySubsequences: false
      )
      .allSatisfy(\.isNumber)
    case .hex:
      let digits = text.starts(with: "0x".utf8) ? text.dropFirst(2) : text
      return !digits.isEmpty && digits.allSatisfy(isHexadecimal)
    case .word: return !text.isEmpty && text.allSatisfy { $0 != 0x20 && $0 != 0x09 }
    case .cell:
      let column = text.prefix { $0 >= 0x30 && $0 <= 0x39 }
      let rest = text[column.endIndex...]
      guard let sign = rest.first, sign == 0x20 || sign == UInt8(ascii: ",") else { return false }
      return !column.isEmpty && rest.dropFirst().isNumber
    }
  }
}

extension ArraySlice<UInt8> {
  /// Whether the text is at least one digit, and nothing else.
  fileprivate var isNumber: Bool { !isEmpty && allSatisfy { $0 >= 0x30 && $0 <= 0x39 } }
}

/// Returns whether a text matches a pattern in which `*` is any text and `?` any byte.
///
///     matches("masking task", wildcards: "m*t?sk")  // true
package func matches(_ text: String, wildcards pattern: String) -> Bool {
  let signs = Array(pattern.utf8)
  // The lengths of the pattern's beginnings that match the text so far.
  var lengths: Set<Int> = []
  func add(_ length: Int) {
    lengths.insert(length)
    if length < signs.count, signs[length] == UInt8(ascii: "*") { add(length + 1) }
  }
  add(0)
  for byte in text.utf8 {
    let earlier = lengths
    lengths = []
    for length in earlier where length < signs.count {
      switch signs[length] {
      case UInt8(ascii: "*"): add(length)
      case UInt8(ascii: "?"), byte: add(length + 1)
      default: continue
      }
    }
  }
  return lengths.contains(signs.count)
}
