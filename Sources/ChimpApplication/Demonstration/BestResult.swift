import Examiner
import Records

/// A round that was passed, as the list of the best ones shows it.
struct BestResult: Equatable, Sendable {
  let count: Int
  let size: BoardSize
  /// From the onset to the last press, in milliseconds.
  let time: Int

  /// Makes a result of a round; nil where it was not passed, or could be passed by trying.
  init?(_ measures: RoundMeasures, on board: Board, _ wrong: Rule.Wrong = .ends) {
    guard measures.finish == .passed, wrong == .ends, let time = measures.time else { return nil }
    (count, size, self.time) = (board.count, board.size, time)
  }

  /// Makes a result of a round that was kept; nil where it is none, or its board can't be read.
  init?(_ record: RoundRecord) {
    guard record.outcome == .passed, let time = record.time,
      let board = try? BoardIdentifier(record.board).board()
    else { return nil }
    (count, size, self.time) = (record.count, board.size, time)
  }

  /// Whether there are more numerals than in another result, or as many in less time.
  func isBetter(than other: BestResult) -> Bool {
    count != other.count ? count > other.count : time < other.time
  }

  /// The best of the delegate's store; nobody has asked for them, so that no fault is told.
  static func best(_ limit: Int, in delegate: ApplicationDelegate) -> [BestResult] {
    (try? delegate.perform { context throws(RecordError) in
      try RoundRecord.best(limit, in: context)
    }) ?? []
  }

  /// The best of these, more numerals first, then less time.
  static func best(_ limit: Int, of results: [BestResult]) -> [BestResult] {
    Array(results.sorted { $0.isBetter(than: $1) }.prefix(limit))
  }
}
