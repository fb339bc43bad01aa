import Glibc

/// A temporary folder of a test, which is removed with its contents when the object is
/// deinitialized.
///
/// Other users may list it, because some tests run programs as one of them.
package final class TemporaryFolder {
  package let path: String

  /// Creates the folder; `isInMemory` puts it on a file system in memory, if the system has one.
  package init(isInMemory: Bool = false) {
    let parent = isInMemory && access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp"
    var template = Array("\(parent)/chimp-XXXXXX".utf8CString)
    _ = mkdtemp(&template)
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    chmod(path, 0o755)
  }

  deinit { Self.remove(path) }

  /// Deletes a file, or a folder with its contents; a link is not followed.
  private static func remove(_ path: String) {
    guard unlink(path) != 0 else { return }
    chmod(path, 0o755)
    for name in names(in: path) ?? [] { remove(path + "/" + name) }
    rmdir(path)
  }

  /// The sorted names in the folder.
  package var files: [String] { Self.names(in: path) ?? [] }

  /// Returns the sorted names in the folder at a path, or `nil` if there is none.
  package static func names(in path: String) -> [String]? {
    guard let folder = opendir(path) else { return nil }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name != "." && name != ".." { names.append(name) }
    }
    return names.sorted()
  }

  /// Returns the bytes of a file in the folder; empty if it can't be read.
  package func bytes(_ name: String) -> [UInt8] { Self.bytes(at: path + "/" + name) }

  /// Returns the text of the file at a path; empty if it can't be read.
  package static func text(at path: String) -> String {
    String(decoding: bytes(at: path), as: UTF8.self)
  }

  /// Returns the bytes of the file at a path; empty if it can't be read.
  package static func bytes(at path: String) -> [UInt8] {
    let descriptor = open(path, O_RDONLY)
    guard descriptor >= 0 else { return [] }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    while case let count = read(descriptor, &piece, piece.count), count > 0 {
      bytes += piece[..<count]
    }
    return bytes
  }

  /// Returns the text of a file in the folder; empty if it can't be read.
  package func text(_ name: String) -> String {
    String(decoding: bytes(name), as: UTF8.self)
  }

  /// Writes bytes to a file in the folder, replacing its contents.
  package func write(_ bytes: [UInt8], _ name: String) {
    let descriptor = open(path + "/" + name, O_WRONLY | O_CREAT | O_TRUNC, 0o644)
    defer { close(descriptor) }
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
  }

  /// Writes a text to a file in the folder, and returns the path of the file.
  package func file(_ name: String, _ text: String) -> String {
    write(Array(text.utf8), name)
    return path + "/" + name
  }
}
