import Glibc
import Records
import Shell

/// A quick check of the store's file on its own thread, while the store is used.
final class BackgroundCheck {
  private let queue = OperationQueue(width: 1, executor: ThreadExecutor(isBackground: true))
  private var found: Result<[Store.Finding], any Error>?

  /// Starts the check of a file.
  init(path: String) {
    queue.enqueue(QueuedOperation(QuickCheck(path: path)) { [weak self] in self?.found = $0 })
  }

  /// The problems that the check has found; `nil` until it has finished.
  var findings: Result<[Store.Finding], any Error>? {
    queue.collect()
    return found
  }

  /// Waits for the end of the check and returns its result.
  func wait() -> Result<[Store.Finding], any Error>? {
    queue.waitUntilIdle()
    return findings
  }
}

/// The operation that checks the structure of a database file.
private struct QuickCheck: Operation {
  let path: String

  /// Opens the file a second time and checks its structure.
  ///
  /// Records are checked later, when they are read.
  func perform(_ run: OperationRun) throws(RecordError) -> [Store.Finding] {
    let store = try Store.open(StoreLayout.settings(.file(path, mustExist: true)))
    // Each page is read once.
    try store.limitCache(200)
    return try store.checkFile(isQuick: true)
  }
}
