package import Examiner
import Records

/// A round that was passed, as the list of the best ones shows it.
package struct BestResult: Equatable, Sendable {
  package let count: Int
  package let size: BoardSize
  /// From the onset to the last press, in milliseconds.
  package let time: Int

  /// Makes a result of a round; nil where it was not passed, or could be passed by trying.
  package init?(_ measures: RoundMeasures, on board: Board, _ wrong: Rule.Wrong = .ends) {
    guard measures.finish == .passed, wrong == .ends, let time = measures.time else { return nil }
    count = board.count
    size = board.size
    self.time = time
  }

  /// Makes a result of a round that was kept; nil where it is none, or its board can't be read.
  init?(_ record: RoundRecord) {
    guard record.outcome == .passed, let time = record.time,
      let board = try? BoardIdentifier(record.board).board()
    else { return nil }
    count = record.count
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

/// What the demonstration shows between its boards.
package protocol AttractPages {
  /// The three best results.
  var bestResults: [BestResult] { get }
}

/// What the demonstration shows of the rounds that the program remembers.
package struct RememberedPages: AttractPages {
  private let rounds: GameModel

  /// Makes the pages of a session that keeps nothing.
  package init(_ rounds: GameModel) { self.rounds = rounds }

  package var bestResults: [BestResult] {
    let rounds = rounds.rememberedRounds
    return BestResult.best(
      3, of: rounds.compactMap { BestResult(RoundReport($0).measures, on: $0.board, $0.rule.wrong) }
    )
  }
}

/// What the demonstration shows of the rounds in the store.
package final class StoredPages: AttractPages {
  private let delegate: ApplicationDelegate

  /// Makes the pages of the delegate's store.
  package init(_ delegate: ApplicationDelegate) { self.delegate = delegate }

  package var bestResults: [BestResult] {
    fetch { context throws(RecordError) in
      try RoundRecord.best(3, in: context)
    }
  }

  /// Faults of the store are not told, because nobody has asked for the pages.
  private func fetch<Row>(_ rows: (RecordContext) throws(RecordError) -> [Row]) -> [Row] {
    (try? delegate.perform(rows)) ?? []
  }
}
