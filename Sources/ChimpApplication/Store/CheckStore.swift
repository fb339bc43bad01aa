package import Records
package import Shell

/// Looks for damage in the store, and for rows that are not what was written.
package struct CheckStore: StoreOperation {
  /// What came of a check.
  package struct Report: Equatable, Sendable {
    package let rowCount: Int
    package let findings: [Store.Finding]
  }

  package let source: StoreSource
  /// Whether the indexes are left out.
  package let isQuick: Bool

  /// Makes a check of a store.
  package init(_ source: StoreSource, isQuick: Bool) {
    self.source = source
    self.isQuick = isQuick
  }

  package func perform(
    _ run: OperationRun<StoreWorkFault>
  ) throws(StoreWorkStop) -> Report {
    try run.withStore(of: source) { store throws(StoreWorkStop) in
      let report = try run.trying { () throws(StoreError) in try check(store, run) }
      try run.checkCancelled()
      return report
    }
  }

  private func check(
    _ store: Store, _ run: OperationRun<StoreWorkFault>
  ) throws(StoreError) -> Report {
    let schema = StoreLayout.schema
    let count = (try? store.rowCount(of: schema)) ?? 0
    // NB: nobody knows how far SQLite is with the file: it counts as much as all the rows do.
    let total = max(1, count * 2)
    run.report(completed: 0, of: total, "the file")
    var findings = try store.checkFile(isQuick: isQuick)
    run.report(completed: total / 2, of: total, "the rows")
    do throws(StoreError) {
      findings += try store.checkRows(of: schema) { checked in
        run.report(completed: min(count + checked, total), of: total, "the rows")
        return !run.isCancelled
      }
    } catch {
      // NB: in a damaged file whole tables may be missing.
      if findings.isEmpty { throw error }
    }
    if !run.isCancelled { run.report(completed: total, of: total) }
    return Report(rowCount: count, findings: findings)
  }
}
