import Records
package import Shell

/// Writes what is left of a damaged store to a new file.
package struct Recover: StoreOperation {
  package let source: StoreSource
  package let file: FilePlace

  /// Makes a recovery of a store.
  package init(_ source: StoreSource, to file: FilePlace) {
    self.source = source
    self.file = file
  }

  /// Answers how many rows were left.
  package func perform(
    _ run: OperationRun<StoreWorkFault>
  ) throws(StoreWorkStop) -> Int {
    try run.check(file, of: source)
    return try run.withStore(of: source) { store throws(StoreWorkStop) in
      try run.making(file) { () throws(StoreError) in
        try store.recover(to: file.path, schema: StoreLayout.schema) { count in
          run.report(completed: count, of: 0, "rows")
          return !run.isCancelled
        }
      }
    }
  }
}
