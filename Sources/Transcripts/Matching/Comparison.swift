/// One accepted answer held against the lines that came.
struct Comparison {
  let alternative: Alternative
  let lines: [OutputLine]
  private let machines: [PatternMachine?]
  private let bindings: Bindings
  /// Pairs that fit by themselves, but not by what they bind or compare.
  private var excluded: Set<Pair> = []

  private struct Pair: Hashable {
    let expectation: Int
    let line: Int
  }

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

  /// Whether an expectation that stands for one line can stand for this one.
  func fits(_ index: Int, _ line: Int) -> Bool {
    guard let machine = machines[index] else {
      if case .exact(let expected) = expectations[index].kind { return expected == lines[line] }
      return false
    }
    guard lines[line].isEnded, machine.fits(lines[line].text) else { return false }
    return excluded.isEmpty || !excluded.contains(Pair(expectation: index, line: line))
  }

  /// What is bound where the lines are what they should be; nil where they are not.
  mutating func match() -> Bindings? {
    guard let path = MatchPath(self) else { return nil }
    var bound = bindings
    if firstWrongBinding(path.steps, &bound) != nil {
      // NB: another way to lay them may still hold.
      let (alignment, others) = align()
      guard alignment.isMatch else { return nil }
      bound = others
    }
    return violatedNegatives(bound).isEmpty ? bound : nil
  }

  /// The best alignment of which every binding holds, and what is bound by it.
  mutating func align() -> (alignment: Alignment, bindings: Bindings) {
    while true {
      let alignment = Alignment(self)
      var bindings = bindings
      guard let wrong = firstWrongBinding(alignment.steps, &bindings) else {
        return (alignment, bindings)
      }
      excluded.insert(wrong)
    }
  }

  /// The patterns that no line may match, but one does.
  func violatedNegatives(_ bindings: Bindings) -> [Expectation] {
    alternative.negatives.filter { negative in
      guard let pattern = negative.pattern else { return false }
      let machine = PatternMachine(pattern, bindings: bindings, kinds: [:])
      return lines.contains { machine.fits($0.text) }
    }
  }

  private func firstWrongBinding(
    _ steps: [Alignment.Step], _ bindings: inout Bindings
  ) -> Pair? {
    guard machines.contains(where: { $0?.hasNames ?? false }) else { return nil }
    for step in steps {
      guard case .kept(let index, let taken) = step, let machine = machines[index], !taken.isEmpty,
        machine.hasNames
      else { continue }
      let text = lines[taken.lowerBound].text
      for (hole, range) in zip(machine.holes, machine.match(text) ?? []) {
        guard bindings.take(hole.hole, text[range]) else {
          return Pair(expectation: index, line: taken.lowerBound)
        }
      }
    }
    return nil
  }
}

extension Alternative {
  /// What can fill the names that it binds itself.
  fileprivate var kinds: [String: Hole.Kind] {
    var kinds: [String: Hole.Kind] = [:]
    for hole in expectations.compactMap(\.pattern).flatMap(\.holes) {
      if case .binding(let name, let kind, _) = hole.role { kinds[name] = kind }
    }
    return kinds
  }
}
