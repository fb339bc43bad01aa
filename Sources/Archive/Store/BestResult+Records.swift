import Examiner
public import Game
import Records

extension BestResult {
  /// Creates the result of a stored round; returns `nil` for a round that the list excludes.
  init?(_ record: RoundRecord) {
    guard record.outcome == .passed, let time = record.time,
      let board = try? BoardIdentifier(record.board).board()
    else { return nil }
    self.init(count: record.count, size: board.size, time: time)
  }

  /// Returns the best results in the store, of one kind of player.
  ///
  /// Errors are ignored, because the user did not ask for the list.
  public static func best(
    _ limit: Int, of player: Session.Player, in programStore: ProgramStore
  ) -> [BestResult] {
    (try? programStore.perform { context throws(RecordError) in
      try RoundRecord.best(limit, of: player, in: context)
    }) ?? []
  }
}
