/// Searches for a complete match of expected and actual lines, by backtracking.
///
/// Gaps are as short as possible, and optional lines match where they can. Failed states are not
/// tried again. The number of steps is limited, because with names it can grow exponentially with
/// the number of gaps; beyond the limit there is no match.
struct PathSearch {
  /// The maximum number of steps, after which there is no match.
  private static let mostSteps = 1 << 27

  /// A gap or an optional line that could match other lines, for backtracking.
  private struct Choice {
    let index: Int
    let line: Int
    let bindings: Bindings
    let generation: Int
    var triedCount = 0
  }

  /// The state of the search at an optional line or a gap.
  private struct State: Hashable {
    let index: Int
    let generation: Int
    /// The actual line; 0 for an unlimited gap.
    let line: Int
  }

  private let comparison: Comparison
  /// The names with their texts so far.
  private(set) var bindings: Bindings
  private var index = 0
  private var line = 0
  /// A number that changes whenever a name is defined.
  private var generation = 0
  private var generationCount = 0
  private var stepCount = 0
  /// The first actual line that each expected line matches.
  private var starts: [Int]
  private var choices: [Choice] = []
  /// The states that have failed, by the first actual line.
  private var failures: [State: Int] = [:]

  /// Searches for a match; returns `nil` if there is none.
  init?(_ comparison: Comparison) {
    let isElastic = comparison.expectations.contains(where: \.isElastic)
    guard isElastic || comparison.expectations.count == comparison.lines.count else { return nil }
    self.comparison = comparison
    bindings = comparison.bindings
    starts = Array(repeating: 0, count: comparison.expectations.count + 1)
    guard run() else { return nil }
  }

  /// The steps of the match, as an alignment.
  var steps: [Alignment.Step] {
    comparison.expectations.indices.map { .kept($0, lines: starts[$0]..<starts[$0 + 1]) }
  }

  /// Runs the search; returns whether there is a match.
  private mutating func run() -> Bool {
    while stepCount < Self.mostSteps {
      stepCount += 1
      starts[index] = line
      if index == comparison.expectations.count {
        if line == comparison.lines.count { return true }
        guard goBack() else { return false }
      } else if comparison.expectations[index].isElastic {
        choices.append(Choice(index: index, line: line, bindings: bindings, generation: generation))
        guard !hasFailed || removeFailure() else { return false }
        guard goBack() else { return false }
      } else if !consumeLine() {
        guard goBack() else { return false }
      }
    }
    return false
  }

  private var state: State { state(index, line, generation) }

  private func state(_ index: Int, _ line: Int, _ generation: Int) -> State {
    let isUnlimited = comparison.expectations[index].isUnlimited
    return State(index: index, generation: generation, line: isUnlimited ? 0 : line)
  }

  /// `true` if the search has failed from the current state before.
  private var hasFailed: Bool { failures[state].map { line >= $0 } ?? false }

  /// Backtracks to the last gap or optional line that can match other lines.
  ///
  /// Returns `false` if everything was tried.
  private mutating func goBack() -> Bool {
    while !choices.isEmpty {
      if tryNext() { return true }
      guard removeFailure() else { return false }
    }
    return false
  }

  /// Removes the last gap or optional line after it has failed; returns `false` if there is none
  /// left.
  ///
  /// If an unlimited gap has failed, so has an unlimited gap right before it, which could only
  /// reach it at a later line.
  private mutating func removeFailure() -> Bool {
    while let choice = choices.popLast() {
      let state = state(choice.index, choice.line, choice.generation)
      failures[state] = min(failures[state] ?? .max, choice.line)
      guard let before = choices.last else { return false }
      let areUnlimited = [choice, before].allSatisfy {
        comparison.expectations[$0.index].isUnlimited
      }
      if !areUnlimited || choice.generation != before.generation { return true }
    }
    return false
  }

  /// Lets the last gap or optional line match another number of lines; returns `false` if it can't.
  private mutating func tryNext() -> Bool {
    let choice = choices[choices.count - 1]
    choices[choices.count - 1].triedCount += 1
    index = choice.index
    line = choice.line
    bindings = choice.bindings
    generation = choice.generation
    guard let gap = comparison.expectations[index].gap else {
      if choice.triedCount == 0 && consumeLine() { return true }
      guard choice.triedCount < 2 else { return false }
      choices[choices.count - 1].triedCount = 2
      bindings = choice.bindings
      index += 1
      return true
    }
    line += gap.least + choice.triedCount
    index += 1
    return line <= comparison.lines.count && line - choice.line <= gap.most ?? Int.max
  }

  /// Matches an expected line with the next actual one; returns `false` if it does not match.
  private mutating func consumeLine() -> Bool {
    guard line < comparison.lines.count, comparison.fits(index, line) else { return false }
    if comparison.hasNames(index) {
      guard comparison.bind(index, line, &bindings) else { return false }
      if comparison.binds(index) {
        generationCount += 1
        generation = generationCount
      }
    }
    line += 1
    index += 1
    return true
  }
}
