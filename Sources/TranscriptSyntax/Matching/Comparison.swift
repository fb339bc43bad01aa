/// The comparison of an actual reply with an accepted one.
struct Comparison {
  /// The number of alignments after which patterns with wrong bindings are given up.
  private static let mostAlignments = 16

  let alternative: Alternative
  let lines: [OutputLine]
  /// The bindings before the block.
  let bindings: Bindings

  /// The kinds of the names that the alternative binds.
  private let kinds: [String: Hole.Kind]
  /// The actual lines that an expected line must not match, because a name would have another text.
  private var excluded: [Int: Set<Int>] = [:]

  init(_ alternative: Alternative, _ lines: [OutputLine], bindings: Bindings) {
    self.alternative = alternative
    self.lines = lines
    self.bindings = bindings
    kinds = alternative.kinds
  }

  var expectations: [Expectation] { alternative.expectations }

  /// Returns whether an expected line matches an actual one; `false` for a gap.
  func fits(_ index: Int, _ line: Int) -> Bool {
    switch expectations[index].kind {
    case .exact(let expected): expected == lines[line]
    case .pattern(let pattern), .optional(let pattern):
      lines[line].isEnded && !(excluded[index]?.contains(line) ?? false)
        && pattern.match(lines[line].text, bindings, kinds) != nil
    case .gap: false
    }
  }

  /// Matches an expectation with a line, and binds its names to the texts of the line.
  ///
  /// Returns `false` if the line does not match, or if a text contradicts a binding.
  func bind(_ index: Int, _ line: Int, _ bound: inout Bindings) -> Bool {
    guard let pattern = expectations[index].pattern else { return fits(index, line) }
    guard lines[line].isEnded, let texts = pattern.match(lines[line].text, bindings, kinds) else {
      return false
    }
    return zip(pattern.holes, texts).allSatisfy { bound.bind($0, $1) }
  }

  /// Returns a complete match of both replies; `nil` if they differ.
  func match() -> PathSearch? {
    guard let path = PathSearch(self), violatedNegatives(path.bindings).isEmpty else { return nil }
    return path
  }

  /// Returns the best alignment in which every name has one text, and these texts.
  mutating func align() -> (alignment: Alignment, bindings: Bindings) {
    var count = 0
    while true {
      let alignment = Alignment(self)
      var bound = bindings
      count += 1
      let givesUp = count >= Self.mostAlignments
      guard excludeContradictions(alignment.steps, &bound, givesUp) else {
        return (alignment, bound)
      }
    }
  }

  /// Excludes lines that would give a name two texts; returns `false` if there are none.
  private mutating func excludeContradictions(
    _ steps: [Alignment.Step], _ bindings: inout Bindings, _ givesUp: Bool
  ) -> Bool {
    var isAnyExcluded = false
    for step in steps {
      guard case .kept(let index, let kept) = step, !kept.isEmpty,
        let holes = expectations[index].pattern?.holes.filter({ $0.name != nil }), !holes.isEmpty
      else { continue }
      let earlier = bindings
      guard !bind(index, kept.lowerBound, &bindings) else { continue }
      bindings = earlier
      isAnyExcluded = true
      let contradictory = lines.indices.filter { line in
        var others = earlier
        return givesUp || !bind(index, line, &others)
      }
      excluded[index, default: []].formUnion(contradictory)
      // The bindings that later expectations would have had are unknown.
      if holes.contains(where: \.binds) && !givesUp { return true }
    }
    return isAnyExcluded
  }

  /// Returns the forbidden patterns that a line of the reply matches.
  func violatedNegatives(_ bindings: Bindings) -> [Expectation] {
    alternative.negatives.filter { negative in
      lines.contains { negative.pattern?.match($0.text, bindings, [:]) != nil }
    }
  }
}

/// A search for a match, which tries the lines that each expectation can match.
///
/// Gaps are as short as possible, and optional lines match where they can. Failed states are not
/// tried again.
struct PathSearch {
  /// The number of gaps and optional lines that are tried; with names, it could grow exponentially.
  private static let mostAttempts = 1 << 20
  /// The greatest number of gaps and optional lines that are tried inside one another.
  private static let greatestDepth = 2_000

  /// The state in which a gap or an optional line begins.
  private struct State: Hashable {
    let index: Int
    let line: Int
    let bindings: Bindings
  }

  private let comparison: Comparison
  /// The names with their texts so far.
  private(set) var bindings: Bindings
  /// The first line of each expectation, then the number of lines.
  private var starts: [Int]
  private var failures: Set<State> = []
  private var attemptCount = 0

  /// Searches for a match; returns `nil` if there is none.
  init?(_ comparison: Comparison) {
    self.comparison = comparison
    bindings = comparison.bindings
    starts = Array(repeating: 0, count: comparison.expectations.count + 1)
    guard matches(0, 0, depth: 0) else { return nil }
  }

  /// The steps of the match, as an alignment.
  var steps: [Alignment.Step] {
    comparison.expectations.indices.map { .kept($0, lines: starts[$0]..<starts[$0 + 1]) }
  }

  /// Returns whether the expectations from an index on match the lines from this one on.
  private mutating func matches(_ first: Int, _ start: Int, depth: Int) -> Bool {
    var index = first
    var line = start
    while index < comparison.expectations.count, !comparison.expectations[index].isElastic {
      starts[index] = line
      guard line < comparison.lines.count, comparison.bind(index, line, &bindings) else {
        return false
      }
      index += 1
      line += 1
    }
    starts[index] = line
    guard index < comparison.expectations.count else { return line == comparison.lines.count }
    let state = State(index: index, line: line, bindings: bindings)
    attemptCount += 1
    guard attemptCount < Self.mostAttempts, depth < Self.greatestDepth, !failures.contains(state)
    else { return false }
    if matchesElastic(state, depth) { return true }
    failures.insert(state)
    return false
  }

  /// Returns whether a gap or an optional line matches some lines, and the rest the others.
  private mutating func matchesElastic(_ state: State, _ depth: Int) -> Bool {
    let count = comparison.lines.count
    guard let gap = comparison.expectations[state.index].gap else {
      if state.line < count, comparison.bind(state.index, state.line, &bindings),
        matches(state.index + 1, state.line + 1, depth: depth + 1)
      {
        return true
      }
      bindings = state.bindings
      return matches(state.index + 1, state.line, depth: depth + 1)
    }
    let last = min(count, state.line + (gap.most ?? count))
    for end in stride(from: state.line + gap.least, through: last, by: 1) {
      bindings = state.bindings
      if matches(state.index + 1, end, depth: depth + 1) { return true }
    }
    return false
  }
}

extension TranscriptBlock {
  /// Returns whether the block accepts a reply; if so, adds the names that it defines.
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
