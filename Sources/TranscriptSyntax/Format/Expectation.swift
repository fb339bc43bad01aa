/// One line of a block that describes expected output.
struct Expectation: Sendable {
  /// The output lines that the expectation matches.
  enum Kind: Sendable {
    /// Exactly this line.
    case exact(OutputLine)
    /// One line that matches the pattern.
    case pattern(LinePattern)
    /// One line that matches the pattern, or none.
    case optional(LinePattern)
    /// A number of lines of any content.
    case gap(LineGap)
  }

  let kind: Kind
  let line: Int

  var isPattern: Bool { if case .exact = kind { false } else { true } }

  /// `true` if it can match more or fewer lines than one.
  var isElastic: Bool { isOptional || gap != nil }

  /// `true` if it matches any number of lines.
  var isUnlimited: Bool { gap.map { $0.most == nil } ?? false }

  // NB: an inlined getter makes the optimizer of Swift 6.3 crash.
  var isOptional: Bool { @inline(never) get { if case .optional = kind { true } else { false } } }

  var gap: LineGap? { @inline(never) get { if case .gap(let gap) = kind { gap } else { nil } } }

  var pattern: LinePattern? {
    switch kind {
    case .pattern(let pattern), .optional(let pattern): pattern
    case .exact, .gap: nil
    }
  }

  /// `true` if it also matches no line at all.
  fileprivate var acceptsNothing: Bool { isOptional || gap?.least == 0 }

  /// `true` if no line can follow, because this one lacks its newline.
  var endsOutput: Bool { if case .exact(let line) = kind { !line.isEnded } else { false } }
}

/// One of the answers that a block accepts.
struct Alternative: Sendable {
  var expectations: [Expectation] = []
  /// The patterns that no line may match.
  var negatives: [Expectation] = []
  /// The line `= ok` or `= refused`, and its value.
  var status: (line: Int, isRefused: Bool)?
  /// The line `@ also` that begins it; `nil` for the first one.
  var firstLine: Int?

  /// `true` if every reply passes, so that nothing is checked.
  var acceptsAnything: Bool {
    status == nil && negatives.isEmpty && expectations.allSatisfy(\.acceptsNothing)
      && expectations.contains(where: \.isUnlimited)
  }

  /// The kinds of the holes that bind a name.
  var kinds: [String: Hole.Kind] {
    var kinds: [String: Hole.Kind] = [:]
    for hole in expectations.compactMap(\.pattern).flatMap(\.holes) {
      if let name = hole.name, let kind = hole.kind { kinds[name] = kind }
    }
    return kinds
  }
}
