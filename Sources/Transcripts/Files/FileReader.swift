import CSystem
import Glibc

/// Reads files, and resolves their paths.
enum FileReader {
  /// The size of the largest file that is read.
  static let largestSize = Int(Int32.max) - 1

  /// Returns the bytes of a regular file; throws for a pipe or a device.
  static func read(_ path: String) throws(TranscriptToolFault) -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw .cannotUse(path, .system(errno)) }
    defer { _ = close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw .cannotUse(path, .system(errno)) }
    guard status.st_mode & S_IFMT != S_IFDIR else { throw .cannotUse(path, .system(EISDIR)) }
    guard status.st_mode & S_IFMT == S_IFREG else { throw .cannotUse(path, .notRegular) }
    guard status.st_size <= largestSize else { throw .cannotUse(path, .system(EFBIG)) }
    return try read(path, descriptor, expecting: Int(status.st_size))
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

  /// Reads a whole open file, even if its size has changed.
  private static func read(
    _ path: String, _ descriptor: Int32, expecting size: Int
  ) throws(TranscriptToolFault) -> [UInt8] {
    // One more byte than expected shows at once that the file has grown meanwhile.
    var bytes = [UInt8](repeating: 0, count: size + 1)
    var count = 0
    // Some system files report a size of 0 although they have contents.
    while count == 0 || count != size {
      let result = chimp_read_at(descriptor, &bytes, count, bytes.count, count)
      if result < 0 && errno == EINTR { continue }
      guard result >= 0 else { throw .cannotUse(path, .system(errno)) }
      guard result > 0 else { break }
      count += result
      guard count <= largestSize else { throw .cannotUse(path, .system(EFBIG)) }
      if count == bytes.count { bytes += repeatElement(0, count: max(count, 4096)) }
    }
    bytes.removeLast(bytes.count - count)
    return bytes
  }
}
