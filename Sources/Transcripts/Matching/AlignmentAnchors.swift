/// What parts a comparison that is too large to be weighed at once into smaller ones.
///
/// An expectation and a line are laid together where both sides begin or end so, or where a text
/// is there once on both sides. What comes of it is not always the best alignment, but one that
/// keeps all that did not change.
struct AlignmentAnchors {
  typealias Pair = (expectation: Int, line: Int)

  private(set) var pairs: [Pair] = []

  private let comparison: Comparison

  init(_ comparison: Comparison, _ expectations: Range<Int>, _ lines: Range<Int>) {
    self.comparison = comparison
    let shorter = min(expectations.count, lines.count)
    let prefix = (0..<shorter).prefix {
      isPair(expectations.lowerBound + $0, lines.lowerBound + $0)
    }.count
    let suffix = (0..<shorter - prefix).prefix {
      isPair(expectations.upperBound - $0 - 1, lines.upperBound - $0 - 1)
    }.count
    pairs = (0..<prefix).map { (expectations.lowerBound + $0, lines.lowerBound + $0) }
    pairs += ascending(
      unique(
        expectations.dropFirst(prefix).dropLast(suffix), lines.dropFirst(prefix).dropLast(suffix)))
    pairs += (0..<suffix).reversed().map {
      (expectations.upperBound - $0 - 1, lines.upperBound - $0 - 1)
    }
  }

  private func isPair(_ index: Int, _ line: Int) -> Bool {
    !comparison.expectations[index].isElastic && comparison.fits(index, line)
  }

  /// The texts that are there once on both sides, in the order of the expectations.
  private func unique(_ expectations: Range<Int>, _ lines: Range<Int>) -> [Pair] {
    let expected = Dictionary(grouping: expectations) { index -> ArraySlice<UInt8>? in
      if case .exact(let line) = comparison.expectations[index].kind { line.text } else { nil }
    }
    let actual = Dictionary(grouping: lines) { comparison.lines[$0].text }
    let pairs = expected.compactMap { text, indexes -> Pair? in
      guard indexes.count == 1, let text, let found = actual[text], found.count == 1,
        isPair(indexes[0], found[0])
      else { return nil }
      return (indexes[0], found[0])
    }
    return pairs.sorted { $0.expectation < $1.expectation }
  }

  /// The longest part of the pairs of which the lines ascend, too.
  private func ascending(_ pairs: [Pair]) -> [Pair] {
    // For each length the pair with the least line that ends such a part.
    var ends: [Int] = []
    var before = Array(repeating: -1, count: pairs.count)
    for place in pairs.indices {
      let length = ends.partition { pairs[$0].line < pairs[place].line }
      if length > 0 { before[place] = ends[length - 1] }
      if length < ends.count { ends[length] = place } else { ends.append(place) }
    }
    var result: [Pair] = []
    var place = ends.last ?? -1
    while place >= 0 {
      result.append(pairs[place])
      place = before[place]
    }
    return result.reversed()
  }
}

extension [Int] {
  /// How many of them come first that are so, where none that is so comes behind one that is not.
  fileprivate func partition(_ isSo: (Int) -> Bool) -> Int {
    var range = startIndex..<endIndex
    while !range.isEmpty {
      let middle = range.lowerBound + range.count / 2
      range = isSo(self[middle]) ? middle + 1..<range.upperBound : range.lowerBound..<middle
    }
    return range.lowerBound
  }
}
