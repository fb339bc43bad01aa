import Glibc
import Shell

/// Completes the names of settings and of files.
struct ConsoleCompletion: CompletionContext {
  let settingNames: [(name: String, summary: String)]

  /// Makes a context that knows these settings.
  init(settings: [Setting]) {
    settingNames = settings.map { ($0.name, $0.summary) }
  }

  func fileNames(beginningWith path: String) -> [String] {
    let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
    let beginning = path.dropFirst(folder.count)
    guard let stream = opendir(folder.isEmpty ? "." : folder) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      guard name.hasPrefix(beginning), name != ".", name != ".." else { continue }
      guard !name.hasPrefix(".") || beginning.hasPrefix(".") else { continue }
      names.append(folder + name + (isFolder(folder + name) ? "/" : ""))
    }
    return names.sorted()
  }

  private func isFolder(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }
}
