/// Searches for a complete match of expected and actual lines, by trying what gaps and optional
/// lines can stand for.
///
/// Gaps are as short as possible, and optional lines match where they can. What has failed is not
/// tried again. The tries are limited, because with names they can grow exponentially with the
/// number of gaps; beyond the limit there is no match.
struct PathSearch {
  /// The maximum weight of all tries, at which they take some 250 MB.
  private static let mostWeight = 1 << 22

  /// The weight of a name with its text; that of a try without names is 1.
  private static let nameWeight = 8

  /// A point of the search: the next expected line, the next actual one, and the names so far.
  private struct State: Hashable {
    var index: Int
    var line: Int
    var bindings: Bindings
  }

  /// A state to try, and then those with the following actual lines.
  private struct Choice {
    var state: State
    let lastLine: Int
    let isUnlimited: Bool
  }

  let comparison: Comparison
  private var state: State
  /// The first actual line that each expected line matches.
  private var starts: [Int]
  private var choices: [Choice] = []
  /// The states that were tried; all but those on the present path have failed.
  private var tried: Set<State> = []
  /// The weight of the tries so far, by the memory that they take.
  private var weight = 0

  /// Searches for a match; returns `nil` if there is none.
  init?(_ comparison: Comparison) {
    let isElastic = comparison.expectations.contains(where: \.isElastic)
    guard isElastic || comparison.expectations.count == comparison.lines.count else { return nil }
    self.comparison = comparison
    state = State(index: 0, line: 0, bindings: comparison.bindings)
    starts = Array(repeating: 0, count: comparison.expectations.count + 1)
    while !isComplete { guard advance() || goBack() else { return nil } }
  }

  /// The names with their texts.
  var bindings: Bindings { state.bindings }

  /// The match as an alignment.
  var alignment: Alignment {
    let kept = comparison.expectations.indices.map { starts[$0]..<starts[$0 + 1] }
    return Alignment(kept: kept, lineCount: comparison.lines.count)
  }

  private var isComplete: Bool {
    state.index == comparison.expectations.count && state.line == comparison.lines.count
  }

  /// Matches the next expected line; returns `false` if that is impossible.
  private mutating func advance() -> Bool {
    guard state.index < comparison.expectations.count else { return false }
    let expectation = comparison.expectations[state.index]
    if let gap = expectation.gap {
      // From its first line, a gap without names reaches all that an earlier gap lets it reach.
      if expectation.isUnlimited && !comparison.hasNames { choices.removeAll(where: \.isUnlimited) }
      let lastLine = min(gap.most.map { state.line + $0 } ?? .max, comparison.lines.count)
      choose(state.line + gap.least, upTo: lastLine, isUnlimited: expectation.isUnlimited)
      return goBack()
    }
    if expectation.isOptional { choose(state.line, upTo: state.line, isUnlimited: false) }
    return consumeLine()
  }

  /// Adds the choice of going on with the next expected line at one of several actual lines.
  private mutating func choose(_ line: Int, upTo lastLine: Int, isUnlimited: Bool) {
    let next = State(index: state.index + 1, line: line, bindings: state.bindings)
    choices.append(Choice(state: next, lastLine: lastLine, isUnlimited: isUnlimited))
  }

  /// Goes back to the last choice with an untried state; returns `false` if everything was tried.
  private mutating func goBack() -> Bool {
    while var choice = choices.popLast(), weight < Self.mostWeight {
      guard choice.state.line <= choice.lastLine else { continue }
      state = choice.state
      choice.state.line += 1
      choices.append(choice)
      guard tried.insert(state).inserted else { continue }
      weight += 1
      starts[state.index] = state.line
      return true
    }
    return false
  }

  /// Matches an expected line with the next actual one; returns `false` if it does not match.
  private mutating func consumeLine() -> Bool {
    guard state.line < comparison.lines.count, comparison.matches(state.index, state.line),
      comparison.bind(state.index, state.line, &state.bindings)
    else { return false }
    // A name that gets its text copies the others.
    if comparison.hasNames(state.index) { weight += Self.nameWeight * state.bindings.count }
    state.line += 1
    state.index += 1
    starts[state.index] = state.line
    return true
  }
}
