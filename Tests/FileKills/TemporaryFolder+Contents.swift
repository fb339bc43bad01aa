import TestSupport

extension TemporaryFolder {
  /// Returns the bytes of all files in the folder and below, by their relative paths.
  func contents() -> [String: [UInt8]] {
    var contents: [String: [UInt8]] = [:]
    collect("", into: &contents)
    return contents
  }

  /// Adds the bytes of all files below a path that begins with `beginning`.
  private func collect(_ beginning: String, into contents: inout [String: [UInt8]]) {
    for name in Self.names(in: path + "/" + beginning) ?? [] {
      let relative = beginning + name
      if Self.names(in: path + "/" + relative) != nil {
        collect(relative + "/", into: &contents)
      } else {
        contents[relative] = bytes(relative)
      }
    }
  }
}
