import Glibc
import SystemCalls

/// A file that is written beside another one, and then replaces it as a whole.
///
/// At any time there are the old bytes or the new ones. The file is removed with this object unless
/// it has got the name of the other one.
final class NewFile {
  let descriptor: Int32
  private let path: String
  private let operations: FileOperations
  private var isRenamed = false

  /// Creates a file whose name is the beginning and six random characters, closed in child
  /// processes.
  ///
  /// Throws if that fails, as all of these functions do.
  init(
    _ beginning: String, _ operations: FileOperations = FileOperations()
  ) throws(SystemError) {
    var template = Array("\(beginning)XXXXXX".utf8CString)
    self.operations = operations
    descriptor = operations.isFailing() ? -1 : mkstemp(&template)
    guard descriptor >= 0, fcntl(descriptor, F_SETFD, FD_CLOEXEC) >= 0 else { throw .last }
    let bytes = template.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
    path = String(decoding: bytes, as: UTF8.self)
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
    if !isRenamed { unlink(path) }
  }

  /// Makes a system call, which returns 0, unless tests let it fail.
  private func attempt(_ call: @autoclosure () -> Int32) throws(SystemError) {
    guard !operations.isFailing(), call() == 0 else { throw .last }
  }

  /// Sets the mode.
  func changeMode(_ mode: UInt32) throws(SystemError) { try attempt(fchmod(descriptor, mode)) }

  /// Writes all bytes.
  func write(_ bytes: [UInt8]) throws(SystemError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let piece = Array(rest.prefix(operations.largestWrite))
      let count = operations.isFailing() ? -1 : Glibc.write(descriptor, piece, piece.count)
      if count < 0 && errno == EINTR { continue }
      if count == 0 { errno = ENOSPC }
      guard count > 0 else { throw .last }
      rest = rest.dropFirst(count)
    }
  }

  /// Makes the bytes durable.
  func synchronize() throws(SystemError) { try attempt(fsync(descriptor)) }

  /// Gives the file the name of another one, which it replaces.
  func rename(to target: String) throws(SystemError) {
    try attempt(Glibc.rename(path, target))
    isRenamed = true
  }

  /// Flushes the folder to the disk, so that the new name is durable; does nothing if that fails.
  func synchronizeFolder() {
    let folder = open(FileReader.folder(of: path), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard folder >= 0 else { return }
    try? attempt(fsync(folder))
    close(folder)
  }
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
