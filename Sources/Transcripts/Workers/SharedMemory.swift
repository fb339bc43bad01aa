import Glibc

// NB: no module has it.
@_silgen_name("memfd_create")
private func createMemory(_ name: UnsafePointer<CChar>, _ flags: UInt32) -> Int32

/// Memory behind a descriptor and without a name, as processes share it.
enum SharedMemory {
  private static let closesAtExecution: UInt32 = 1

  /// So much of it, behind a high number that no worker expects something else at; -1 where there
  /// is none, with the number of the error.
  static func descriptor(size: Int) -> Int32 {
    let descriptor = createMemory("transcript", closesAtExecution)
    guard descriptor >= 0 else { return -1 }
    // NB: memory counts as a file where files have a limit.
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
    return [UInt8](unsafeUninitializedCapacity: Int(status.st_size) - start) { buffer, count in
      count = max(0, pread(descriptor, buffer.baseAddress, buffer.count, off_t(start)))
    }
  }
}
