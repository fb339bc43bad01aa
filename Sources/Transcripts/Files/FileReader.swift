import Glibc

/// Reads whole files.
struct FileReader {
  /// Larger files are refused: offsets of a transcript have 32 bits.
  static let largestSize = Int(Int32.max) - 1

  /// Everything that a file holds.
  static func read(_ path: String) throws(FileFault) -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw FileFault(number: errno) }
    defer { _ = close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw FileFault(number: errno) }
    guard status.st_mode & S_IFMT != S_IFDIR else { throw FileFault(number: EISDIR) }
    guard status.st_mode & S_IFMT == S_IFREG else { throw .notRegular }
    guard status.st_size <= largestSize else { throw FileFault(number: EFBIG) }
    return try read(descriptor, expecting: Int(status.st_size))
  }

  /// The one path of a file, whatever it is called.
  static func place(of path: String) -> String {
    guard let resolved = realpath(path, nil) else { return path }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  private static func read(_ descriptor: Int32, expecting size: Int) throws(FileFault) -> [UInt8] {
    // NB: one byte more than expected, so that the end of the file is seen at once. An array of
    // zeroes would be made by way of the metadata, which takes longer than the copy.
    var bytes: [UInt8] = []
    var number: Int32 = 0
    withUnsafeTemporaryAllocation(byteCount: max(size + 1, 4096), alignment: 1) { buffer in
      while true {
        let result = readOnce(descriptor, buffer)
        number = result < 0 ? errno : 0
        if result > 0 && bytes.isEmpty {
          bytes = Array(buffer[..<result])
        } else if result > 0 {
          bytes += buffer[..<result]
        }
        guard result > 0, result == buffer.count || bytes.count != size else { break }
      }
    }
    guard number == 0 else { throw FileFault(number: number) }
    return bytes
  }

  private static func readOnce(_ descriptor: Int32, _ buffer: UnsafeMutableRawBufferPointer) -> Int
  {
    var count = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
    while count < 0 && errno == EINTR {
      count = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
    }
    return count
  }
}
