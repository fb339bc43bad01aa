import CChimpSystem
public import Glibc

/// Returns the bytes of a regular file; doesn't wait for the writer of a pipe.
///
///     let bytes = try readFile("/proc/self/environ")
///
/// - Throws: `SystemError.notPlain` for a pipe or a device, or the error of the system, `EFBIG` for
///   a file of 2 GiB.
public func readFile(_ path: String) throws(SystemError) -> [UInt8] {
  let largestSize = Int(Int32.max) - 1
  let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
  guard descriptor >= 0 else { throw .last }
  defer { close(descriptor) }
  guard let facts = FileFacts(descriptor: descriptor) else { throw .last }
  // A folder is opened, but can't be read.
  guard facts.isPlain || facts.isDirectory else { throw .notPlain }
  var bytes: [UInt8] = []
  // Some system files report a size of 0 although they have contents.
  var piece = [UInt8](repeating: 0, count: max(1 << 12, min(facts.size, largestSize) + 1))
  while true {
    let count = try piece.read(descriptor, from: 0)
    guard max(facts.size, bytes.count + count) <= largestSize else {
      throw SystemError(number: EFBIG)
    }
    guard count > 0 else { return bytes }
    bytes += piece[..<count]
  }
}

/// Returns the text of a small system file; empty if it can't be read.
///
///     fileText("/proc/sys/kernel/ostype")  // "Linux\n"
///     fileText("/no/such/file").isEmpty  // true
public func fileText(_ path: String) -> String {
  String(decoding: (try? readFile(path)) ?? [], as: UTF8.self)
}

extension [UInt8] {
  /// Reads bytes from a descriptor into the array from an offset on; blocks until there is at least
  /// one.
  ///
  /// - Returns: The number of bytes read; 0 at the end of the file.
  /// - Throws: The error of the system, except `EINTR`, after which it reads again.
  public mutating func read(_ descriptor: Int32, from offset: Int) throws(SystemError) -> Int {
    let result = withUnsafeMutableBytes { bytes -> Result<Int, SystemError> in
      let rest = UnsafeMutableRawBufferPointer(rebasing: bytes[offset...])
      while true {
        let count = Glibc.read(descriptor, rest.baseAddress, rest.count)
        if count >= 0 { return .success(count) }
        if errno != EINTR { return .failure(.last) }
      }
    }
    return try result.get()
  }

  /// Appends bytes from a descriptor; blocks until there is at least one.
  ///
  /// Returns `false` at the end of the file, or if reading fails.
  public mutating func append(from descriptor: Int32) -> Bool {
    var piece = [UInt8](repeating: 0, count: 1 << 14)
    guard let count = try? piece.read(descriptor, from: 0), count > 0 else { return false }
    append(contentsOf: piece[..<count])
    return true
  }

  /// Removes the first line with its line feed and returns it without; `nil` if there is no line
  /// feed.
  public mutating func removeFirstLine() -> ArraySlice<UInt8>? {
    guard let end = firstIndex(of: UInt8(ascii: "\n")) else { return nil }
    let line = self[..<end]
    removeFirst(end + 1)
    return line
  }
}

/// Writes all bytes to a descriptor; blocks while its reader is slow.
///
/// Throws the error of the system, except `EINTR`, after which it writes again.
public func writeAll(_ bytes: Span<UInt8>, to descriptor: Int32) throws(SystemError) {
  var rest = bytes
  while !rest.isEmpty {
    let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
    if count > 0 {
      rest = rest.extracting(droppingFirst: count)
    } else if count == 0 {
      throw SystemError(number: ENOSPC)
    } else if errno == EAGAIN {
      var waiting = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
      poll(&waiting, 1, -1)
    } else if errno != EINTR {
      throw .last
    }
  }
}

/// Flushes the bytes of a file to the disk; does nothing for one that can't be flushed, such as a
/// pipe.
func flushToDisk(_ descriptor: Int32) throws(SystemError) {
  if fsync(descriptor) != 0 && errno != EINVAL { throw .last }
}

/// Returns the names in a folder, in no order; there are none if it can't be listed.
///
///     names(in: opendir("/proc"))
///
/// The stream of the folder is closed.
public func names(in folder: OpaquePointer?) -> [String] {
  guard let folder else { return [] }
  defer { closedir(folder) }
  var names: [String] = []
  while let entry = readdir(folder) { names.append(String(cString: chimp_entry_name(entry))) }
  return names.filter { $0 != "." && $0 != ".." }
}

/// Returns `true` if a running process has locked the file.
public func isLocked(_ path: String) -> Bool {
  let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
  guard descriptor >= 0 else { return false }
  defer { close(descriptor) }
  return flock(descriptor, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK
}

/// Returns `true` if the path exists, even as a symbolic link without a target.
public func fileExists(_ path: String) -> Bool { FileFacts(path, followsLinks: false) != nil }

/// Removes the path of an open file; returns `false` if it belongs to another file by now.
public func removeFile(_ path: String, of descriptor: Int32) -> Bool {
  guard let named = FileFacts(path, followsLinks: false),
    let opened = FileFacts(descriptor: descriptor), named.isSame(as: opened)
  else { return false }
  return unlink(path) == 0
}

/// Removes a file, or a folder with its contents, without following links.
///
///     removeTree("/tmp/transcript-1f")
///
/// Entries that can't be removed stay, without an error.
public func removeTree(_ name: String, in folder: Int32 = AT_FDCWD) {
  guard unlinkat(folder, name, 0) != 0, errno != ENOENT else { return }
  let descriptor = openat(folder, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
  guard descriptor >= 0 else { return }
  for inner in names(in: fdopendir(dup(descriptor))) { removeTree(inner, in: descriptor) }
  close(descriptor)
  unlinkat(folder, name, Int32(AT_REMOVEDIR))
}

/// Renames a folder to a path that must be unused.
public func renameFolder(_ path: String, toNew name: String) throws(SystemError) {
  if chimp_rename_to_new(path, name) == 0 { return }
  // On systems that can't refuse a used name, a folder can only replace an empty folder.
  guard errno == EPERM, !fileExists(name), rename(path, name) == 0 else { throw .last }
}
