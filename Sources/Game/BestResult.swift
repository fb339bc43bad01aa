public import Examiner

/// A passed round in the list of the best results, with its number of numerals and its time.
///
///     let slow = BestResult(count: 5, size: .standard, time: 4000)
///     let fast = BestResult(count: 5, size: .standard, time: 3000)
///     fast.isBetter(than: slow)  // true
///     BestResult.best(1, of: [slow, fast])[0].time  // 3000
public struct BestResult: Equatable, Sendable {
  public let count: Int
  public let size: BoardSize
  /// The time from the appearance of the numerals to the last press, in milliseconds.
  public let time: Int

  public init(count: Int, size: BoardSize, time: Int) {
    self.count = count
    self.size = size
    self.time = time
  }

  /// Creates the result of a round; returns `nil` for a round that the list excludes.
  ///
  /// Excluded are rounds that were not passed, rounds of unknown time, and rounds in which wrong
  /// presses were allowed: these can be passed by trial and error.
  public init?(_ measures: RoundMeasures, on board: Board, _ wrong: Rule.Wrong = .ends) {
    guard measures.finish == .passed, wrong == .ends, let time = measures.time else { return nil }
    count = board.count
    size = board.size
    self.time = time
  }

  /// Returns `true` if this result has more numerals, or as many in less time.
  public func isBetter(than other: BestResult) -> Bool {
    count != other.count ? count > other.count : time < other.time
  }

  /// Returns the best `limit` results: more numerals first, then less time.
  public static func best(_ limit: Int, of results: [BestResult]) -> [BestResult] {
    Array(results.sorted { $0.isBetter(than: $1) }.prefix(limit))
  }
}
