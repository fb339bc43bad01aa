import Glibc
import Records
package import Shell

/// Copies the store, as it is at the moment, to another file.
package struct Backup: StoreOperation {
  package let source: StoreSource
  package let path: String
  /// Whether a file that is there may be replaced.
  package let replaces: Bool

  /// Makes a backup of a store.
  package init(_ source: StoreSource, to path: String, replaces: Bool) {
    self.source = source
    self.path = path
    self.replaces = replaces
  }

  /// Answers how many bytes the copy has.
  package func perform(
    _ run: OperationRun<StoreWorkFault>
  ) throws(StoreWorkStop) -> Int {
    try run.checkPath(path, of: source)
    do throws(StoreWorkStop) {
      try run.withStore(of: source) { store throws(StoreWorkStop) in
        try run.trying { () throws(StoreError) in
          try store.backup(to: path, replacing: replaces) { rest, total in
            run.report(completed: total - rest, of: total)
            return !run.isCancelled
          }
        }
      }
    } catch {
      guard case .failed(.store(.exists)) = error else { throw error }
      throw .failed(.exists(path))
    }
    var facts = stat()
    return stat(path, &facts) == 0 ? Int(facts.st_size) : 0
  }
}
