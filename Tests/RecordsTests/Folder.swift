import Glibc

/// A temporary folder, which is removed with its files at the end of a test.
final class Folder {
  let path: String

  init() {
    var template = Array("/tmp/chimp-records-XXXXXX".utf8CString)
    mkdtemp(&template)
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    chmod(path, 0o755)
  }

  deinit {
    chmod(path, 0o755)
    for name in names { unlink(path + "/" + name) }
    rmdir(path)
  }

  var file: String { path + "/store" }

  /// The names of the files in the folder.
  var names: [String] {
    guard let stream = opendir(path) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name != "." && name != ".." { names.append(name) }
    }
    return names.sorted()
  }

  /// Writes bytes to a file of the folder, replacing its contents.
  func write(_ bytes: [UInt8], _ name: String = "store") {
    let descriptor = open(path + "/" + name, O_WRONLY | O_CREAT | O_TRUNC, 0o644)
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count <= 0 { break }
      rest = rest.dropFirst(count)
    }
    close(descriptor)
  }

  /// Returns the bytes of a file of the folder.
  func bytes(_ name: String = "store") -> [UInt8] {
    let descriptor = open(path + "/" + name, O_RDONLY)
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    while case let count = read(descriptor, &piece, piece.count), count > 0 {
      bytes += piece[..<count]
    }
    return bytes
  }
}
