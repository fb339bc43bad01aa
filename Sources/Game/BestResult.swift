package import Examiner

/// A round that was passed, as the list of the best ones shows it.
package struct BestResult: Equatable, Sendable {
  package let count: Int
  package let size: BoardSize
  /// From the onset to the last press, in milliseconds.
  package let time: Int

  package init(count: Int, size: BoardSize, time: Int) {
    self.count = count
    self.size = size
    self.time = time
  }

  /// Makes a result of a round; nil where it was not passed, or could be passed by trying.
  package init?(_ measures: RoundMeasures, on board: Board, _ wrong: Rule.Wrong = .ends) {
    guard measures.finish == .passed, wrong == .ends, let time = measures.time else { return nil }
    count = board.count
    size = board.size
    self.time = time
  }

  /// Whether there are more numerals than in another result, or as many in less time.
  package func isBetter(than other: BestResult) -> Bool {
    count != other.count ? count > other.count : time < other.time
  }

  /// The best of these, more numerals first, then less time.
  package static func best(_ limit: Int, of results: [BestResult]) -> [BestResult] {
    Array(results.sorted { $0.isBetter(than: $1) }.prefix(limit))
  }
}
