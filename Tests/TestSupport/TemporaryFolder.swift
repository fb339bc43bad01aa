import Glibc

/// A folder of its own for one test, gone with it.
package final class TemporaryFolder {
  package let path: String

  /// Makes the folder.
  package init() {
    var template = Array("/tmp/chimp-test-XXXXXX".utf8CString)
    _ = mkdtemp(&template)
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit {
    for name in files { unlink(path + "/" + name) }
    rmdir(path)
  }

  /// The names of the files in it.
  package var files: [String] {
    guard let folder = opendir(path) else { return [] }
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

  /// Writes a file, and answers where it is.
  package func file(_ name: String, _ text: String) -> String {
    let path = self.path + "/" + name
    let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o644)
    defer { close(descriptor) }
    let bytes = Array(text.utf8)
    _ = bytes.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
    return path
  }
}
