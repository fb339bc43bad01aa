/// A compiled pattern, which is matched in time proportional to the pattern and the line.
///
/// A placeholder matches as much text as possible, from left to right. A defined name only matches
/// its text.
///
///     let machine = PatternMachine(try LinePattern("at {cell}"))
///     machine.fits(Array("at 2 3".utf8)[...])  // true
///     machine.fits(Array("at 2".utf8)[...])  // false
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
  package func fits(_ text: ArraySlice<UInt8>) -> Bool {
    var states = Array(repeating: false, count: steps.count + 1)
    states[0] = true
    skipSteps(&states)
    var following = states
    for byte in text {
      var isAnywhere = false
      for index in following.indices { following[index] = false }
      for index in steps.indices where states[index] && steps[index].accepted.contains(byte) {
        following[index + 1] = true
        following[index] = following[index] || steps[index].repeats
        isAnywhere = true
      }
      guard isAnywhere else { return false }
      skipSteps(&following)
      swap(&states, &following)
    }
    return states[steps.count]
  }

  /// Adds the states that are reached by skipping steps.
  private func skipSteps(_ states: inout [Bool]) {
    for (index, step) in steps.enumerated() where states[index] && step.omissible > 0 {
      states[index + step.omissible] = true
    }
  }

  /// Returns the ranges that the placeholders match; `nil` if the pattern does not match.
  func match(_ text: ArraySlice<UInt8>) -> [Range<Int>]? {
    if let first = steps.first, first.omissible == 0 {
      guard let byte = text.first, first.accepted.contains(byte) else { return nil }
    }
    let table = reachability(text)
    guard table[0] else { return nil }
    return holes.isEmpty ? [] : captures(text, table)
  }

  /// Returns for each offset and step whether the rest of the line matches the rest of the steps.
  private func reachability(_ text: ArraySlice<UInt8>) -> [Bool] {
    let width = steps.count + 1
    var table = Array(repeating: false, count: width * (text.count + 1))
    for offset in stride(from: text.count, through: 0, by: -1) {
      let row = offset * width
      table[row + steps.count] = offset == text.count
      for index in steps.indices.reversed() {
        let step = steps[index]
        var fits = step.omissible > 0 && table[row + index + step.omissible]
        if !fits, offset < text.count, step.accepted.contains(text[text.startIndex + offset]) {
          fits = table[row + width + index + 1] || step.repeats && table[row + width + index]
        }
        table[row + index] = fits
      }
    }
    return table
  }

  /// Returns the ranges that the placeholders match in a line that matches.
  private func captures(_ text: ArraySlice<UInt8>, _ table: [Bool]) -> [Range<Int>] {
    let width = steps.count + 1
    var starts = Array(repeating: text.endIndex, count: width)
    var offset = 0
    var index = 0
    starts[0] = text.startIndex
    while index < steps.count {
      let step = steps[index]
      let below = (offset + 1) * width + index
      let accepts = offset < text.count && step.accepted.contains(text[text.startIndex + offset])
      if accepts && step.repeats && table[below] {
        offset += 1
      } else if accepts && table[below + 1] {
        offset += 1
        index += 1
        starts[index] = text.startIndex + offset
      } else {
        for skipped in index + 1...index + step.omissible {
          starts[skipped] = text.startIndex + offset
        }
        index += step.omissible
      }
    }
    return holes.map { starts[$0.steps.lowerBound]..<starts[$0.steps.upperBound] }
  }
}

extension PatternMachine.ByteClass {
  /// Returns whether the class includes a byte.
  @inline(__always)
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
  PatternMachine(wildcards: pattern).fits(Array(text.utf8)[...])
}
