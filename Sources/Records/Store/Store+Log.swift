import CChimpSystem
import ChimpSystem
import Glibc

/// The write-ahead log: a limit on its length, and logs of other files.
extension Store {
  /// The length in bytes from which on the log is emptied when a store is opened or closed.
  ///
  /// SQLite's own checkpoints keep a log at about four times that length, unless another process
  /// is reading at each of them.
  static var longLog: Int { 1 << 20 }
  /// The milliseconds to wait for readers of a log that has eight times that length.
  private static var longestWait: Int { 200 }

  /// Copies a long log into the file and empties it, unless another process uses it right now.
  ///
  /// SQLite does this when the last process closes the store. That moment never comes while
  /// programs come and go, or are killed.
  func emptyLog() {
    let size = FileFacts(storePath.log)?.size ?? 0
    guard condition == .writable, size > Self.longLog, (try? files?.check()) != nil else { return }
    connection.waiting(atMost: size > 8 * Self.longLog ? Self.longestWait : 0) {
      _ = try? connection.integer("PRAGMA wal_checkpoint(TRUNCATE)")
    }
  }

  /// Throws if the write-ahead log belongs to another file, which had the same path before.
  ///
  /// The log is compared by the store's identifier, which each transaction writes. Copies of
  /// earlier versions have the identifier of their store, but had no log yet. The other file's log
  /// is not changed.
  func refuseForeignLog(_ header: FileHeader) throws(RecordError) {
    if FileFacts(storePath.log)?.size ?? 0 > 0 {
      // Read again, because another process may have opened the copy meanwhile.
      let hasLog = try FileHeader(storePath, settings).usesLog
      if !hasLog { throw .foreignLog(path: storePath.log) }
    }
    let identity = StoreIdentity.identity(in: try connection.integer("PRAGMA user_version"))
    let areBothKnown = identity != 0 && header.identity != 0
    guard areBothKnown, identity != header.identity else { return }
    connection.keepLog()
    throw .foreignLog(path: storePath.log)
  }

  /// Renames the log of another file that had the store's path before, so that the store can be
  /// opened; returns the new path.
  ///
  /// Returns `nil`, and changes nothing, if the log is the store's own, or if a process has it
  /// open. This process must not have opened the store.
  public static func setForeignLogAside(
    _ settings: StoreSettings
  ) throws(RecordError) -> String? {
    guard case .file(let name, _) = settings.location else { return nil }
    let path = StorePath(name)
    // The lock is that of all processes that would rename this log.
    let descriptor = Glibc.open(path.log, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    guard flock(descriptor, LOCK_EX) == 0, let log = FileFacts(descriptor: descriptor),
      log.isPlain, try hasForeignLog(path, settings), chimp_has_locks(path.index) == 0,
      FileFacts(path.log, followsLinks: false)?.isSame(as: log) == true
    else { return nil }
    for number in 1...99 {
      let aside = path.log + "-aside" + (number == 1 ? "" : "-\(number)")
      if chimp_rename_to_new(path.log, aside) == 0 { return aside }
      if errno != EEXIST { break }
    }
    return nil
  }

  /// Returns whether the store is refused because of the log at its path.
  private static func hasForeignLog(
    _ path: StorePath, _ settings: StoreSettings
  ) throws(RecordError) -> Bool {
    do throws(RecordError) {
      _ = try Store.open(settings)
      return false
    } catch {
      if error == .foreignLog(path: path.log) { return true }
      throw error
    }
  }
}
