package import Archive
import ChimpSystem
import Glibc
package import Records
package import Shell

/// The operation of `check-store`: finds damaged rows, and rows whose values are invalid.
///
///     let check = CheckStore(source: source, isQuick: false)
///
/// It checks the file, then the checksum of every row, then replays every trial if the file is
/// undamaged. A quick check does the first two without the indexes. The store is not changed.
package struct CheckStore: StoreOperation {
  /// The result of the check: the number of rows, and everything that is wrong.
  ///
  ///     if report.faultCount == 0 { print(report.rowCount, "rows, all sound") }
  package struct Report {
    package let rowCount: Int
    /// The damaged parts of the file, and the rows with wrong checksums.
    package let findings: [Store.Finding]
    /// The undamaged rows whose values are invalid.
    package var refusedRows: [RefusedRow] = []
    /// The number of problems; 0 for a sound store.
    package var faultCount: Int { findings.count + refusedRows.count }
  }

  package let source: StoreSource
  /// `true` to skip the indexes.
  package let isQuick: Bool

  package init(source: StoreSource, isQuick: Bool) {
    self.source = source
    self.isQuick = isQuick
  }

  /// Checks the store and returns the problems.
  ///
  /// - Throws: An error if the store can't be opened, or after a cancellation.
  package func perform(_ run: OperationRun) throws -> Report {
    let report = try run.withStore(of: source) { store in
      try check(store, run)
    }
    try run.checkCancelled()
    let isDamaged = report.findings.contains { if case .damage = $0 { true } else { false } }
    guard !isQuick, !isDamaged else { return report }
    let refused = try run.reading(source) { context in
      try StoreValidator(context).refusedRows(of: source, run)
    }
    return Report(
      rowCount: report.rowCount, findings: report.findings,
      // Rows with a wrong checksum are among the findings already.
      refusedRows: refused.filter { !isFound($0, among: report.findings) })
  }

  /// Returns whether a row's damage was already found by the check of the file.
  private func isFound(_ row: RefusedRow, among findings: [Store.Finding]) -> Bool {
    row.reason == .notAsWritten
      || findings.contains { finding in
        if case .unreadable(row.table, row.number, _) = finding { true } else { false }
      }
  }

  /// Checks the file, then the checksums of its rows.
  private func check(
    _ store: Store, _ run: OperationRun
  ) throws(RecordError) -> Report {
    let schema = StoreLayout.schema
    let count = (try? store.rowCount(of: schema)) ?? 0
    // SQLite doesn't report the progress of its check, so the file counts as much as all rows.
    let total = max(1, count * 2)
    run.report(completed: 0, of: total, source.describe(.file))
    var findings = try store.checkFile(isQuick: isQuick)
    run.report(completed: total / 2, of: total, source.describe(.rows))
    do {
      findings += try store.checkRows(of: schema) { checked in
        run.report(completed: min(count + checked, total), of: total, source.describe(.rows))
        return !run.isCancelled
      }
    } catch {
      // In a damaged file whole tables may be missing.
      if findings.isEmpty { throw error }
    }
    if !run.isCancelled { run.report(completed: total, of: total) }
    return Report(rowCount: count, findings: findings)
  }
}

/// The operation of `backup`: copies the store to another file while it is in use.
///
///     let backup = Backup(source: source, file: file, replaces: false)
///
/// The copy appears under its name only when it is complete.
package struct Backup: StoreOperation {
  package let source: StoreSource
  package let file: NamedFile
  package let replaces: Bool

  package init(source: StoreSource, file: NamedFile, replaces: Bool) {
    self.source = source
    self.file = file
    self.replaces = replaces
  }

  package var targets: [NamedFile] { [file] }

  /// Writes the copy and returns its size in bytes.
  package func perform(_ run: OperationRun) throws -> Int {
    try run.check(file, of: source)
    do {
      try run.withStore(of: source) { store in
        try store.backup(to: file.path, replacing: replaces) { rest, total in
          run.report(completed: total - rest, of: total)
          return !run.isCancelled
        }
      }
    } catch RecordError.exists { throw Refusal.exists(file.name) } catch {
      throw file.naming(error)
    }
    return FileFacts(file.path)?.size ?? 0
  }
}

/// The operation of `recover`: copies the readable rows of a damaged store to a new file.
///
///     let recovery = Recover(source: source, file: file)
///
/// The damaged store is not changed. Invalid rows are listed in the result.
package struct Recover: StoreOperation {
  /// The result of the operation: the numbers of recovered and lost rows.
  ///
  ///     print(report.recovery.rowCount, "rows saved,", report.excludedRows.count, "named as lost")
  package struct Report: DamageReport {
    /// The numbers of recovered and lost rows in each table.
    package let recovery: Store.Recovery
    /// The recovered rows that contradict other rows or refer to lost ones.
    package var contradictoryRows: [RefusedRow] = []
    package var skippedDamagedRows: Bool { recovery.excludedCount + contradictoryRows.count > 0 }

    /// The lost rows, up to a limit.
    package var excludedRows: [RefusedRow] {
      recovery.excludedRows.map { row in
        let reason = row.column.map { RowReason.impossible($0) }
        return RefusedRow(
          table: row.entity, number: row.row, reason: reason ?? .notAsWritten)
      }
    }
  }

  package let source: StoreSource
  package let file: NamedFile

  package init(source: StoreSource, file: NamedFile) {
    self.source = source
    self.file = file
  }

  package var targets: [NamedFile] { [file] }

  /// Writes the copy and validates its rows.
  ///
  /// - Throws: An error if the file exists or can't be written, if nothing of the store can
  ///   be read, or after a cancellation.
  package func perform(_ run: OperationRun) throws -> Report {
    try run.check(file, of: source)
    let recovery = try run.withStore(of: source) { store in
      try file.namingErrors {
        try store.recover(to: file.path, schema: StoreLayout.schema) { count in
          run.report(completed: count, of: 0, source.describe(.savedRows))
          return !run.isCancelled
        }
      }
    }
    let settings = StoreLayout.settings(.file(file.path, mustExist: true))
    let copy = try file.namingErrors { try Store.reading(file.path, like: settings) }
    let context = try RecordContext(copy, StoreLayout.schema)
    let contradictory = try StoreValidator(context).refusedRows(of: source, run)
    return Report(recovery: recovery, contradictoryRows: contradictory)
  }
}
