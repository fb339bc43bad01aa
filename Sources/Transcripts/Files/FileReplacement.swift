import Glibc

/// Replaces a file atomically: at any time there are the old bytes or the new ones.
///
/// The new bytes are written to a file beside the old one, which then gets its name. A link stays a
/// link; owner, group and mode stay, but no program keeps a set-id bit.
struct FileReplacement {
  private let path: String
  private let target: String
  private let operations: FileOperations

  /// Replaces the contents of a file; throws unless it still has the old bytes.
  ///
  /// If that fails, the file is unchanged and no temporary file is left.
  static func replace(
    _ path: String, from old: [UInt8], to new: [UInt8], _ operations: FileOperations
  ) throws(TranscriptToolFault) {
    guard let target = FileReader.resolved(path) else { throw .cannotUse(path, .system(errno)) }
    try FileReplacement(path: path, target: target, operations: operations).replace(old, new)
  }

  /// Writes a new file beside the target and renames it, if the target still has the old contents.
  private func replace(_ old: [UInt8], _ new: [UInt8]) throws(TranscriptToolFault) {
    guard let (descriptor, newPath) = newFile() else {
      throw fault
    }
    // Until then it is locked.
    defer { _ = close(descriptor) }
    do throws(TranscriptToolFault) {
      try write(new, to: descriptor)
      guard try FileReader.read(target) == old else { throw .cannotUse(path, .changedMeanwhile) }
      guard operations.rename(newPath, target) == 0 else { throw fault }
    } catch {
      unlink(newPath)
      throw error
    }
    synchronizeFolder()
  }

  /// Writes the new file with the owner and the mode of the old one, and flushes it to the disk.
  private func write(_ bytes: [UInt8], to descriptor: Int32) throws(TranscriptToolFault) {
    var status = stat()
    guard stat(target, &status) == 0, keepOwner(status, descriptor),
      operations.changeMode(descriptor, status.st_mode & 0o1777) == 0
    else { throw fault }
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = operations.write(descriptor, rest)
      if count < 0 && errno == EINTR { continue }
      if count == 0 { errno = ENOSPC }
      guard count > 0 else { throw fault }
      rest = rest.dropFirst(count)
    }
    guard operations.synchronize(descriptor) == 0 else { throw fault }
  }

  /// The error of the last system call.
  private var fault: TranscriptToolFault { .cannotUse(path, .system(errno)) }

  /// Sets the owner and the group of the new file to those of the old one; returns `false` if not
  /// permitted.
  private func keepOwner(_ old: stat, _ descriptor: Int32) -> Bool {
    var new = stat()
    guard fstat(descriptor, &new) == 0 else { return false }
    return new.st_uid == old.st_uid && new.st_gid == old.st_gid
      || fchown(descriptor, old.st_uid, old.st_gid) == 0
  }

  /// Flushes the folder to the disk, so that the new name is durable.
  private func synchronizeFolder() {
    let descriptor = open(FileReader.folder(of: target), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    _ = operations.synchronize(descriptor)
    _ = close(descriptor)
  }
}

/// Creates a file with a random name that has this beginning, closed in child processes.
///
/// Returns `nil` if that fails, with the reason in `errno`.
func createFile(
  _ beginning: String, _ operations: FileOperations = FileOperations()
) -> (descriptor: Int32, path: String)? {
  var template = Array("\(beginning)XXXXXX".utf8CString)
  let descriptor = operations.create(&template)
  guard descriptor >= 0 else { return nil }
  let bytes = template.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
  return (descriptor, String(decoding: bytes, as: UTF8.self))
}

/// The system calls of a replacement; tests can make them fail.
package struct FileOperations {
  /// Called before each system call; tests return `true` to let it fail.
  ///
  /// If it returns `true`, having set `errno`, the call is not made and counts as failed.
  package var isFailing: () -> Bool = { false }
  /// The maximum number of bytes in one write; tests reduce it.
  var largestWrite = Int.max

  /// Creates a file by a template for `mkstemp`.
  func create(_ path: inout [CChar]) -> Int32 {
    let descriptor = isFailing() ? -1 : mkstemp(&path)
    return descriptor >= 0 && fcntl(descriptor, F_SETFD, FD_CLOEXEC) >= 0 ? descriptor : -1
  }

  func write(_ descriptor: Int32, _ bytes: ArraySlice<UInt8>) -> Int {
    isFailing() ? -1 : Glibc.write(descriptor, Array(bytes), min(bytes.count, largestWrite))
  }

  func changeMode(_ descriptor: Int32, _ mode: UInt32) -> Int32 {
    isFailing() ? -1 : fchmod(descriptor, mode)
  }

  func synchronize(_ descriptor: Int32) -> Int32 { isFailing() ? -1 : fsync(descriptor) }

  func rename(_ old: String, _ new: String) -> Int32 { isFailing() ? -1 : Glibc.rename(old, new) }
}

/// The temporary files of replacements.
///
/// The process that writes such a file locks it; one without a lock was left by a killed process.
extension FileReplacement {
  /// The beginning of the names of temporary files.
  private static let prefix = ".transcript-blessed."
  private static let randomCount = 6

  /// Creates and locks a temporary file in the folder of the target.
  ///
  /// Returns `nil` if that fails, with the reason in `errno`.
  private func newFile() -> (descriptor: Int32, path: String)? {
    let beginning = FileReader.folder(of: target) + Self.prefix
    guard let created = createFile(beginning, operations) else { return nil }
    _ = flock(created.descriptor, LOCK_EX | LOCK_NB)
    return created
  }

  /// Returns the temporary files of killed processes in a folder.
  static func leftovers(in folder: String) -> [String] {
    let isReplacement = { (name: String) in
      name.hasPrefix(prefix) && name.utf8.count == prefix.utf8.count + randomCount
    }
    return names(in: opendir(folder)).filter(isReplacement).map { folder + $0 }
      .filter { !isLocked($0) }.sorted()
  }

  /// Returns whether a running process has locked a file.
  private static func isLocked(_ path: String) -> Bool {
    let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { return false }
    defer { _ = close(descriptor) }
    return flock(descriptor, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK
  }
}
