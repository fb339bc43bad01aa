import Glibc

/// What files are called that are to replace others.
///
/// Each is locked by the process that writes it: what nobody locks was left behind.
enum ReplacementName {
  private static let prefix = ".transcript-blessed."
  private static let randomCount = 6

  static func newFile(
    beside target: String, _ operations: FileOperations
  ) throws(FileFault) -> (descriptor: Int32, path: String) {
    while true {
      let folder = FileReader.folder(of: target)
      let made = try makeFile(folder + prefix, by: { operations.create(&$0) })
      // Before it was locked, another process may have taken it for left behind and removed it.
      if flock(made.descriptor, LOCK_EX | LOCK_NB) != 0 || isNamed(made.descriptor) { return made }
      _ = close(made.descriptor)
    }
  }

  /// Removes what killed processes have left beside a file.
  static func tidy(_ folder: String) {
    for name in names(in: opendir(folder)) where name.hasPrefix(prefix) {
      if name.utf8.count == prefix.utf8.count + randomCount { removeIfLeft(folder + name) }
    }
  }

  private static func removeIfLeft(_ path: String) {
    let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { _ = unlink(path) }
    _ = close(descriptor)
  }

  private static func isNamed(_ descriptor: Int32) -> Bool {
    var status = stat()
    return fstat(descriptor, &status) == 0 && status.st_nlink > 0
  }
}
