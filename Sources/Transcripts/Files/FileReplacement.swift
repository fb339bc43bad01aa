import Glibc
import SystemCalls

/// The replacement of a blessed file.
///
/// A link stays a link; owner, group and mode stay, but no program keeps a set-id bit. The process
/// that writes a new file locks it; one without a lock was left by a killed process.
enum FileReplacement {
  /// The beginning of the names of new files, and the number of characters after it.
  private static let prefix = ".transcript-blessed."
  private static let randomCount = 6

  /// Replaces the contents of a file; throws unless it still has the old bytes.
  ///
  /// If that fails, the file is unchanged and no temporary file is left.
  static func replace(
    _ path: String, from old: [UInt8], to new: [UInt8], _ operations: FileOperations
  ) throws(TranscriptToolFault) {
    do throws(SystemError) {
      guard let target = resolvedPath(path) else { throw .last }
      if try isReplaced(target, from: old, to: new, operations) { return }
    } catch { throw TranscriptToolFault(path, "not blessed, can't be replaced: \(error)") }
    throw TranscriptToolFault(path, "not blessed, the file has changed meanwhile")
  }

  /// Replaces the contents of a file, and returns `true`; `false` if it has other bytes by now.
  private static func isReplaced(
    _ target: String, from old: [UInt8], to new: [UInt8], _ operations: FileOperations
  ) throws(SystemError) -> Bool {
    let file = try NewFile(FileReader.folder(of: target) + prefix, operations)
    // Until it is closed, it is locked.
    _ = flock(file.descriptor, LOCK_EX | LOCK_NB)
    try copyFacts(of: target, to: file)
    try file.write(new)
    try file.synchronize()
    guard try readFile(target) == old else { return false }
    try file.rename(to: target)
    file.synchronizeFolder()
    return true
  }

  /// Gives the new file the owner, the group and the mode of the old one.
  ///
  /// Throws if that is not allowed.
  private static func copyFacts(of target: String, to file: NewFile) throws(SystemError) {
    var old = stat()
    var new = stat()
    guard stat(target, &old) == 0, fstat(file.descriptor, &new) == 0 else { throw .last }
    let isOwned = new.st_uid == old.st_uid && new.st_gid == old.st_gid
    guard isOwned || fchown(file.descriptor, old.st_uid, old.st_gid) == 0 else { throw .last }
    try file.changeMode(old.st_mode & 0o1777)
  }

  /// Returns the temporary files of killed processes in a folder.
  static func leftovers(in folder: String) -> [String] {
    let isReplacement = { (name: String) in
      name.hasPrefix(prefix) && name.utf8.count == prefix.utf8.count + randomCount
    }
    return names(in: opendir(folder)).filter(isReplacement).map { folder + $0 }
      .filter { !isLocked($0) }.sorted()
  }
}
