/// The comparison of an actual reply with an accepted one.
struct Comparison {
  /// The size of a comparison beyond which patterns with wrong names are treated as not matching.
  private static let mostPairs = 1 << 20

  let alternative: Alternative
  let lines: [OutputLine]
  let bindings: Bindings
  /// The compiled patterns, by the index of the expected line.
  private let machines: [PatternMachine?]
  /// `true` if a pattern uses or defines a name.
  let hasNames: Bool
  /// The actual lines that an expected line must not match, because a name would have another text.
  private var excluded: [Int: Set<Int>] = [:]

  /// Compiles the patterns of an accepted reply.
  init(_ alternative: Alternative, _ lines: [OutputLine], bindings: Bindings) {
    self.alternative = alternative
    self.lines = lines
    self.bindings = bindings
    let kinds = alternative.kinds
    machines = alternative.expectations.map { expectation in
      expectation.pattern.map { PatternMachine($0, bindings: bindings, kinds: kinds) }
    }
    hasNames = machines.contains { $0?.hasNames ?? false }
  }

  var expectations: [Expectation] { alternative.expectations }

  /// Returns whether the pattern of an expected line uses or defines a name.
  func hasNames(_ index: Int) -> Bool { machines[index]?.hasNames ?? false }

  /// Returns whether an expected line matches an actual one; `false` for a gap.
  func matches(_ index: Int, _ line: Int) -> Bool {
    guard let machine = machines[index] else {
      if case .exact(let expected) = expectations[index].kind { return expected == lines[line] }
      return false
    }
    guard lines[line].isEnded, lines[line].stream == expectations[index].stream,
      machine.matches(lines[line].text)
    else { return false }
    return !(excluded[index]?.contains(line) ?? false)
  }

  /// Defines the names of an expected line by the matching actual line; returns `false` for a
  /// contradiction.
  func bind(_ index: Int, _ line: Int, _ bindings: inout Bindings) -> Bool {
    guard let machine = machines[index], machine.hasNames else { return true }
    let text = lines[line].text
    return zip(machine.holes, machine.match(text) ?? []).allSatisfy { hole, range in
      bindings.bind(hole.hole, text[range])
    }
  }

  /// Returns a complete match of both replies; `nil` if they differ.
  func match() -> PathSearch? {
    guard let path = PathSearch(self), violatedNegatives(path.bindings).isEmpty else { return nil }
    return path
  }

  /// Returns the best alignment in which every name has one text, and these texts.
  mutating func align() -> (alignment: Alignment, bindings: Bindings) {
    var pairCount = 0
    var givesUp = false
    while true {
      var alignment = Alignment(self)
      alignment.isBest = alignment.isBest && !givesUp
      var bound = bindings
      pairCount += (expectations.count + 1) * (lines.count + 1)
      givesUp = pairCount >= Self.mostPairs
      guard excludeContradictions(alignment, &bound, givesUp) else { return (alignment, bound) }
    }
  }

  /// Excludes lines that would give a name two texts; returns `false` if there are none.
  private mutating func excludeContradictions(
    _ alignment: Alignment, _ bindings: inout Bindings, _ givesUp: Bool
  ) -> Bool {
    var isAnyExcluded = false
    for (index, kept) in alignment.kept.enumerated() where hasNames(index) {
      guard let line = kept?.first else { continue }
      let earlier = bindings
      guard !bind(index, line, &bindings) else { continue }
      bindings = earlier
      isAnyExcluded = true
      let contradictory = lines.indices.filter { line in
        var others = earlier
        return givesUp || matches(index, line) && !bind(index, line, &others)
      }
      excluded[index, default: []].formUnion(contradictory)
      // The bindings that later expectations would have had are unknown.
      if machines[index]?.binds ?? false, !givesUp { return true }
    }
    return isAnyExcluded
  }

  /// Returns the forbidden patterns that a line of the reply matches.
  func violatedNegatives(_ bindings: Bindings) -> [Expectation] {
    alternative.negatives.filter { negative in
      guard let pattern = negative.pattern else { return false }
      let machine = PatternMachine(pattern, bindings: bindings, kinds: [:])
      return lines.contains { machine.matches($0.text) }
    }
  }
}

extension TranscriptBlock {
  /// Returns whether the block accepts a reply; if so, adds the names that it defines.
  package func isMatched(
    by output: [OutputLine], _ state: ReplyState, _ bindings: inout Bindings
  ) -> Bool {
    for alternative in alternatives where state.matches(alternative.status?.status) {
      let comparison = Comparison(alternative, output, bindings: bindings)
      guard let path = comparison.match() else { continue }
      bindings = path.bindings
      return true
    }
    return false
  }
}
