import Records
package import Shell

/// Takes rounds and presses that were exported into the store: all of a file, or nothing.
package struct Import: StoreOperation {
  /// What came of an import.
  package struct Report: Equatable, Sendable {
    package var trialCount = 0
    package var pressCount = 0
    /// How many trials were in the store already; they stay as they are there.
    package var knownCount = 0
  }

  package let source: StoreSource
  private let file: FilePlace
  private let format: ExchangeFormat

  /// Makes an import into a store.
  package init(_ source: StoreSource, from file: FilePlace, _ format: ExchangeFormat) {
    self.source = source
    self.file = file
    self.format = format
  }

  package func perform(_ run: OperationRun<StoreWorkFault>) throws(StoreWorkStop) -> Report {
    let places = ExchangePlaces(file, format)
    // NB: looked at before the store is, so that a file that can't be read is told at once.
    _ = try files(places, run)
    return try run.withStore(of: source) { store throws(StoreWorkStop) in
      // NB: all is proven before others have to wait; whatever changes in the file until it is
      // read again is proven again.
      try read(places, isSecond: false, run) { _ in }
      let context = try run.trying { () throws(StoreError) in
        try RecordContext(store, StoreLayout.schema)
      }
      try run.trying { () throws(StoreError) in try store.beginGathering() }
      do throws(StoreWorkStop) {
        let taker = try TrialTaker(context, run)
        try read(places, isSecond: true, run, taker.take)
        try run.checkCancelled()
        try run.trying { () throws(StoreError) in try store.endGathering() }
        return taker.report
      } catch {
        store.abandonGathering()
        throw error
      }
    }
  }

  private func files(
    _ places: ExchangePlaces, _ run: OperationRun<StoreWorkFault>
  ) throws(StoreWorkStop) -> [FileBytes] {
    var files = [try bytes(of: places.trials, run)]
    if let presses = places.presses { files.append(try bytes(of: presses, run)) }
    return files
  }

  private func bytes(
    of file: FilePlace, _ run: OperationRun<StoreWorkFault>
  ) throws(StoreWorkStop) -> FileBytes {
    // NB: to close a descriptor of the store's would drop the locks that this process has on it.
    try run.check(file, of: source)
    let bytes: FileBytes
    do throws(SystemFault) { bytes = try FileBytes(file) } catch {
      throw .failed(.cannotRead(file.name, error))
    }
    guard bytes.isPlain else { throw .failed(.notPlain(file.name)) }
    return bytes
  }

  /// Hands over one trial after the other.
  private func read(
    _ places: ExchangePlaces, isSecond: Bool, _ run: OperationRun<StoreWorkFault>,
    _ take: (ProvenTrial) throws(StoreWorkStop) -> Void
  ) throws(StoreWorkStop) {
    let files = try files(places, run)
    let total = files.reduce(0) { $0 + $1.size }
    let before = isSecond ? total : 0
    var trials = ProvenTrials(places, files)
    var count = 0
    while let trial = try trials.next() {
      try take(trial)
      count += 1
      guard count % 16 == 0 else { continue }
      try run.checkCancelled()
      run.report(completed: min(before + trials.position, 2 * total), of: 2 * total)
    }
    run.report(completed: before + total, of: 2 * total)
  }
}
