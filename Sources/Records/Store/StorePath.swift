import Glibc

/// Where the file of a store is.
///
/// A link is followed once: what belongs to the file is beside the file, and so it is found by
/// everyone else who has it open.
struct StorePath {
  /// As many links as the system follows.
  private static let longestChain = 40

  /// The path as it was given, for messages.
  let name: String
  /// The path of the file itself.
  let file: String

  init(_ name: String) {
    self.name = name
    var file = name
    for _ in 0..<Self.longestChain {
      guard let next = Self.target(of: file) else { break }
      file = next
    }
    self.file = file
  }

  /// The write-ahead log that is beside the file.
  var log: String { file + "-wal" }

  /// The index of the log.
  var index: String { file + "-shm" }

  /// The reserve that is beside the file.
  var reserve: String { file + "-reserve" }

  /// Where a link leads; nil where the path is none.
  private static func target(of path: String) -> String? {
    var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink(path, &bytes, bytes.count)
    guard count > 0 else { return nil }
    let target = String(decoding: bytes[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    return target.utf8.first == UInt8(ascii: "/")
      ? target : SystemFile.folder(of: path) + "/" + target
  }
}
