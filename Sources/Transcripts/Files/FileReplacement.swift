import Glibc
import SystemCalls

/// The replacement of a blessed file.
///
/// A link stays a link; owner, group and mode stay, but no program keeps a set-id bit.
enum FileReplacement {
  /// Replaces the contents of a file; throws unless it still has the old bytes.
  ///
  /// If that fails, the file is unchanged and no temporary file is left.
  static func replace(
    _ path: String, from old: [UInt8], to new: [UInt8], _ operations: FileOperations
  ) throws(TranscriptToolFault) {
    do throws(SystemError) {
      guard let target = resolvedPath(path) else { throw .last }
      let file = try NewFile(for: target, operations)
      try file.copyAccess(of: target)
      try file.write(new)
      try file.synchronize()
      if try readFile(target) == old {
        try file.publish(replacing: true)
        return file.synchronizeFolder()
      }
    } catch { throw TranscriptToolFault(path, "not blessed, can't be replaced: \(error)") }
    throw TranscriptToolFault(path, "not blessed, the file has changed meanwhile")
  }

  /// Returns the temporary files of killed processes beside a file, sorted by name.
  static func leftovers(beside path: String) -> [String] {
    Leftover.all(beside: path).filter { $0.kind == .unfinished }.map(\.path)
  }

  /// Returns the temporary files of killed processes of earlier versions in a folder, in the order
  /// of their names.
  static func earlierLeftovers(in folder: String) -> [String] {
    // Six characters were appended to this beginning.
    let beginning = ".transcript-blessed."
    return names(in: opendir(folder)).sorted()
      .filter { $0.hasPrefix(beginning) && $0.utf8.count == beginning.utf8.count + 6 }
      .map { "\(folder)/\($0)" }.filter { !isLocked($0) }
  }
}
