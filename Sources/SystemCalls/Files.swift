import CSystem
import Glibc

/// Returns the bytes of a regular file; doesn't wait for the writer of a pipe.
///
///     let bytes = try readFile("/proc/self/environ")
///
/// - Throws: `SystemError.notPlain` for a pipe or a device, or the error of the system, `EFBIG` for
///   a file of 2 GiB.
package func readFile(_ path: String) throws(SystemError) -> [UInt8] {
  let largestSize = Int(Int32.max) - 1
  let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
  guard descriptor >= 0 else { throw .last }
  defer { close(descriptor) }
  var status = stat()
  guard fstat(descriptor, &status) == 0 else { throw .last }
  // A folder is opened, but can't be read.
  let kind = status.st_mode & S_IFMT
  guard kind == S_IFREG || kind == S_IFDIR else { throw .notPlain }
  var bytes: [UInt8] = []
  // Some system files report a size of 0 although they have contents.
  var piece = [UInt8](repeating: 0, count: max(1 << 12, min(status.st_size, largestSize) + 1))
  while true {
    let count = read(descriptor, &piece, piece.count)
    if count < 0 && errno == EINTR { continue }
    guard count >= 0 else { throw .last }
    guard max(status.st_size, bytes.count + count) <= largestSize else {
      throw SystemError(number: EFBIG)
    }
    guard count > 0 else { return bytes }
    bytes += piece[..<count]
  }
}

/// Returns the path with symbolic links resolved; `nil` if the file doesn't exist.
package func resolvedPath(_ path: String) -> String? {
  guard let resolved = realpath(path, nil) else { return nil }
  defer { free(resolved) }
  return String(cString: resolved)
}

/// Returns the names in a folder, in no order; there are none if it can't be listed.
///
///     names(in: opendir("/proc"))
///
/// The stream of the folder is closed.
package func names(in folder: OpaquePointer?) -> [String] {
  guard let folder else { return [] }
  defer { closedir(folder) }
  var names: [String] = []
  while let entry = readdir(folder) { names.append(String(cString: chimp_entry_name(entry))) }
  return names.filter { $0 != "." && $0 != ".." }
}

/// Returns `true` if a running process has locked the file.
package func isLocked(_ path: String) -> Bool {
  let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
  guard descriptor >= 0 else { return false }
  defer { close(descriptor) }
  return flock(descriptor, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK
}
