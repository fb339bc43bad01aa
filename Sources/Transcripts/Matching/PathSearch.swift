/// Tries what expectations could stand for, one after the other.
///
/// Gaps are as short as they can be, and an optional line is taken where it can be. What has
/// failed is not tried again, so that of all the ways there are only few are gone.
struct PathSearch {
  private static let mostSteps = 1 << 27
  private static let nameSteps = 1 << 5

  private let comparison: Comparison
  private let checksNames: Bool
  private let distances: [Int]
  private(set) var bindings: Bindings
  private var index = 0
  private var line = 0
  /// Another number for everything that is bound.
  private var generation = 0
  private var generationCount = 0
  private var stepCount = 0
  /// For each expectation the line that it begins with.
  private var starts: [Int]
  private var choices: [Choice] = []
  private var failures: [Failures]

  private struct Choice {
    let index: Int
    let line: Int
    let bindings: Bindings
    let generation: Int
    var triedCount = 0
  }

  /// Begins before the first line; `checksNames` says whether what is bound has to hold.
  init(_ comparison: Comparison, checksNames: Bool) {
    self.comparison = comparison
    self.checksNames = checksNames
    bindings = comparison.bindings
    starts = Array(repeating: 0, count: comparison.expectations.count + 1)
    failures = comparison.expectations.map { Failures(areLasting: $0.isUnlimited) }
    distances = comparison.expectations.distancesToElastic
  }

  var steps: [Alignment.Step] {
    comparison.expectations.indices.map { .kept($0, lines: starts[$0]..<starts[$0 + 1]) }
  }

  mutating func run() -> Bool {
    while stepCount < Self.mostSteps {
      stepCount += 1
      starts[index] = line
      if index == comparison.expectations.count {
        if line == comparison.lines.count { return true }
      } else if comparison.expectations[index].isElastic ? choose() : consumeLine() {
        continue
      }
      guard goBack() else { return false }
    }
    return false
  }

  private mutating func choose() -> Bool {
    guard !failures[index].contain(line, generation) else { return false }
    choices.append(Choice(index: index, line: line, bindings: bindings, generation: generation))
    return tryNext()
  }

  private mutating func goBack() -> Bool {
    while !choices.isEmpty { if tryNext() { return true } }
    return false
  }

  /// Tries the next number of lines of the last choice; the choice goes if there is none.
  private mutating func tryNext() -> Bool {
    let last = choices.count - 1
    let choice = choices[last]
    choices[last].triedCount += 1
    index = choice.index
    line = choice.line
    bindings = choice.bindings
    generation = choice.generation
    if let gap = comparison.expectations[index].gap {
      if lengthen(gap, choice.triedCount) { return true }
    } else if choice.triedCount == 0 {
      return consumeLine() || tryNext()
    } else if choice.triedCount == 1 {
      index += 1
      return true
    }
    failures[choice.index].insert(choice.line, choice.generation)
    choices.removeLast()
    return false
  }

  private mutating func lengthen(_ gap: LineGap, _ count: Int) -> Bool {
    let end = line + gap.least + count
    guard end <= comparison.lines.count, gap.least + count <= gap.most ?? Int.max else {
      return false
    }
    // A longer gap would reach the next pattern at a later line, where it has failed already.
    let next = index + distances[index]
    if next < failures.count, failures[next].areLasting,
      failures[next].contain(end + distances[index] - 1, generation)
    {
      return false
    }
    line = end
    index += 1
    return true
  }

  private mutating func consumeLine() -> Bool {
    guard line < comparison.lines.count, comparison.fits(index, line) else { return false }
    if checksNames && comparison.hasNames(index) {
      stepCount += Self.nameSteps
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

/// The lines from which an expectation and all behind it do not fit the rest.
private struct Failures {
  /// Whether what fails from one line on fails from every later one.
  let areLasting: Bool
  private var generation = 0
  private var first = Int.max
  private var words: [UInt64] = []

  init(areLasting: Bool) { self.areLasting = areLasting }

  func contain(_ line: Int, _ generation: Int) -> Bool {
    guard generation == self.generation else { return false }
    if areLasting { return line >= first }
    return line / 64 < words.count && words[line / 64] & 1 << (line % 64) != 0
  }

  mutating func insert(_ line: Int, _ generation: Int) {
    if generation != self.generation {
      self = Failures(areLasting: areLasting)
      self.generation = generation
    }
    first = min(first, line)
    guard !areLasting else { return }
    let missing = line / 64 + 1 - words.count
    if missing > 0 { words += repeatElement(0, count: missing) }
    words[line / 64] |= 1 << (line % 64)
  }
}

extension [Expectation] {
  /// For each of them how far the next one is that can stand for another number of lines.
  fileprivate var distancesToElastic: [Int] {
    var next = count
    var distances = Array<Int>(repeating: 0, count: count)
    for index in indices.reversed() {
      distances[index] = next - index
      if self[index].isElastic { next = index }
    }
    return distances
  }
}

/// How the lines that came fit every expectation, and what is bound so.
struct MatchPath {
  let steps: [Alignment.Step]
  let bindings: Bindings

  init?(_ comparison: Comparison) {
    let isElastic = comparison.expectations.contains(where: \.isElastic)
    guard isElastic || comparison.expectations.count == comparison.lines.count else { return nil }
    // Lines that do not fit on their own need not be tried with names.
    if isElastic && comparison.hasNames {
      var search = PathSearch(comparison, checksNames: false)
      guard search.run() else { return nil }
    }
    var search = PathSearch(comparison, checksNames: true)
    guard search.run() else { return nil }
    steps = search.steps
    bindings = search.bindings
  }
}

/// What the patterns of a session have bound so far.
struct Bindings: Sendable {
  struct Binding: Sendable {
    let value: ArraySlice<UInt8>
    let kind: Hole.Kind
  }

  private var values: [String: Binding] = [:]

  /// Everything that is bound, in the order of the names.
  var all: [(name: String, binding: Binding)] {
    values.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  mutating func add(_ name: String, _ binding: Binding) { values[name] = binding }

  func value(of name: String) -> ArraySlice<UInt8>? { values[name]?.value }

  /// Binds the text of a hole to its name.
  ///
  /// Returns `false` if the text contradicts what is bound already.
  mutating func bind(_ hole: Hole, _ value: ArraySlice<UInt8>) -> Bool {
    guard let name = hole.name else { return true }
    guard let kind = hole.kind else { return values[name]?.value.elementsEqual(value) ?? false }
    let isBound = values.values.contains { $0.kind == kind && $0.value.elementsEqual(value) }
    if hole.isDistinct && isBound { return false }
    values[name] = Binding(value: value, kind: kind)
    return true
  }
}
