import Examiner
package import Game
import Records

extension BestResult {
  /// Makes a result of a round that was kept; nil where it is none, or its board can't be read.
  init?(_ record: RoundRecord) {
    guard record.outcome == .passed, let time = record.time,
      let board = try? BoardIdentifier(record.board).board()
    else { return nil }
    self.init(count: record.count, size: board.size, time: time)
  }

  /// The best of the delegate's store; nobody has asked for them, so that no fault is told.
  package static func best(_ limit: Int, in delegate: ApplicationDelegate) -> [BestResult] {
    (try? delegate.perform { context throws(RecordError) in
      try RoundRecord.best(limit, in: context)
    }) ?? []
  }
}
