/// A compiled pattern, which is matched in time proportional to the pattern and the line.
///
/// A placeholder matches as much text as possible, from left to right. A defined name only matches
/// its text.
///
///     let machine = PatternMachine(try LinePattern("at {cell}"))
///     machine.matches(Array("at 2 3".utf8)[...])  // true
///     machine.matches(Array("at 2".utf8)[...])  // false
package struct PatternMachine: Sendable {
  /// A class of bytes that a step accepts.
  enum ByteClass: Sendable {
    case any
    case one(UInt8)
    case digit, hexadecimal, visible, blankOrComma, none
  }

  /// A step of the pattern: a byte of a class, perhaps repeated.
  struct Step: Sendable {
    var accepted: ByteClass
    /// `true` if the step may match several bytes.
    var repeats = false
    /// The number of steps from this one on that may be skipped together.
    var omissible = 0
  }

  private var steps: [Step] = []
  private(set) var holes: [(hole: Hole, steps: Range<Int>)] = []

  /// Compiles a pattern without names.
  package init(_ pattern: LinePattern) { self.init(pattern, bindings: Bindings(), kinds: [:]) }

  /// Compiles a pattern; `kinds` are those of the names that the same reply defines.
  init(_ pattern: LinePattern, bindings: Bindings, kinds: [String: Hole.Kind]) {
    for piece in pattern.pieces {
      switch piece {
      case .literal(let bytes): steps += bytes.map { Step(accepted: .one($0)) }
      case .hole(let hole):
        let start = steps.count
        add(hole, bindings, kinds)
        holes.append((hole, start..<steps.count))
      }
    }
  }

  /// Compiles a pattern with `*` and `?`.
  init(wildcards pattern: String) {
    steps = pattern.utf8.map { sign in
      switch sign {
      case UInt8(ascii: "*"): Step(accepted: .any, repeats: true, omissible: 1)
      case UInt8(ascii: "?"): Step(accepted: .any)
      default: Step(accepted: .one(sign))
      }
    }
  }

  /// Adds the steps of a placeholder: the text of its name, or any text of its kind.
  private mutating func add(_ hole: Hole, _ bindings: Bindings, _ kinds: [String: Hole.Kind]) {
    let name = hole.name ?? ""
    if hole.kind == nil, let value = bindings.value(of: name) {
      steps += value.map { Step(accepted: .one($0)) }
    } else if let kind = hole.kind ?? kinds[name] {
      add(kind)
    } else {
      steps.append(Step(accepted: .none))
    }
  }

  /// Adds the steps of a kind of placeholder.
  private mutating func add(_ kind: Hole.Kind) {
    let digits = Step(accepted: .digit, repeats: true)
    func one(_ sign: Character, omissible: Int = 0) -> Step {
      Step(accepted: .one(sign.asciiValue ?? 0), omissible: omissible)
    }
    switch kind {
    case .anything: steps.append(Step(accepted: .any, repeats: true, omissible: 1))
    case .int: steps += [one("-", omissible: 1), digits]
    case .ms: steps += [digits, one(".", omissible: 2), digits, one("m", omissible: 2), one("s")]
    case .hex:
      steps += [one("0", omissible: 2), one("x"), Step(accepted: .hexadecimal, repeats: true)]
    case .word: steps.append(Step(accepted: .visible, repeats: true))
    case .cell: steps += [digits, Step(accepted: .blankOrComma), digits]
    }
  }

  var hasNames: Bool { holes.contains { $0.hole.name != nil } }
  var binds: Bool { holes.contains(where: \.hole.binds) }

  /// Returns whether the pattern matches a line.
  package func matches(_ text: ArraySlice<UInt8>) -> Bool {
    var row = row(at: nil, before: [])
    for byte in text.reversed() {
      row = self.row(at: byte, before: row)
      guard row.contains(true) else { return false }
    }
    return row[0]
  }

  /// Returns the ranges that the placeholders match; `nil` if the pattern does not match.
  func match(_ text: ArraySlice<UInt8>) -> [Range<Int>]? {
    var rows = [row(at: nil, before: [])]
    for byte in text.reversed() { rows.append(row(at: byte, before: rows[rows.count - 1])) }
    rows.reverse()
    return rows[0][0] ? captures(text, rows) : nil
  }

  /// Returns for each step whether the rest of the line matches the steps from this one on.
  ///
  /// `byte` is the first byte of the rest, `nil` if it is empty; `following` is the row of the next
  /// offset.
  private func row(at byte: UInt8?, before following: [Bool]) -> [Bool] {
    var row = Array(repeating: false, count: steps.count + 1)
    row[steps.count] = byte == nil
    for index in steps.indices.reversed() {
      let step = steps[index]
      row[index] = step.omissible > 0 && row[index + step.omissible]
      if !row[index], let byte, step.accepted.contains(byte) {
        row[index] = following[index + 1] || step.repeats && following[index]
      }
    }
    return row
  }

  /// Returns the ranges that the placeholders match, given the rows of all offsets.
  private func captures(_ text: ArraySlice<UInt8>, _ rows: [[Bool]]) -> [Range<Int>] {
    var starts = Array(repeating: text.endIndex, count: steps.count + 1)
    var offset = text.startIndex
    var index = 0
    starts[0] = offset
    while index < steps.count {
      let step = steps[index]
      let accepts = offset < text.endIndex && step.accepted.contains(text[offset])
      let following = accepts ? rows[offset + 1 - text.startIndex] : []
      if accepts && step.repeats && following[index] {
        offset += 1
      } else if accepts && following[index + 1] {
        offset += 1
        index += 1
        starts[index] = offset
      } else {
        for skipped in index + 1...index + step.omissible { starts[skipped] = offset }
        index += step.omissible
      }
    }
    return holes.map { starts[$0.steps.lowerBound]..<starts[$0.steps.upperBound] }
  }
}

extension PatternMachine.ByteClass {
  /// Returns whether the class includes a byte.
  fileprivate func contains(_ byte: UInt8) -> Bool {
    switch self {
    case .any: true
    case .one(let accepted): byte == accepted
    case .digit: byte >= 0x30 && byte <= 0x39
    case .hexadecimal: isHexadecimal(byte)
    case .visible: byte != 0x20 && byte != 0x09
    case .blankOrComma: byte == 0x20 || byte == UInt8(ascii: ",")
    case .none: false
    }
  }
}

/// Returns whether a text matches a pattern in which `*` is any text and `?` any byte.
///
///     matches("masking task", wildcards: "m*t?sk")  // true
package func matches(_ text: String, wildcards pattern: String) -> Bool {
  PatternMachine(wildcards: pattern).matches(Array(text.utf8)[...])
}
