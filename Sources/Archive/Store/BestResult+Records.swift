import Examiner
package import Game
import Records

extension BestResult {
  /// Creates a result from the record of a round; returns `nil` if the round is no result, or its
  /// board can't be read.
  init?(_ record: RoundRecord) {
    guard record.outcome == .passed, let time = record.time,
      let board = try? BoardIdentifier(record.board).board()
    else { return nil }
    self.init(count: record.count, size: board.size, time: time)
  }

  /// Returns the best results of the delegate's store.
  ///
  /// Errors are not reported, because the user has not asked for them.
  package static func best(_ limit: Int, in delegate: ApplicationDelegate) -> [BestResult] {
    (try? delegate.perform { context throws(RecordError) in
      try RoundRecord.best(limit, in: context)
    }) ?? []
  }
}
