import Records

/// What the demonstration shows of the rounds in the store.
package final class StoredPages: AttractPages {
  private let delegate: ApplicationDelegate

  /// Makes the pages of the delegate's store.
  package init(_ delegate: ApplicationDelegate) {
    self.delegate = delegate
  }

  package var bestResults: [BestResult] {
    fetch { context throws(RecordError) in
      try context.readable(RoundRecord.self, "bestRounds").compactMap { BestResult($0) }
    }
  }

  /// NB: nobody has asked for the pages, so nobody is told what is wrong with the store.
  private func fetch<Row>(
    _ rows: (RecordContext) throws(RecordError) -> [Row]
  ) -> [Row] {
    (try? delegate.perform(rows)) ?? []
  }
}
