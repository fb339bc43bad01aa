import ChimpSystem

/// The open files of a store: the database, its write-ahead log and the index of the log.
///
/// While a store is open, SQLite neither removes nor replaces any of them, whichever processes use
/// it. So if a name leads to another file, something else has changed it, and later saves would be
/// lost with the opened file.
struct StoreFiles {
  private let path: StorePath
  private let file: FileFacts
  private let log: FileFacts
  private let index: FileFacts

  /// Records which files are open, after the connection's first read.
  ///
  /// Throws `moved` if one of the paths no longer leads to the opened file.
  init(_ path: StorePath, _ connection: Connection) throws(RecordError) {
    guard let file = FileFacts(path.file), !connection.hasMoved else {
      throw .moved(path: path.name)
    }
    guard let log = FileFacts(path.log) else { throw .moved(path: path.log) }
    guard let index = FileFacts(path.index) else { throw .moved(path: path.index) }
    self.path = path
    self.file = file
    self.log = log
    self.index = index
  }

  /// Throws if one of the paths no longer leads to the opened file.
  ///
  /// Throws `moved` if a file was removed or replaced, and `linked` if the database has got a
  /// second name, under which it would have a second log.
  func check() throws(RecordError) {
    // A link that replaced the file may lead to it, but SQLite looks for the log beside the link.
    if StorePath(path.name).file != path.file { throw .moved(path: path.name) }
    guard let now = FileFacts(path.file), now.isSame(as: file) else {
      throw .moved(path: path.name)
    }
    if now.hasOtherNames { throw .linked(path: path.name) }
    for (name, opened) in [(path.log, log), (path.index, index)] {
      guard let now = FileFacts(name), now.isSame(as: opened) else { throw .moved(path: name) }
    }
  }
}
