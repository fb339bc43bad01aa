/// How the lines that came fit every expectation, found without weighing anything.
///
/// Gaps are as short as they can be, and an optional line is taken where it can be.
struct MatchPath {
  /// Larger tables are not made; what would need one does not match.
  private static let largestCellCount = 1 << 28

  private let comparison: Comparison
  private let width: Int
  /// For each expectation and line, whether the rest fits the rest.
  private var fits: [Bool] = []

  /// Nil where the lines do not fit.
  init?(_ comparison: Comparison) {
    self.comparison = comparison
    width = comparison.lines.count + 1
    let count = comparison.expectations.count
    guard comparison.expectations.contains(where: \.isElastic) else {
      guard count == comparison.lines.count, (0..<count).allSatisfy({ comparison.fits($0, $0) })
      else { return nil }
      return
    }
    guard width * (count + 1) <= Self.largestCellCount else { return nil }
    fits = Array(repeating: false, count: width * (count + 1))
    fits[width * (count + 1) - 1] = true
    for index in (0..<count).reversed() where !fillRow(index) { return nil }
    guard fits[0] else { return nil }
  }

  /// Answers whether the rest fits from any line on.
  private mutating func fillRow(_ index: Int) -> Bool {
    let row = index * width
    let below = row + width
    var isAnywhere = false
    switch comparison.expectations[index].kind {
    case .exact, .pattern:
      for line in 0..<width - 1 where fits[below + line + 1] && comparison.fits(index, line) {
        fits[row + line] = true
        isAnywhere = true
      }
    case .optional:
      for line in 0..<width {
        let isTaken = line < width - 1 && fits[below + line + 1] && comparison.fits(index, line)
        fits[row + line] = isTaken || fits[below + line]
        isAnywhere = isAnywhere || fits[row + line]
      }
    case .gap(let gap):
      var nearest = Int.max
      for line in (0..<width).reversed() {
        if line + gap.least < width, fits[below + line + gap.least] { nearest = line + gap.least }
        fits[row + line] = nearest != Int.max && nearest - line <= gap.most ?? Int.max
        isAnywhere = isAnywhere || fits[row + line]
      }
    }
    return isAnywhere
  }

  /// What each expectation stands for.
  var steps: [Alignment.Step] {
    guard !fits.isEmpty else {
      return comparison.expectations.indices.map { .kept($0, lines: $0..<$0 + 1) }
    }
    var line = 0
    return comparison.expectations.indices.map { index in
      let start = line
      let below = (index + 1) * width
      switch comparison.expectations[index].kind {
      case .exact, .pattern: line += 1
      case .optional:
        if line < width - 1, fits[below + line + 1], comparison.fits(index, line) { line += 1 }
      case .gap(let gap):
        line += gap.least
        while !fits[below + line] { line += 1 }
      }
      return .kept(index, lines: start..<line)
    }
  }
}

extension Expectation {
  /// Whether it can stand for another number of lines than one.
  fileprivate var isElastic: Bool {
    switch kind {
    case .exact, .pattern: false
    case .optional, .gap: true
    }
  }
}
