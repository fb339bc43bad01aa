import Glibc

/// A file that is written beside another one, and then replaces it as a whole.
///
/// At any time there are the old bytes or the new ones.
struct NewFile {
  let descriptor: Int32
  let path: String
  private let operations: FileOperations

  /// Creates a file whose name is the beginning and six random characters, closed in child
  /// processes.
  ///
  /// Returns `nil` if that fails, with the reason in `errno`.
  init?(_ beginning: String, _ operations: FileOperations = FileOperations()) {
    var template = Array("\(beginning)XXXXXX".utf8CString)
    self.operations = operations
    descriptor = operations.isFailing() ? -1 : mkstemp(&template)
    guard descriptor >= 0, fcntl(descriptor, F_SETFD, FD_CLOEXEC) >= 0 else { return nil }
    let bytes = template.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
    path = String(decoding: bytes, as: UTF8.self)
  }

  /// Sets the mode; returns `false` if that fails, as all of these functions do.
  func changeMode(_ mode: UInt32) -> Bool {
    !operations.isFailing() && fchmod(descriptor, mode) == 0
  }

  /// Writes all bytes.
  func write(_ bytes: [UInt8]) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let piece = Array(rest.prefix(operations.largestWrite))
      let count = operations.isFailing() ? -1 : Glibc.write(descriptor, piece, piece.count)
      if count < 0 && errno == EINTR { continue }
      if count == 0 { errno = ENOSPC }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }

  /// Makes the bytes durable.
  func synchronize() -> Bool { !operations.isFailing() && fsync(descriptor) == 0 }

  /// Gives the file the name of another one, which it replaces.
  func rename(to target: String) -> Bool {
    !operations.isFailing() && Glibc.rename(path, target) == 0
  }

  /// Flushes the folder to the disk, so that the new name is durable.
  func synchronizeFolder() {
    let folder = open(FileReader.folder(of: path), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard folder >= 0 else { return }
    if !operations.isFailing() { fsync(folder) }
    close(folder)
  }

  func remove() { unlink(path) }
}

/// The system calls of a replacement; tests can make them fail.
///
///     var count = 0
///     environment.fileOperations.isFailing = {
///       count += 1
///       errno = ENOSPC
///       return count == 3  // the third call fails: the file stays as it was
///     }
package struct FileOperations {
  /// Called before each system call; tests return `true` to let it fail.
  ///
  /// If it returns `true`, having set `errno`, the call is not made and counts as failed.
  package var isFailing: () -> Bool = { false }
  /// The maximum number of bytes in one write; tests reduce it.
  var largestWrite = Int.max
}
