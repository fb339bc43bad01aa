/// A quick check of a file, by a thread and a connection of its own, while the file is used.
package final class BackgroundCheck {
  private let findingsReply = Reply<Result<[Store.Finding], StoreError>>()
  private let thread = WorkThread()

  /// Begins the check.
  package init(path: String, application: Int, migrations: [Migration]) {
    thread.submit { [findingsReply] in
      var settings = StoreSettings(
        place: .file(path, mustExist: true), application: application, migrations: migrations,
        environment: .system())
      settings.checkedRowLimit = 0
      settings.reserve = 0
      findingsReply.give(
        Result { () throws(StoreError) in
          let store = try Store.open(settings)
          // NB: each page is looked at once.
          try store.limitCache(200)
          return try store.checkFile(isQuick: true)
        })
    }
  }

  /// What was found; nil as long as the check goes on.
  package var findings: Result<[Store.Finding], StoreError>? { findingsReply.ifGiven }

  /// Waits for the end of the check.
  package func wait() -> Result<[Store.Finding], StoreError>? {
    findingsReply.take()
  }
}
