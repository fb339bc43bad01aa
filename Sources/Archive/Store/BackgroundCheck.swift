import Glibc
import Operations
import Records

/// A quick check of a file, on its own thread and connection, while the file is used.
final class BackgroundCheck {
  private let queue = OperationQueue(width: 1, executor: ThreadExecutor())
  private var found: Result<[Store.Finding], StoreError>?

  /// Begins to check a file on its own thread.
  init(path: String) {
    queue.enqueue(QueuedOperation(QuickCheck(path: path)) { [weak self] in self?.found = $0 })
  }

  /// The findings; `nil` while the check is running.
  var findings: Result<[Store.Finding], StoreError>? {
    queue.collect()
    return found
  }

  /// Waits for the check and returns its result.
  func wait() -> Result<[Store.Finding], StoreError>? {
    queue.waitUntilIdle()
    return findings
  }
}

/// Checks a file for damage as quickly as possible.
private struct QuickCheck: Operation {
  let path: String

  /// Opens the file a second time and checks its structure; its records are checked when they are
  /// read.
  func perform(
    _ run: OperationRun<StoreError>
  ) throws(OperationError<StoreError>) -> [Store.Finding] {
    do throws(StoreError) {
      let store = try Store.open(StoreLayout.settings(.file(path, mustExist: true)))
      // Each page is read once.
      try store.limitCache(200)
      return try store.checkFile(isQuick: true)
    } catch { throw .failed(error) }
  }
}
