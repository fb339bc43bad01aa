import Glibc
import Records
package import Shell

/// Writes the rounds and their presses to files that other programs read.
package struct Export: StoreOperation {
  /// What came of an export.
  package struct Report: Equatable, Sendable {
    package let trialCount: Int
    package let pressCount: Int
    /// The numbers of the rounds that are left out, because they are damaged.
    package let damagedRounds: [Int]
    package let paths: [String]
  }

  package let source: StoreSource
  private let format: ExchangeFormat
  private let places: ExchangePlaces
  /// Whether files that are there may be replaced.
  private let replaces: Bool

  /// Makes an export of a store.
  package init(_ source: StoreSource, to file: FilePlace, _ format: ExchangeFormat, replaces: Bool)
  {
    self.source = source
    self.format = format
    places = ExchangePlaces(file, format)
    self.replaces = replaces
  }

  package func perform(_ run: OperationRun<StoreWorkFault>) throws(StoreWorkStop) -> Report {
    for file in places.all.reversed() { try check(file, run) }
    let writer = try ExportWriter(places, format)
    return try run.withStore(of: source) { store throws(StoreWorkStop) in
      let damaged = try write(store, writer, run)
      try writer.finish()
      try run.checkCancelled()
      try writer.publish(replacing: replaces) { replaces ? rename($0, $1) : link($0, $1) }
      return Report(
        trialCount: writer.trialCount, pressCount: writer.pressCount,
        damagedRounds: damaged, paths: places.all.reversed().map(\.name))
    }
  }

  private func check(
    _ file: FilePlace, _ run: OperationRun<StoreWorkFault>
  ) throws(StoreWorkStop) {
    try run.check(file, of: source)
    var facts = stat()
    guard stat(file.path, &facts) == 0 else { return }
    switch facts.st_mode & S_IFMT {
    case S_IFREG where replaces: return
    case S_IFREG: throw .failed(.exists(file.name))
    case S_IFDIR: throw .failed(.cannotWrite(file.name, SystemFault(number: EISDIR)))
    default: throw .failed(.notPlain(file.name))
    }
  }

  /// Writes the rounds that are what was written, and answers the numbers of the others.
  private func write(
    _ store: Store, _ writer: ExportWriter, _ run: OperationRun<StoreWorkFault>
  ) throws(StoreWorkStop) -> [Int] {
    let context = try run.trying { () throws(StoreError) in
      try RecordContext(store, StoreLayout.schema)
    }
    let trials = StoredTrials(context)
    var (count, damaged) = (0, [Int]())
    var stop: StoreWorkStop?
    try run.tryingRecords { () throws(RecordError) in
      try store.readInOneMoment { () throws(RecordError) in
        let total: Int
        do throws(StoreError) { total = try store.rowCount(of: Schema([RoundRecord.self])) } catch {
          throw .store(error)
        }
        try context.forEachRow(RoundRecord.self, "allRounds") { round, fault in
          if count % 64 == 0 { run.report(completed: min(count, total), of: total, "trials") }
          count += 1
          do throws(StoreWorkStop) {
            try run.checkCancelled()
            let trial = try run.tryingRecords { () throws(RecordError) in
              fault == nil ? try trials.trial(round) : nil
            }
            if let trial { try writer.write(trial) } else { damaged.append(round.row) }
          } catch { stop = error }
          return stop == nil
        }
        if stop == nil { run.report(completed: total, of: total, "trials") }
      }
    }
    if let stop { throw stop }
    return damaged
  }
}
