import Glibc

/// Memory behind a descriptor and without a name, as processes share it.
enum SharedMemory {
  /// So much of it, behind a high number that no worker expects something else at.
  static func descriptor(size: Int) -> Int32 {
    for attempt in 0..<100 {
      let name = "/transcript.\(getpid()).\(attempt)"
      let descriptor = shm_open(name, O_RDWR | O_CREAT | O_EXCL, 0o600)
      guard descriptor >= 0 else { continue }
      shm_unlink(name)
      return ftruncate(descriptor, off_t(size)) == 0 ? raised(descriptor) : -1
    }
    return -1
  }

  /// The descriptor under a high number.
  static func raised(_ descriptor: Int32) -> Int32 {
    let moved = fcntl(descriptor, F_DUPFD_CLOEXEC, 10)
    close(descriptor)
    return moved
  }

  /// Everything that was written to it.
  static func bytes(_ descriptor: Int32) -> [UInt8] {
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_size > 0 else { return [] }
    return [UInt8](unsafeUninitializedCapacity: Int(status.st_size)) { buffer, count in
      count = max(0, pread(descriptor, buffer.baseAddress, buffer.count, 0))
    }
  }
}
