import Glibc
import TestSupport
import Testing

/// A temporary folder of a test, which is removed when the object is deinitialized.
final class Folder {
  let path: String

  init() throws {
    var template = Array("/tmp/chimp-XXXXXX".utf8CString)
    try #require(mkdtemp(&template) != nil)
    path = String(decoding: template.dropLast().map(UInt8.init), as: UTF8.self)
  }

  deinit {
    remove(path)
  }

  /// The path of the history file of a user whose home is this folder.
  var historyPath: String { path + "/.local/state/chimp/history" }

  /// Returns the text of a file, or `nil` if it can't be read.
  func read(_ path: String) -> String? {
    guard let file = fopen(path, "r") else { return nil }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = fread(&piece, 1, piece.count, file)
      guard count > 0 else { return String(decoding: bytes, as: UTF8.self) }
      bytes += piece.prefix(count)
    }
  }

  /// Writes a text to a file, and creates the folders of its path that do not exist.
  func write(_ text: String, to path: String) throws {
    var end = path.startIndex
    while let slash = path[end...].dropFirst().firstIndex(of: "/") {
      mkdir(String(path[..<slash]), 0o700)
      end = slash
    }
    let file = try #require(fopen(path, "w"))
    fputs(text, file)
    fclose(file)
  }

  /// Returns the permissions of a file or folder, or `nil` if it does not exist.
  func mode(_ path: String) -> mode_t? {
    var status = stat()
    return stat(path, &status) == 0 ? status.st_mode & 0o777 : nil
  }

  /// Deletes a file, or a folder with its contents.
  private func remove(_ path: String) {
    if let stream = opendir(path) {
      while let entry = readdir(stream) {
        let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
          pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
        }
        if name != "." && name != ".." { remove(path + "/" + name) }
      }
      closedir(stream)
      rmdir(path)
    } else {
      unlink(path)
    }
  }
}
