/// The cost of laying what is left of one side beside what is left of the other.
///
/// A cost is one number: the patterns that are lost, and below them the lines that change.
struct AlignmentTable {
  /// Tables of more cells than this are not made; everything is removed and inserted then.
  static let largestCellCount = 1 << 24
  private static let lostPattern = 1 << 40

  private let expectations: [Expectation]
  private let lines: [OutputLine]
  private let width: Int
  private var costs: [Int] = []

  init(_ expectations: [Expectation], _ lines: [OutputLine]) {
    self.expectations = expectations
    self.lines = lines
    width = lines.count + 1
    guard width * (expectations.count + 1) <= Self.largestCellCount else { return }
    costs = Array(repeating: 0, count: width * (expectations.count + 1))
    for line in lines.indices { costs[expectations.count * width + line] = lines.count - line }
    for index in expectations.indices.reversed() { fillRow(index) }
  }

  /// The cheapest way.
  func steps() -> [Alignment.Step] {
    guard !costs.isEmpty else {
      return expectations.indices.map { .removed($0) } + lines.indices.map { .inserted(line: $0) }
    }
    var steps: [Alignment.Step] = []
    var index = 0
    var line = 0
    while index < expectations.count || line < lines.count {
      let step = step(at: index, line)
      steps.append(step)
      switch step {
      case .kept(_, let taken):
        index += 1
        line = taken.upperBound
      case .removed: index += 1
      case .inserted: line += 1
      }
    }
    return steps
  }

  private func cost(_ index: Int, _ line: Int) -> Int { costs[index * width + line] }

  private func removalCost(_ index: Int) -> Int {
    expectations[index].isPattern ? Self.lostPattern + 1 : 1
  }

  private mutating func fillRow(_ index: Int) {
    let removal = removalCost(index)
    for line in stride(from: lines.count, through: 0, by: -1) {
      var least = cost(index + 1, line) + removal
      if line < lines.count {
        least = min(least, cost(index, line + 1) + 1)
        if matches(index, line) { least = min(least, cost(index + 1, line + 1)) }
      }
      costs[index * width + line] = least
    }
  }

  private func matches(_ index: Int, _ line: Int) -> Bool {
    switch expectations[index].kind {
    case .exact(let expected): expected == lines[line]
    }
  }

  private func step(at index: Int, _ line: Int) -> Alignment.Step {
    guard index < expectations.count else { return .inserted(line: line) }
    let least = cost(index, line)
    if line < lines.count, cost(index + 1, line + 1) == least, matches(index, line) {
      return .kept(index, lines: line..<line + 1)
    }
    if cost(index + 1, line) + removalCost(index) == least { return .removed(index) }
    return .inserted(line: line)
  }
}
