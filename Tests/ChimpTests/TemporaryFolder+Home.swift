import Glibc
import TestSupport

extension TemporaryFolder {
  /// The path of the history file of a user whose home is this folder.
  var historyPath: String { path + "/.local/state/chimp/history" }

  /// Returns the text of the file at a path, or `nil` if there is none.
  func read(_ path: String) -> String? {
    access(path, R_OK) == 0 ? Self.text(at: path) : nil
  }

  /// Writes a text to the file at a path below this folder, and creates the folders of its path
  /// that do not exist.
  func write(_ text: String, to path: String) {
    let name = path.dropFirst(self.path.utf8.count + 1)
    var end = name.startIndex
    while let slash = name[end...].dropFirst().firstIndex(of: "/") {
      mkdir(self.path + "/" + name[..<slash], 0o700)
      end = slash
    }
    write(Array(text.utf8), String(name))
  }

  /// Returns the permissions of a file or folder, or `nil` if it does not exist.
  func mode(_ path: String) -> mode_t? {
    var status = stat()
    return stat(path, &status) == 0 ? status.st_mode & 0o777 : nil
  }
}
