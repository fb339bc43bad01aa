/// A comparison of the lines of a reply with one alternative of a block.
struct Comparison {
  /// The number of pairs of an expectation and a line beyond which patterns with wrong bindings are
  /// given up.
  private static let mostPairs = 1 << 23

  let alternative: Alternative
  let lines: [OutputLine]
  let bindings: Bindings
  /// The compiled patterns, by the index of their expectation.
  private let machines: [PatternMachine?]
  /// For each expectation, the lines that match it but contradict a binding.
  private var excluded: [Int: [Bool]] = [:]

  /// Compiles the patterns of an alternative with the names bound so far.
  init(_ alternative: Alternative, _ lines: [OutputLine], bindings: Bindings) {
    self.alternative = alternative
    self.lines = lines
    self.bindings = bindings
    let kinds = alternative.kinds
    machines = alternative.expectations.map { expectation in
      expectation.pattern.map { PatternMachine($0, bindings: bindings, kinds: kinds) }
    }
  }

  var expectations: [Expectation] { alternative.expectations }

  /// `true` if any expectation binds a name or compares a text with one.
  var hasNames: Bool { machines.contains { $0?.hasNames ?? false } }

  /// Returns whether an expectation binds a name or compares a text with one.
  func hasNames(_ index: Int) -> Bool { machines[index]?.hasNames ?? false }
  /// Returns whether an expectation binds a name.
  func binds(_ index: Int) -> Bool { machines[index]?.binds ?? false }

  /// Returns whether an expectation of one line matches this one.
  ///
  /// Returns `false` for a gap, which matches no line in particular.
  func fits(_ index: Int, _ line: Int) -> Bool {
    guard let machine = machines[index] else {
      if case .exact(let expected) = expectations[index].kind { return expected == lines[line] }
      return false
    }
    guard lines[line].isEnded, machine.fits(lines[line].text) else { return false }
    return excluded.isEmpty || !(excluded[index]?[line] ?? false)
  }

  /// Binds the names of an expectation to the texts of a matching line.
  ///
  /// Returns `false` if a text contradicts a binding.
  func bind(_ index: Int, _ line: Int, _ bindings: inout Bindings) -> Bool {
    guard let machine = machines[index] else { return true }
    let text = lines[line].text
    return zip(machine.holes, machine.match(text) ?? []).allSatisfy { hole, range in
      bindings.bind(hole.hole, text[range])
    }
  }

  /// Returns the match of all expectations with all lines, or `nil` if there is none.
  func match() -> PathSearch? {
    guard let path = PathSearch(self), violatedNegatives(path.bindings).isEmpty else { return nil }
    return path
  }

  /// Returns the best alignment without contradictory bindings, and its bindings.
  mutating func align() -> (alignment: Alignment, bindings: Bindings) {
    var pairCount = 0
    while true {
      let alignment = Alignment(self)
      var bound = bindings
      pairCount += (expectations.count + 1) * (lines.count + 1)
      let givesUp = pairCount >= Self.mostPairs
      guard excludeContradictions(alignment.steps, &bound, givesUp) else {
        return (alignment, bound)
      }
    }
  }

  /// Excludes, for each expectation with a contradictory binding, all lines that contradict it.
  ///
  /// Returns `false` if there is no contradiction.
  private mutating func excludeContradictions(
    _ steps: [Alignment.Step], _ bindings: inout Bindings, _ givesUp: Bool
  ) -> Bool {
    guard hasNames else { return false }
    var isAnyExcluded = false
    for step in steps {
      guard case .kept(let index, let kept) = step, !kept.isEmpty, hasNames(index) else { continue }
      let earlier = bindings
      guard !bind(index, kept.lowerBound, &bindings) else { continue }
      bindings = earlier
      isAnyExcluded = true
      let known = excluded[index] ?? Array(repeating: false, count: lines.count)
      excluded[index] = lines.indices.map { line in
        var others = earlier
        return known[line] || givesUp || fits(index, line) && !bind(index, line, &others)
      }
      // The bindings that later expectations would have had are unknown.
      if binds(index) && !givesUp { return true }
    }
    return isAnyExcluded
  }

  /// Returns the negative patterns that a line matches.
  func violatedNegatives(_ bindings: Bindings) -> [Expectation] {
    alternative.negatives.filter { negative in
      guard let pattern = negative.pattern else { return false }
      let machine = PatternMachine(pattern, bindings: bindings, kinds: [:])
      return lines.contains { machine.fits($0.text) }
    }
  }
}

extension TranscriptBlock {
  /// Returns whether a reply is an accepted answer, and adds its bindings to `bindings`.
  package func isMatched(
    by output: [OutputLine], isRefused: Bool, _ bindings: inout Bindings
  ) -> Bool {
    for alternative in alternatives {
      if let status = alternative.status, status.isRefused != isRefused { continue }
      let comparison = Comparison(alternative, output, bindings: bindings)
      guard let path = comparison.match() else { continue }
      bindings = path.bindings
      return true
    }
    return false
  }
}
