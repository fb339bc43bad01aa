import Console
import Glibc
import SystemCalls

/// A file that nobody else who locks it reads or writes meanwhile.
final class LockedFile {
  private let descriptor: Int32
  /// The file itself, behind symbolic links.
  private let path: String
  let size: Int

  /// Opens and locks a file; nil for a device, where nothing can be kept.
  init?(path: String, flags: Int32) throws(SystemFault) {
    while true {
      let descriptor = open(path, flags | O_CLOEXEC | O_NONBLOCK | O_NOCTTY, 0o600)
      guard descriptor >= 0 else { throw SystemFault(number: errno) }
      var status = stat()
      guard flock(descriptor, LOCK_EX) == 0, fstat(descriptor, &status) == 0 else {
        let number = errno
        close(descriptor)
        throw SystemFault(number: number)
      }
      guard status.st_mode & S_IFMT == S_IFREG else {
        close(descriptor)
        if status.st_mode & S_IFMT == S_IFDIR { throw SystemFault(number: EISDIR) }
        return nil
      }
      // While we waited for the lock, another program may have put a new file in its place.
      guard status.st_nlink > 0 else {
        close(descriptor)
        continue
      }
      self.descriptor = descriptor
      size = Int(status.st_size)
      let resolved = realpath(path, nil)
      defer { free(resolved) }
      self.path = resolved.map { String(cString: $0) } ?? path
      return
    }
  }

  deinit { close(descriptor) }

  /// The last so many bytes, from the beginning of a line on.
  func latestBytes(_ limit: Int) throws(SystemFault) -> [UInt8] {
    let start = max(0, size - limit)
    var bytes = [UInt8](repeating: 0, count: size - start)
    // Nobody shortens the file meanwhile, and a read of a file is not interrupted.
    let count = pread(descriptor, &bytes, bytes.count, start)
    guard count >= 0 else { throw SystemFault(number: errno) }
    bytes.removeSubrange(count...)
    guard start > 0, let lineEnd = bytes.firstIndex(of: 0x0a) else { return bytes }
    return Array(bytes[(lineEnd + 1)...])
  }

  func append(_ bytes: [UInt8]) throws(SystemFault) { try Self.write(bytes, to: descriptor) }

  func replace(with bytes: [UInt8]) throws(SystemFault) {
    let besides = "\(path).\(getpid())"
    let new = open(besides, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard new >= 0 else { throw SystemFault(number: errno) }
    defer { close(new) }
    do throws(SystemFault) {
      try Self.write(bytes, to: new)
      guard rename(besides, path) == 0 else { throw SystemFault(number: errno) }
    } catch {
      unlink(besides)
      throw error
    }
  }

  private static func write(_ bytes: [UInt8], to descriptor: Int32) throws(SystemFault) {
    if let fault = DescriptorSink(descriptor: descriptor).write(bytes) { throw fault }
  }
}
