import CSystem
import Glibc

/// Memory behind a descriptor and without a name, as processes share it.
enum SharedMemory {
  /// So much of it, behind a high number that no worker expects something else at; -1 where there
  /// is none, with the number of the error.
  static func descriptor(size: Int) -> Int32 {
    let descriptor = chimp_create_memory("transcript")
    guard descriptor >= 0 else { return -1 }
    // Memory counts as a file where files have a limit.
    guard ftruncate(descriptor, off_t(size)) == 0 else {
      let number = errno
      close(descriptor)
      errno = number
      return -1
    }
    return raised(descriptor)
  }

  /// The descriptor under a high number.
  static func raised(_ descriptor: Int32) -> Int32 {
    let moved = fcntl(descriptor, F_DUPFD_CLOEXEC, 10)
    close(descriptor)
    return moved
  }

  /// Everything that was written to it, from a place on.
  static func bytes(_ descriptor: Int32, from start: Int = 0) -> [UInt8] {
    var status = stat()
    guard fstat(descriptor, &status) == 0, Int(status.st_size) > start else { return [] }
    var bytes = [UInt8](repeating: 0, count: Int(status.st_size) - start)
    let count = max(0, pread(descriptor, &bytes, bytes.count, off_t(start)))
    return Array(bytes[..<count])
  }
}
