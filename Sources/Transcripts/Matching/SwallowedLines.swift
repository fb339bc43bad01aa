/// Gives back what a gap would swallow in the place of a line that goes beside it.
///
/// A line that goes beside a gap would leave nothing that checks: the gap takes whatever stands
/// there now. So the gap gives back as many lines as went, as far as it can do without them, and
/// between two gaps those that look most like what went.
struct SwallowedLines {
  /// Of more pairs than this none is looked at; the first lines are given back then.
  private static let mostComparisons = 1 << 18

  private(set) var steps: [Alignment.Step]
  private let comparison: Comparison

  init(_ steps: [Alignment.Step], _ comparison: Comparison) {
    self.steps = steps
    self.comparison = comparison
    guard comparison.expectations.contains(where: \.isGap) else { return }
    var start = 0
    while start < self.steps.count {
      var end = start
      while end < self.steps.count, !self.steps[end].isKept { end += 1 }
      if end > start { end += giveBack(Change(self.steps, start..<end, comparison)) }
      start = end + 1
    }
  }

  /// Answers how many steps came.
  private mutating func giveBack(_ change: Change) -> Int {
    guard change.removed.count > change.insertedCount else { return 0 }
    var count = change.removed.count
    while count > change.insertedCount {
      if let start = bestStart(change, count) {
        replace(change, with: start..<start + count)
        return count - change.insertedCount
      }
      count -= 1
    }
    return 0
  }

  private func bestStart(_ change: Change, _ count: Int) -> Int? {
    let starts = change.starts(count)
    guard starts.count <= Self.mostComparisons / count else { return starts.first }
    var best: (start: Int, likeness: Int)?
    for start in starts {
      let likeness = zip(change.removed, start..<start + count).reduce(0) { sum, pair in
        sum + comparison.expectations[pair.0].likeness(comparison.lines[pair.1].text)
      }
      if best.map({ likeness > $0.likeness }) ?? true { best = (start, likeness) }
    }
    return best?.start
  }

  private mutating func replace(_ change: Change, with lines: Range<Int>) {
    if let before = change.before {
      setLines(of: before, change.lines.lowerBound..<lines.lowerBound)
      for place in before + 1..<change.place.lowerBound {
        setLines(of: place, lines.lowerBound..<lines.lowerBound)
      }
    }
    if let after = change.after {
      for place in change.place.upperBound..<after {
        setLines(of: place, lines.upperBound..<lines.upperBound)
      }
      setLines(of: after, lines.upperBound..<change.lines.upperBound)
    }
    let removals = steps[change.place].filter { if case .removed = $0 { true } else { false } }
    steps.replaceSubrange(change.place, with: removals + lines.map { .inserted(line: $0) })
  }

  private mutating func setLines(of place: Int, _ lines: Range<Int>) {
    guard case .kept(let index, _) = steps[place] else { return }
    steps[place] = .kept(index, lines: lines)
  }
}

/// What goes and comes between two expectations that stay.
private struct Change {
  let place: Range<Int>
  /// The expectations that go and stood for something that could be read.
  let removed: [Int]
  let insertedCount: Int
  /// The steps of the gaps that stand before and behind it.
  private(set) var before: Int?
  private(set) var after: Int?
  /// The lines of the gaps, and what lies between them.
  private(set) var lines: Range<Int>
  private var limits: (before: LineGap?, after: LineGap?)

  init(_ steps: [Alignment.Step], _ place: Range<Int>, _ comparison: Comparison) {
    self.place = place
    var removed: [Int] = []
    var insertedCount = 0
    for step in steps[place] {
      switch step {
      case .removed(let index) where !comparison.expectations[index].isGap: removed.append(index)
      case .inserted: insertedCount += 1
      case .removed, .kept: continue
      }
    }
    self.removed = removed
    self.insertedCount = insertedCount
    var start = 0
    if place.lowerBound > 0, case .kept(_, let taken) = steps[place.lowerBound - 1] {
      start = taken.upperBound
    }
    lines = start..<start + insertedCount
    before = Self.gap(steps, (0..<place.lowerBound).reversed(), comparison)
    after = Self.gap(steps, place.upperBound..<steps.count, comparison)
    if let (gap, taken) = before.flatMap({ steps[$0].gap(comparison) }) {
      limits.before = gap
      lines = taken.lowerBound..<lines.upperBound
    }
    if let (gap, taken) = after.flatMap({ steps[$0].gap(comparison) }) {
      limits.after = gap
      lines = lines.lowerBound..<taken.upperBound
    }
  }

  /// The first of the places where a gap stands for lines, or could where none does.
  ///
  /// A pattern that may stand for no line does not part a line from a gap.
  private static func gap(
    _ steps: [Alignment.Step], _ places: some Sequence<Int>, _ comparison: Comparison
  ) -> Int? {
    var empty: Int?
    for place in places {
      let gap = steps[place].gap(comparison)
      if steps[place].takesLines { return gap == nil ? empty : place }
      if gap != nil && empty == nil { empty = place }
    }
    return empty
  }

  /// Where so many lines can be given back.
  func starts(_ count: Int) -> [Int] {
    guard count <= lines.count else { return [] }
    return (lines.lowerBound...lines.upperBound - count).filter { start in
      Self.allows(limits.before, start - lines.lowerBound)
        && Self.allows(limits.after, lines.upperBound - start - count)
    }
  }

  private static func allows(_ gap: LineGap?, _ count: Int) -> Bool {
    guard let gap else { return count == 0 }
    return count >= gap.least && count <= gap.most ?? Int.max
  }
}

extension Alignment.Step {
  fileprivate var isKept: Bool {
    if case .kept = self { true } else { false }
  }

  /// Whether it is anything but an expectation that stands for no line.
  fileprivate var takesLines: Bool {
    if case .kept(_, let lines) = self { !lines.isEmpty } else { true }
  }

  fileprivate func gap(_ comparison: Comparison) -> (LineGap, Range<Int>)? {
    guard case .kept(let index, let lines) = self,
      case .gap(let gap) = comparison.expectations[index].kind
    else { return nil }
    return (gap, lines)
  }
}

extension Expectation {
  fileprivate var isGap: Bool {
    if case .gap = kind { true } else { false }
  }

  /// How many bytes at both ends are what they are in the line.
  fileprivate func likeness(_ text: ArraySlice<UInt8>) -> Int {
    var first: [UInt8] = []
    var last: [UInt8] = []
    if case .exact(let line) = kind {
      first = Array(line.text)
      last = first
    } else if let pieces = pattern?.pieces {
      if case .literal(let bytes) = pieces.first { first = bytes }
      if case .literal(let bytes) = pieces.last { last = bytes }
    }
    let start = zip(first, text).prefix { $0 == $1 }.count
    let end = zip(last.reversed(), text.reversed()).prefix { $0 == $1 }.count
    return min(start + end, text.count)
  }
}
