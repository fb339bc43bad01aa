import Glibc

/// Reads files, and resolves their paths.
enum FileReader {
  /// The size of the largest file that is read.
  static let largestSize = Int(Int32.max) - 1

  /// Returns the bytes of a regular file; throws for a pipe or a device.
  static func read(_ path: String) throws(TranscriptToolFault) -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw .system(path) }
    defer { _ = close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw .system(path) }
    // A folder is opened, but can't be read.
    guard status.st_mode & S_IFMT == S_IFREG || status.st_mode & S_IFMT == S_IFDIR else {
      throw TranscriptToolFault(path, "not a regular file")
    }
    var bytes: [UInt8] = []
    // Some system files report a size of 0 although they have contents.
    var piece = [UInt8](repeating: 0, count: max(1 << 12, min(status.st_size, largestSize) + 1))
    while true {
      let count = Glibc.read(descriptor, &piece, piece.count)
      if count < 0 && errno == EINTR { continue }
      guard count >= 0 else { throw .system(path) }
      guard max(status.st_size, bytes.count + count) <= largestSize else {
        errno = EFBIG
        throw .system(path)
      }
      guard count > 0 else { return bytes }
      bytes += piece[..<count]
    }
  }

  /// Returns the path with symbolic links resolved; the path itself if the file doesn't exist.
  static func resolvedOrSame(_ path: String) -> String { resolved(path) ?? path }

  /// Returns the path with symbolic links resolved; `nil` if the file doesn't exist.
  ///
  /// An empty path is the current folder.
  static func resolved(_ path: String) -> String? {
    guard let resolved = realpath(path.isEmpty ? "." : path, nil) else { return nil }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  /// Returns the folder of a path, with a slash at its end; empty for the current folder.
  static func folder(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
  }
}
