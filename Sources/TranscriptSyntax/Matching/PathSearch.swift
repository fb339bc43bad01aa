/// Searches a match by trying the lines that each expectation can match.
///
/// Gaps are as short as possible, and optional lines match where they can. Failed states are not
/// tried again. The number of steps is limited, because with names it can grow exponentially with
/// the number of gaps; beyond the limit there is no match.
struct PathSearch {
  /// The number of steps after which the search gives up.
  private static let mostSteps = 1 << 27

  /// A gap or an optional line that can match other lines.
  private struct Choice {
    let index: Int
    let line: Int
    let bindings: Bindings
    let generation: Int
    var triedCount = 0
  }

  /// The state in which an elastic expectation begins.
  private struct State: Hashable {
    let index: Int
    let generation: Int
    /// The line; 0 for an unlimited gap, which also fails from every later line.
    let line: Int
  }

  private let comparison: Comparison
  /// The earlier bindings and those of the matched lines.
  private(set) var bindings: Bindings
  private var index = 0
  private var line = 0
  /// A number that changes with each binding.
  private var generation = 0
  private var generationCount = 0
  private var stepCount = 0
  /// The first line of each expectation.
  private var starts: [Int]
  private var choices: [Choice] = []
  /// The first line from which each state has failed.
  private var failures: [State: Int] = [:]

  /// Finds a match of all expectations with all lines; returns `nil` if there is none.
  init?(_ comparison: Comparison) {
    let isElastic = comparison.expectations.contains(where: \.isElastic)
    guard isElastic || comparison.expectations.count == comparison.lines.count else { return nil }
    self.comparison = comparison
    bindings = comparison.bindings
    starts = Array(repeating: 0, count: comparison.expectations.count + 1)
    guard run() else { return nil }
  }

  /// The steps of the match: each expectation is kept.
  var steps: [Alignment.Step] {
    comparison.expectations.indices.map { .kept($0, lines: starts[$0]..<starts[$0 + 1]) }
  }

  /// Returns whether all expectations match all lines.
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

  /// `true` if the search has failed from this state before.
  private var hasFailed: Bool { failures[state].map { line >= $0 } ?? false }

  /// Continues with the alternatives that the last choices have not tried.
  ///
  /// Returns `false` if everything was tried.
  private mutating func goBack() -> Bool {
    while !choices.isEmpty {
      if tryNext() { return true }
      guard removeFailure() else { return false }
    }
    return false
  }

  /// Removes the last choice, which has failed; returns `false` if there is no other one.
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

  /// Tries the next number of lines of the last choice; returns `false` if there is none.
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

  /// Matches an expectation with the next line; returns `false` if it does not fit.
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
