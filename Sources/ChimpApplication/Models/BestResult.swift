package import Examiner

/// A round that was passed, as the list of the best ones shows it.
package struct BestResult: Equatable, Sendable {
  package let count: Int
  package let size: BoardSize
  /// From the onset to the last press, in milliseconds.
  package let time: Int

  /// Makes a result of a round; nil where it was not passed.
  package init?(_ report: RoundReport) {
    guard report.finish == .passed, let last = report.presses.last else { return nil }
    count = report.round.board.count
    size = report.round.board.size
    time = last.time
  }

  /// The best of these, more numerals first, then less time.
  package static func best(_ limit: Int, of results: [BestResult]) -> [BestResult] {
    Array(
      results.sorted { left, right in
        left.count != right.count ? left.count > right.count : left.time < right.time
      }.prefix(limit))
  }
}

/// What the demonstration shows between its boards.
package protocol AttractPages: AnyObject {
  /// The three best results.
  var bestResults: [BestResult] { get }

  /// The titles of the three newest news.
  var newestNews: [String] { get }
}
