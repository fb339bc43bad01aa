import Glibc
import Records
package import Shell

/// Writes the rounds and their presses to files that other programs read.
package struct Export: StoreOperation {
  /// What came of an export.
  package struct Report: Equatable, Sendable {
    package let trialCount: Int
    package let pressCount: Int
    package let paths: [String]
  }

  package let source: StoreSource
  private let format: ExchangeFormat
  private let places: ExchangePlaces
  /// Whether files that are there may be replaced.
  private let replaces: Bool

  /// Makes an export of a store.
  package init(_ source: StoreSource, to path: String, _ format: ExchangeFormat, replaces: Bool) {
    self.source = source
    self.format = format
    places = ExchangePlaces(path, format)
    self.replaces = replaces
  }

  package func perform(_ run: OperationRun<StoreWorkFault>) throws(StoreWorkStop) -> Report {
    for path in places.all.reversed() { try check(path, run) }
    let writer = try ExportWriter(places, format)
    return try run.withStore(of: source) { store throws(StoreWorkStop) in
      try write(store, writer, run)
      try writer.finish()
      try run.checkCancelled()
      try writer.publish(replacing: replaces) { replaces ? rename($0, $1) : link($0, $1) }
      return Report(
        trialCount: writer.trialCount, pressCount: writer.pressCount,
        paths: places.all.reversed())
    }
  }

  private func check(_ path: String, _ run: OperationRun<StoreWorkFault>) throws(StoreWorkStop) {
    try run.checkPath(path, of: source)
    var facts = stat()
    guard stat(path, &facts) == 0 else { return }
    switch facts.st_mode & S_IFMT {
    case S_IFREG where replaces: return
    case S_IFREG: throw .failed(.exists(path))
    case S_IFDIR: throw .failed(.cannotWrite(path, SystemFault(number: EISDIR)))
    default: throw .failed(.notPlain(path))
    }
  }

  private func write(
    _ store: Store, _ writer: ExportWriter, _ run: OperationRun<StoreWorkFault>
  ) throws(StoreWorkStop) {
    let context = try run.trying { () throws(StoreError) in
      try RecordContext(store, StoreLayout.schema)
    }
    var stop: StoreWorkStop?
    try run.tryingRecords { () throws(RecordError) in
      try store.readInOneMoment { () throws(RecordError) in
        let total: Int
        do throws(StoreError) { total = try store.rowCount(of: Schema([RoundRecord.self])) } catch {
          throw .store(error)
        }
        try context.forEach(RoundRecord.self, "allRounds") { round throws(RecordError) in
          if writer.trialCount % 64 == 0 {
            run.report(completed: min(writer.trialCount, total), of: total, "trials")
          }
          do throws(StoreWorkStop) {
            try run.checkCancelled()
            try writer.write(round, in: context, run)
          } catch { stop = error }
          return stop == nil
        }
        if stop == nil { run.report(completed: total, of: total, "trials") }
      }
    }
    if let stop { throw stop }
  }
}
