import Glibc
import Records
package import Shell

/// Copies the store, as it is at the moment, to another file.
package struct Backup: StoreOperation {
  package let source: StoreSource
  package let file: FilePlace
  /// Whether a file that is there may be replaced.
  package let replaces: Bool

  /// Makes a backup of a store.
  package init(_ source: StoreSource, to file: FilePlace, replaces: Bool) {
    self.source = source
    self.file = file
    self.replaces = replaces
  }

  /// Answers how many bytes the copy has.
  package func perform(
    _ run: OperationRun<StoreWorkFault>
  ) throws(StoreWorkStop) -> Int {
    try run.check(file, of: source)
    do throws(StoreWorkStop) {
      try run.withStore(of: source) { store throws(StoreWorkStop) in
        try run.making(file) { () throws(StoreError) in
          try store.backup(to: file.path, replacing: replaces) { rest, total in
            run.report(completed: total - rest, of: total)
            return !run.isCancelled
          }
        }
      }
    } catch {
      switch error {
      case .failed(.store(.exists)), .failed(.file(_, .exists)): throw .failed(.exists(file.name))
      default: throw error
      }
    }
    var facts = stat()
    return stat(file.path, &facts) == 0 ? Int(facts.st_size) : 0
  }
}
