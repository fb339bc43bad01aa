/// A line of a transcript that describes expected output.
struct Expectation: Sendable {
  /// The output that the line matches.
  enum Kind: Sendable {
    /// Exactly this line.
    case exact(OutputLine)
    /// One line that matches the pattern.
    case pattern(LinePattern)
    /// One line that matches the pattern, or no line.
    case optional(LinePattern)
    /// A number of lines with any text.
    case gap(LineGap)
  }

  let kind: Kind
  let line: Int
  /// The part of the reply to which it belongs.
  var stream = ReplyStream.output

  var isPattern: Bool { if case .exact = kind { false } else { true } }

  /// `true` if it can match a number of lines other than one.
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

  /// `true` if it can match no line at all.
  var acceptsNothing: Bool { isOptional || gap?.least == 0 }

  /// `true` if it is the last line of the output, because it has no newline.
  var endsOutput: Bool { if case .exact(let line) = kind { !line.isEnded } else { false } }
}

/// One of the replies that a block accepts.
struct Alternative: Sendable {
  private(set) var expectations: [Expectation] = []
  /// The parts of the reply of which an expected line has no newline.
  private var endedStreams: Set<ReplyStream> = []
  /// The patterns that no line of the reply may match.
  var negatives: [Expectation] = []
  /// The expected status, from a line such as `= refused`; `nil` without one.
  var status: (line: Int, status: ReplyStatus)?
  /// The line `@ also` that begins the alternative; `nil` for the first one.
  var firstLine: Int?

  /// Creates an alternative without lines.
  init(firstLine: Int? = nil) { self.firstLine = firstLine }

  /// Adds an expected line.
  mutating func append(_ expectation: Expectation) {
    expectations.append(expectation)
    if expectation.endsOutput { endedStreams.insert(expectation.stream) }
  }

  /// Returns whether an expected line has no newline, so that no other line of that part of the
  /// reply can follow.
  func hasEnded(_ stream: ReplyStream) -> Bool { endedStreams.contains(stream) }

  /// `true` if every reply is accepted, so that nothing is checked.
  var acceptsAnything: Bool {
    status == nil && negatives.isEmpty && expectations.allSatisfy(\.acceptsNothing)
      && expectations.contains(where: \.isUnlimited)
  }

  /// The kinds of the placeholders that define a name, by name.
  var kinds: [String: Hole.Kind] {
    var kinds: [String: Hole.Kind] = [:]
    for hole in expectations.compactMap(\.pattern).flatMap(\.holes) {
      if let name = hole.name, let kind = hole.kind { kinds[name] = kind }
    }
    return kinds
  }
}
