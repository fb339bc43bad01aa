/// A compiled pattern, which is matched in time proportional to the pattern and the line.
///
/// A placeholder matches as much text as possible, from left to right. A defined name only matches
/// its text.
///
///     let machine = PatternMachine(try LinePattern("at {int} {int}"))
///     machine.matches(Array("at 2 3".utf8)[...])  // true
///     machine.matches(Array("at 2".utf8)[...])  // false
package struct PatternMachine: Sendable {
  /// A step of the pattern: a byte of a set, perhaps repeated.
  struct Step: Sendable {
    var accepted: ByteSet
    /// `true` if the step may match several bytes.
    var repeats = false
    /// The number of steps from this one on that may be skipped together.
    var omissible = 0
    /// The distances of the steps that may follow a byte of a regular expression; empty for any
    /// other step, which the next one follows.
    var followers: [Int] = []
    /// The distances of the steps with which a regular expression may begin.
    var beginnings: [Int] = []
  }

  private var steps: [Step] = []
  private(set) var holes: [(hole: Hole, steps: Range<Int>)] = []

  /// Compiles a pattern without names.
  package init(_ pattern: LinePattern) { self.init(pattern, bindings: Bindings(), kinds: [:]) }

  /// Compiles a pattern; `kinds` are those of the names that the same reply defines.
  init(_ pattern: LinePattern, bindings: Bindings, kinds: [String: Hole.Kind]) {
    for piece in pattern.pieces {
      switch piece {
      case .literal(let bytes): steps += bytes.map { Step(accepted: ByteSet($0)) }
      case .hole(let hole):
        let start = steps.count
        add(hole, bindings, kinds)
        holes.append((hole, start..<steps.count))
      }
    }
  }

  /// Compiles a pattern that is only a placeholder of a kind.
  init(_ kind: Hole.Kind) { add(kind) }

  /// Compiles a pattern with `*` and `?`.
  init(wildcards pattern: String) {
    steps = pattern.utf8.map { sign in
      switch sign {
      case UInt8(ascii: "*"): Step(accepted: .all, repeats: true, omissible: 1)
      case UInt8(ascii: "?"): Step(accepted: .all)
      default: Step(accepted: ByteSet(sign))
      }
    }
  }

  /// Adds the steps of a placeholder: the text of its name, or any text of its kind.
  private mutating func add(_ hole: Hole, _ bindings: Bindings, _ kinds: [String: Hole.Kind]) {
    let name = hole.name ?? ""
    if hole.kind == nil, let value = bindings.value(of: name) {
      steps += value.map { Step(accepted: ByteSet($0)) }
    } else if let kind = hole.kind ?? kinds[name] {
      add(kind)
    } else {
      steps.append(Step(accepted: ByteSet()))
    }
  }

  /// Adds the steps of a kind of placeholder.
  private mutating func add(_ kind: Hole.Kind) {
    let digits = Step(accepted: .digits, repeats: true)
    func one(_ sign: StaticString, omissible: Int = 0) -> Step {
      Step(accepted: ByteSet(sign), omissible: omissible)
    }
    switch kind {
    case .anything: steps.append(Step(accepted: .all, repeats: true, omissible: 1))
    case .int: steps += [one("-", omissible: 1), digits]
    case .ms: steps += [digits, one(".", omissible: 2), digits, one("m", omissible: 2), one("s")]
    case .hex:
      steps += [one("0", omissible: 2), one("x"), Step(accepted: .hexadecimal, repeats: true)]
    case .word: steps.append(Step(accepted: ByteSet.blanks.inverse, repeats: true))
    case .expression(let expression, _): add(expression)
    }
  }

  /// Adds the steps of a regular expression: one for its beginning, then one for each position.
  private mutating func add(_ expression: RegularExpression) {
    let count = expression.classes.count
    let ends = expression.ends
    steps.append(
      Step(
        accepted: ByteSet(),
        beginnings: ends.firsts.map { $0 + 1 } + (ends.isNullable ? [count + 1] : [])))
    for (position, accepted) in expression.classes.enumerated() {
      let end = ends.lasts.contains(position) ? [count - position] : []
      let followers = expression.followers[position].map { $0 - position } + end
      // A position that nothing follows is part of no match.
      steps.append(
        Step(
          accepted: followers.isEmpty ? ByteSet() : accepted, followers: followers))
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
      row[index] =
        step.omissible > 0 && row[index + step.omissible]
        || step.beginnings.contains { row[index + $0] }
      if !row[index], let byte, step.accepted.contains(byte) {
        row[index] = follower(of: index, in: following) != nil
      }
    }
    return row
  }

  /// Returns the step after a byte that matches a step, preferably one that matches further bytes;
  /// `nil` if the rest of the line, with this row, matches none.
  private func follower(of index: Int, in following: [Bool]) -> Int? {
    let step = steps[index]
    if let distance = step.followers.first(where: { following[index + $0] }) {
      return index + distance
    }
    guard step.followers.isEmpty else { return nil }
    if step.repeats && following[index] { return index }
    return following[index + 1] ? index + 1 : nil
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
      let next = accepts ? follower(of: index, in: rows[offset + 1 - text.startIndex]) : nil
      if let next {
        offset += 1
        if next != index { starts[next] = offset }
        index = next
      } else {
        let row = rows[offset - text.startIndex]
        let end = index + (step.beginnings.first { row[index + $0] } ?? step.omissible)
        for skipped in index + 1...end { starts[skipped] = offset }
        index = end
      }
    }
    return holes.map { starts[$0.steps.lowerBound]..<starts[$0.steps.upperBound] }
  }
}

/// Returns whether a text matches a pattern in which `*` is any text and `?` any byte.
///
///     matches("masking task", wildcards: "m*t?sk")  // true
package func matches(_ text: String, wildcards pattern: String) -> Bool {
  PatternMachine(wildcards: pattern).matches(Array(text.utf8)[...])
}
