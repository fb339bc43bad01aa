import CChimpSystem
import Glibc

/// A new file that gets its name only when it is complete.
///
/// On systems with unnamed files, it has no name until then, so a killed process leaves nothing
/// behind. Otherwise it has a temporary name and is locked: a temporary file without a lock
/// was left by a killed process (see `Leftover`).
///
///     let file = try NewFile(for: path)
///     try file.write(bytes)
///     try file.synchronize()
///     try file.publish(replacing: true)
///     file.synchronizeFolder()
///
/// It is removed with this object unless it has got its name.
public final class NewFile {
  public let descriptor: Int32
  /// The current path; `nil` while the file has no name.
  public private(set) var path: String?

  private let target: String
  /// The name endings of other files beside this one.
  private let endings: [String]
  private let operations: FileOperations

  /// Creates a file, unnamed if the system supports that.
  ///
  /// One with other files beside it, whose names have the endings, has a temporary name from the
  /// beginning. It contains the number unless that is in use.
  public init(
    for target: String, mode: UInt32 = 0o644, endings: [String] = [],
    number: UInt64 = .random(in: 0 ... .max), _ operations: FileOperations = FileOperations()
  ) throws(SystemError) {
    self.target = target
    self.endings = endings
    self.operations = operations
    if operations.isFailing() { throw .last }
    let mayBeNameless = endings.isEmpty && operations.allowsNameless
    let nameless = mayBeNameless ? chimp_open_nameless(folderPath(of: target), mode) : -1
    if nameless >= 0 {
      descriptor = nameless
    } else {
      (descriptor, path) = try Self.createNamed(target, mode, endings, number)
    }
    // Until it is closed, it is locked.
    _ = flock(descriptor, LOCK_EX | LOCK_NB)
  }

  deinit {
    if path != target { remove() }
    close(descriptor)
  }

  /// Creates a file with an unused temporary name.
  private static func createNamed(
    _ target: String, _ mode: UInt32, _ endings: [String], _ number: UInt64
  ) throws(SystemError) -> (descriptor: Int32, path: String) {
    while true {
      let path = Leftover.freePath(.unfinished, of: target, endings: endings, number)
      let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, mode)
      if descriptor >= 0 { return (descriptor, path) }
      // Another process may have got the same number.
      guard errno == EEXIST else { throw .last }
    }
  }

  /// Makes a system call, which returns 0; throws if it fails, or if a test lets it fail.
  private func attempt(_ call: @autoclosure () -> Int32) throws(SystemError) {
    guard !operations.isFailing(), call() == 0 else { throw .last }
  }

  /// Gives the file the mode, the owner and the group of another one, but no set-id bit.
  ///
  /// Throws if that is not allowed; the mode is set nevertheless, if it is the user's own file.
  public func copyAccess(of path: String) throws(SystemError) {
    var old = stat()
    var new = stat()
    guard stat(path, &old) == 0, fstat(descriptor, &new) == 0 else { throw .last }
    try attempt(fchmod(descriptor, old.st_mode & 0o1777))
    guard new.st_uid != old.st_uid || new.st_gid != old.st_gid else { return }
    try attempt(fchown(descriptor, old.st_uid, old.st_gid))
  }

  /// Appends bytes.
  public func write(_ bytes: [UInt8]) throws(SystemError) {
    var rest = bytes.span
    while !rest.isEmpty {
      if operations.isFailing() { throw .last }
      let count = min(rest.count, operations.largestWrite)
      try writeAll(rest.extracting(..<count), to: descriptor)
      rest = rest.extracting(droppingFirst: count)
    }
  }

  /// Reads a range of the written bytes and lets a closure change them; writes them back if it
  /// returns `true`.
  ///
  /// The closure must not change their number.
  public func rewrite(
    _ range: Range<Int>, _ change: (inout [UInt8]) -> Bool
  ) throws(SystemError) {
    var piece = [UInt8](repeating: 0, count: range.count)
    guard lseek(descriptor, off_t(range.lowerBound), SEEK_SET) >= 0 else { throw .last }
    var count = 0
    while count < piece.count {
      let added = try piece.read(descriptor, from: count)
      guard added > 0 else { throw SystemError(number: EIO) }
      count += added
    }
    if change(&piece) {
      guard lseek(descriptor, off_t(range.lowerBound), SEEK_SET) >= 0 else { throw .last }
      try write(piece)
    }
    guard lseek(descriptor, 0, SEEK_END) >= 0 else { throw .last }
  }

  /// Flushes the bytes to the disk.
  public func synchronize() throws(SystemError) {
    if operations.isFailing() { throw .last }
    try flushToDisk(descriptor)
  }

  /// Gives the complete file its final name.
  ///
  /// After an error the file is removed. The name is on the disk after `synchronizeFolder`.
  public func publish(replacing: Bool) throws(SystemError) {
    do throws(SystemError) { try name(replacing: replacing) } catch {
      remove()
      throw error
    }
    path = target
  }

  /// Gives the file its final name.
  private func name(replacing: Bool) throws(SystemError) {
    if path == nil {
      do throws(SystemError) { return try attempt(chimp_name_file(descriptor, target)) } catch {
        guard replacing, error == .fileExists else { throw error }
      }
      // Only a file with a name can replace another one.
      let free = Leftover.freePath(.unfinished, of: target)
      try attempt(chimp_name_file(descriptor, free))
      path = free
    }
    guard let path else { throw SystemError(number: ENOENT) }
    try attempt(replacing ? rename(path, target) : chimp_rename_to_new(path, target))
  }

  /// Flushes the folder of the file to the disk, and with it the new name; does nothing if that
  /// fails.
  public func synchronizeFolder() {
    let folder = open(folderPath(of: target), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard folder >= 0 else { return }
    try? attempt(fsync(folder))
    close(folder)
  }

  /// Removes the file, and unless it has its final name, the other files beside it.
  ///
  /// Does nothing if the name belongs to another file by now.
  public func remove() {
    guard let path, removeFile(path, of: descriptor) else { return }
    if path != target { for ending in endings { unlink(path + ending) } }
    self.path = nil
  }
}

/// The system calls on a new file; tests can make them fail.
///
///     var count = 0
///     var operations = FileOperations()
///     operations.isFailing = {
///       count += 1
///       errno = ENOSPC
///       return count == 3  // the third call fails
///     }
public struct FileOperations {
  /// Called before each system call; tests return `true` to let it fail.
  ///
  /// They set `errno` before that. The call is not made then, and counts as failed.
  public var isFailing: () -> Bool = { false }
  /// The maximum number of bytes in one write; tests reduce it.
  public var largestWrite = Int.max
  /// `false` to give each file a temporary name, as on systems without unnamed files.
  public var allowsNameless = true

  /// Creates the operations of the system.
  public init() {}
}
