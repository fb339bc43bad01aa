import Glibc

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
    guard let target = FileReader.resolved(path),
      let file = NewFile(FileReader.folder(of: target) + prefix, operations)
    else { throw fault(path, TranscriptToolFault.systemWords) }
    // Until it is closed, it is locked.
    _ = flock(file.descriptor, LOCK_EX | LOCK_NB)
    defer { _ = close(file.descriptor) }
    do throws(TranscriptToolFault) {
      guard copyFacts(of: target, to: file), file.write(new), file.synchronize() else {
        throw fault(path, TranscriptToolFault.systemWords)
      }
      guard try contents(of: target, path) == old else {
        throw TranscriptToolFault(path, "not blessed, the file has changed meanwhile")
      }
      guard file.rename(to: target) else { throw fault(path, TranscriptToolFault.systemWords) }
    } catch {
      file.remove()
      throw error
    }
    file.synchronizeFolder()
  }

  private static func fault(_ path: String, _ words: String) -> TranscriptToolFault {
    TranscriptToolFault(path, "not blessed, can't be replaced: \(words)")
  }

  /// Returns the bytes of the file; an error is about the path of the transcript.
  private static func contents(
    of target: String, _ path: String
  ) throws(TranscriptToolFault) -> [UInt8] {
    do throws(TranscriptToolFault) { return try FileReader.read(target) } catch {
      throw fault(path, error.cause)
    }
  }

  /// Gives the new file the owner, the group and the mode of the old one.
  ///
  /// Returns `false` if that is not allowed.
  private static func copyFacts(of target: String, to file: NewFile) -> Bool {
    var old = stat()
    var new = stat()
    guard stat(target, &old) == 0, fstat(file.descriptor, &new) == 0 else { return false }
    let isOwned = new.st_uid == old.st_uid && new.st_gid == old.st_gid
    guard isOwned || fchown(file.descriptor, old.st_uid, old.st_gid) == 0 else { return false }
    return file.changeMode(old.st_mode & 0o1777)
  }

  /// Returns the temporary files of killed processes in a folder.
  static func leftovers(in folder: String) -> [String] {
    let isReplacement = { (name: String) in
      name.hasPrefix(prefix) && name.utf8.count == prefix.utf8.count + randomCount
    }
    return names(in: opendir(folder)).filter(isReplacement).map { folder + $0 }
      .filter { !isLocked($0) }.sorted()
  }

  /// Returns whether a running process has locked a file.
  private static func isLocked(_ path: String) -> Bool {
    let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { return false }
    defer { _ = close(descriptor) }
    return flock(descriptor, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK
  }
}
