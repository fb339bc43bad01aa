import Glibc
import TestSupport

/// A temporary folder whose contents may include folders.
final class KillFolder {
  private let folder = TemporaryFolder()
  var path: String { folder.path }
  /// The names of the files and folders directly in it.
  var names: [String] { folder.files }

  deinit { Self.removeContents(of: path) }

  /// Writes a file into the folder.
  func write(_ bytes: [UInt8], _ name: String) { folder.write(bytes, name) }

  /// Returns the bytes of all files in the folder and below, by their relative paths.
  func contents() -> [String: [UInt8]] {
    var contents: [String: [UInt8]] = [:]
    collect("", into: &contents)
    return contents
  }

  /// Adds the bytes of all files below a path that begins with `beginning`.
  private func collect(_ beginning: String, into contents: inout [String: [UInt8]]) {
    for name in TemporaryFolder.names(in: path + "/" + beginning) ?? [] {
      let relative = beginning + name
      if TemporaryFolder.names(in: path + "/" + relative) != nil {
        collect(relative + "/", into: &contents)
      } else {
        contents[relative] = folder.bytes(relative)
      }
    }
  }

  /// Removes everything in a folder, but not the folder itself.
  private static func removeContents(of path: String) {
    for name in TemporaryFolder.names(in: path) ?? [] {
      let child = path + "/" + name
      if TemporaryFolder.names(in: child) != nil {
        removeContents(of: child)
        rmdir(child)
      } else {
        unlink(child)
      }
    }
  }
}
