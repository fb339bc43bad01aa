import ChimpSystem
import Glibc

/// A file with an exclusive lock; other processes that lock it must wait.
final class LockedFile {
  private let descriptor: Int32
  /// The path of the file with its symbolic links resolved.
  private let path: String
  let size: Int

  /// Opens and locks a file; returns `nil` for a device, which can't store anything.
  init?(path: String, flags: Int32) throws(SystemError) {
    while true {
      let descriptor = open(path, flags | O_CLOEXEC | O_NONBLOCK | O_NOCTTY, 0o600)
      guard descriptor >= 0 else { throw SystemError(number: errno) }
      guard flock(descriptor, LOCK_EX) == 0, let facts = FileFacts(descriptor: descriptor) else {
        let number = errno
        close(descriptor)
        throw SystemError(number: number)
      }
      guard facts.isPlain else {
        close(descriptor)
        if facts.isDirectory { throw SystemError(number: EISDIR) }
        return nil
      }
      // While this process waited for the lock, another one may have replaced the file.
      guard facts.hasName else {
        close(descriptor)
        continue
      }
      self.descriptor = descriptor
      size = facts.size
      self.path = resolvedPath(path) ?? path
      return
    }
  }

  deinit { close(descriptor) }

  /// Returns the last bytes of the file up to a limit, beginning with a whole line.
  func latestBytes(_ limit: Int) throws(SystemError) -> [UInt8] {
    let start = max(0, size - limit)
    var bytes = [UInt8](repeating: 0, count: size - start)
    // No other process shortens a locked file, and reads of files are not interrupted.
    let count = pread(descriptor, &bytes, bytes.count, start)
    guard count >= 0 else { throw SystemError(number: errno) }
    bytes.removeSubrange(count...)
    guard start > 0, let lineEnd = bytes.firstIndex(of: 0x0a) else { return bytes }
    return Array(bytes[(lineEnd + 1)...])
  }

  /// Appends bytes.
  func append(_ bytes: [UInt8]) throws(SystemError) { try writeAll(bytes.span, to: descriptor) }

  /// Replaces the file atomically.
  func replace(with bytes: [UInt8]) throws(SystemError) {
    let new = try NewFile(for: path, mode: 0o600)
    try new.write(bytes)
    try new.publish(replacing: true)
  }
}
