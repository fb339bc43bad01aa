import SystemCalls

/// Reads files, and resolves their paths.
enum FileReader {
  /// Returns the bytes of a regular file; throws for a pipe or a device.
  static func read(_ path: String) throws(TranscriptToolFault) -> [UInt8] {
    do throws(SystemError) { return try readFile(path) } catch {
      throw TranscriptToolFault(path, "\(error)")
    }
  }

  /// Returns the path with symbolic links resolved; the path itself if the file doesn't exist.
  ///
  /// An empty path is the current folder.
  static func resolvedOrSame(_ path: String) -> String {
    resolvedPath(path.isEmpty ? "." : path) ?? path
  }

  /// Returns the folder of a path, with a slash at its end; empty for the current folder.
  static func folder(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
  }
}
