import Glibc
import TestSupport

/// A folder with folders in it, gone with the object.
final class KillFolder {
  private let folder = TemporaryFolder()
  var path: String { folder.path }
  /// The names right in it.
  var names: [String] { folder.files }

  deinit { Self.removeContents(of: path) }

  func write(_ bytes: [UInt8], _ name: String) { folder.write(bytes, name) }

  /// The bytes of all files, by their paths below the folder.
  func contents() -> [String: [UInt8]] {
    var contents: [String: [UInt8]] = [:]
    collect("", into: &contents)
    return contents
  }

  private func collect(_ beginning: String, into contents: inout [String: [UInt8]]) {
    for name in TemporaryFolder.names(in: path + "/" + beginning) ?? [] {
      let place = beginning + name
      if TemporaryFolder.names(in: path + "/" + place) != nil {
        collect(place + "/", into: &contents)
      } else {
        contents[place] = folder.bytes(place)
      }
    }
  }

  private static func removeContents(of path: String) {
    for name in TemporaryFolder.names(in: path) ?? [] {
      let place = path + "/" + name
      if TemporaryFolder.names(in: place) != nil {
        removeContents(of: place)
        rmdir(place)
      } else {
        unlink(place)
      }
    }
  }
}
