import Records
package import Shell

/// Writes what is left of a damaged store to a new file.
package struct Recover: StoreOperation {
  package let source: StoreSource
  package let path: String

  /// Makes a recovery of a store.
  package init(_ source: StoreSource, to path: String) {
    self.source = source
    self.path = path
  }

  /// Answers how many rows were left.
  package func perform(
    _ run: OperationRun<StoreWorkFault>
  ) throws(StoreWorkStop) -> Int {
    try run.checkPath(path, of: source)
    return try run.withStore(of: source) { store throws(StoreWorkStop) in
      try run.trying { () throws(StoreError) in
        try store.recover(to: path, schema: StoreLayout.schema) { count in
          run.report(completed: count, of: 0, "rows")
          return !run.isCancelled
        }
      }
    }
  }
}
