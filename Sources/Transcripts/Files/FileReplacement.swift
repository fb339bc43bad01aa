import Glibc

/// Replaces a file as a whole: whatever happens, there are the old bytes or the new ones.
struct FileReplacement {
  private let target: String
  private let old: [UInt8]
  private let operations: FileOperations
  let temporaryPath: String
  // Open, and so locked, as long as somebody uses the new file.
  private let descriptor: Int32

  /// Writes the new bytes beside the file; a link is followed, so that it stays a link.
  init(
    _ path: String, from old: [UInt8], to new: [UInt8], operations: FileOperations = .init()
  ) throws(FileFault) {
    self.old = old
    self.operations = operations
    guard let target = FileReader.resolved(path) else { throw FileFault(number: errno) }
    self.target = target
    (descriptor, temporaryPath) = try ReplacementName.newFile(beside: target, operations)
    let failure = fill(descriptor, new)
    guard failure == 0 else {
      discard()
      throw FileFault(number: failure)
    }
  }

  func commit() throws(FileFault) {
    do throws(FileFault) {
      guard try FileReader.read(target) == old else { throw .changedMeanwhile }
      guard operations.rename(temporaryPath, target) == 0 else { throw FileFault(number: errno) }
    } catch {
      discard()
      throw error
    }
    _ = close(descriptor)
    synchronizeFolder()
  }

  func discard() {
    _ = unlink(temporaryPath)
    _ = close(descriptor)
  }

  /// Answers the number of what went wrong, or 0.
  private func fill(_ descriptor: Int32, _ bytes: [UInt8]) -> Int32 {
    var status = stat()
    guard stat(target, &status) == 0 else { return errno }
    guard keepOwner(status) else { return errno }
    // A program that runs as its owner is not written by somebody else.
    guard operations.changeMode(descriptor, status.st_mode & 0o1777) == 0 else { return errno }
    var rest = bytes[...]
    while !rest.isEmpty {
      let written = operations.write(descriptor, rest)
      if written < 0 && errno == EINTR { continue }
      guard written > 0 else { return written == 0 ? ENOSPC : errno }
      rest = rest.dropFirst(written)
    }
    return operations.synchronize(descriptor) == 0 ? 0 : errno
  }

  /// Gives the new file to the owner and the group of the old one; false where that is not allowed.
  private func keepOwner(_ old: stat) -> Bool {
    var new = stat()
    guard fstat(descriptor, &new) == 0 else { return false }
    return new.st_uid == old.st_uid && new.st_gid == old.st_gid
      || fchown(descriptor, old.st_uid, old.st_gid) == 0
  }

  /// The bytes are safe by now; this makes the new name last.
  private func synchronizeFolder() {
    let descriptor = open(FileReader.folder(of: target), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    _ = operations.synchronize(descriptor)
    _ = close(descriptor)
  }
}

func makeFile(
  _ beginning: String, by create: (inout [CChar]) -> Int32 = { mkstemp(&$0) }
) throws(FileFault) -> (descriptor: Int32, path: String) {
  var template = Array("\(beginning)XXXXXX".utf8CString)
  let descriptor = create(&template)
  guard descriptor >= 0 else { throw FileFault(number: errno) }
  let bytes = template.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
  return (descriptor, String(decoding: bytes, as: UTF8.self))
}

/// What a replacement asks of the operating system.
package struct FileOperations {
  /// Asked before each of them, which is not done where it fails; tests set it, and `errno` in it.
  package var isFailing: () -> Bool = { false }
  var largestWrite = Int.max

  func create(_ path: inout [CChar]) -> Int32 {
    let descriptor = isFailing() ? -1 : mkstemp(&path)
    return descriptor >= 0 && fcntl(descriptor, F_SETFD, FD_CLOEXEC) >= 0 ? descriptor : -1
  }

  func write(_ descriptor: Int32, _ bytes: ArraySlice<UInt8>) -> Int {
    isFailing() ? -1 : Glibc.write(descriptor, Array(bytes), min(bytes.count, largestWrite))
  }

  func changeMode(_ descriptor: Int32, _ mode: UInt32) -> Int32 {
    isFailing() ? -1 : fchmod(descriptor, mode)
  }

  func synchronize(_ descriptor: Int32) -> Int32 { isFailing() ? -1 : fsync(descriptor) }

  func rename(_ old: String, _ new: String) -> Int32 { isFailing() ? -1 : Glibc.rename(old, new) }
}

/// What files are called that are to replace others.
///
/// Each is locked by the process that writes it: what nobody locks was left behind.
enum ReplacementName {
  private static let prefix = ".transcript-blessed."
  private static let randomCount = 6

  static func newFile(
    beside target: String, _ operations: FileOperations
  ) throws(FileFault) -> (descriptor: Int32, path: String) {
    let folder = FileReader.folder(of: target)
    let made = try makeFile(folder + prefix, by: { operations.create(&$0) })
    _ = flock(made.descriptor, LOCK_EX | LOCK_NB)
    return made
  }

  /// What killed processes have left in a folder, which is named with a slash behind it.
  static func leftovers(in folder: String) -> [String] {
    let isReplacement = { (name: String) in
      name.hasPrefix(prefix) && name.utf8.count == prefix.utf8.count + randomCount
    }
    return names(in: opendir(folder)).filter(isReplacement).map { folder + $0 }
      .filter { !isLocked($0) }.sorted()
  }

  private static func isLocked(_ path: String) -> Bool {
    let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { return false }
    defer { _ = close(descriptor) }
    return flock(descriptor, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK
  }
}
