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
  private let path: String
  private let format: ExchangeFormat

  /// Makes an import into a store.
  package init(_ source: StoreSource, from path: String, _ format: ExchangeFormat) {
    self.source = source
    self.path = path
    self.format = format
  }

  package func perform(_ run: OperationRun<StoreWorkFault>) throws(StoreWorkStop) -> Report {
    let readers = try openFiles(run)
    return try run.withStore(of: source) { store throws(StoreWorkStop) in
      let context = try run.trying { () throws(StoreError) in
        try RecordContext(store, StoreLayout.schema)
      }
      try run.trying { () throws(StoreError) in try store.beginGathering() }
      do throws(StoreWorkStop) {
        let taker = ExchangeTaker(context, run)
        try read(readers, taker, run)
        try run.checkCancelled()
        try run.trying { () throws(StoreError) in try store.endGathering() }
        return taker.report
      } catch {
        store.abandonGathering()
        throw error
      }
    }
  }

  private func openFiles(
    _ run: OperationRun<StoreWorkFault>
  ) throws(StoreWorkStop) -> [any ExchangeReader] {
    let places = ExchangePlaces(path, format)
    let trials = try bytes(of: places.trials, run)
    guard let presses = places.presses else { return [JSONLinesReader(trials)] }
    return [CSVReader<TrialRow>(trials), CSVReader<PressRow>(try bytes(of: presses, run))]
  }

  private func bytes(
    of path: String, _ run: OperationRun<StoreWorkFault>
  ) throws(StoreWorkStop) -> FileBytes {
    // NB: to close a descriptor of the store's would drop the locks that this process has on it.
    try run.checkPath(path, of: source)
    let bytes: FileBytes
    do throws(SystemFault) { bytes = try FileBytes(path) } catch {
      throw .failed(.cannotRead(path, error))
    }
    guard bytes.isPlain else { throw .failed(.notPlain(path)) }
    return bytes
  }

  /// Hands over one row after the other; what is wrong with one is told with its line.
  private func read(
    _ readers: [any ExchangeReader], _ taker: ExchangeTaker, _ run: OperationRun<StoreWorkFault>
  ) throws(StoreWorkStop) {
    let total = readers.reduce(0) { $0 + $1.bytes.size }
    var before = 0
    for var reader in readers {
      let path = reader.bytes.path
      var count = 0
      do throws(LineReason) { try reader.begin() } catch { throw line(reader, error) }
      while let row = try next(&reader) {
        try taker.take(row, from: path, reader.lineNumber)
        count += 1
        guard count % 64 == 0 else { continue }
        try run.checkCancelled()
        run.report(completed: before + reader.bytes.position, of: total)
      }
      before += reader.bytes.position
    }
    try taker.finish()
    run.report(completed: total, of: total)
  }

  private func next(_ reader: inout any ExchangeReader) throws(StoreWorkStop) -> ExchangedRow? {
    do throws(LineReason) {
      if let row = try reader.next() { return row }
    } catch { throw line(reader, error) }
    if let fault = reader.bytes.fault { throw .failed(.cannotRead(reader.bytes.path, fault)) }
    return nil
  }

  private func line(_ reader: any ExchangeReader, _ reason: LineReason) -> StoreWorkStop {
    .failed(.badLine(reader.bytes.path, reader.lineNumber, reason))
  }
}
