import Glibc

/// Returns the path with symbolic links resolved; `nil` if the file doesn't exist.
public func resolvedPath(_ path: String) -> String? {
  guard let resolved = realpath(path, nil) else { return nil }
  defer { free(resolved) }
  return String(cString: resolved)
}

/// Returns the path to which a chain of symbolic links leads, even if that file doesn't exist.
///
/// Links to the folders of the path are not resolved.
public func linkedPath(_ path: String) -> String {
  // The maximum number of links in a chain, as in the Linux kernel.
  let longestChain = 40
  var path = path
  for _ in 0..<longestChain {
    guard let target = linkTarget(path) else { break }
    path = siblingPath(target, of: path)
  }
  return path
}

/// Returns the text of a symbolic link; `nil` for any other file.
public func linkTarget(_ path: String) -> String? {
  var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
  let count = readlink(path, &bytes, bytes.count)
  guard count > 0 else { return nil }
  return String(decoding: bytes[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
}

/// Returns the path of a name that is relative to the folder of a file, or an absolute path.
///
///     siblingPath("b", of: "folder/a")  // "folder/b"
public func siblingPath(_ name: String, of path: String) -> String {
  guard name.utf8.first != UInt8(ascii: "/"), let slash = path.lastIndex(of: "/") else {
    return name
  }
  return path[...slash] + name
}

/// Returns `true` if a name points outside of its folder: it is absolute, or contains `..`.
public func pointsOutside(_ name: String) -> Bool {
  name.utf8.first == UInt8(ascii: "/")
    || name.utf8.split(separator: UInt8(ascii: "/")).contains { $0.elementsEqual("..".utf8) }
}

/// Returns `true` if a resolved path is that of a file in a folder, or in a folder in it.
public func isPath(_ path: String, below folder: String) -> Bool {
  path.utf8.starts(with: (folder == "/" ? folder : folder + "/").utf8)
}

/// Returns the folder of a path, `.` if it has none.
public func folderPath(of path: String) -> String {
  guard let slash = path.lastIndex(of: "/") else { return "." }
  return slash == path.startIndex ? "/" : String(path[..<slash])
}

/// Returns the last component of a path.
public func fileName(of path: String) -> Substring {
  path.lastIndex(of: "/").map { path[$0...].dropFirst() } ?? path[...]
}
