import Glibc

struct FileFacts {
  let size: Int
  let isDirectory: Bool
  let isPlain: Bool
  let hasOtherNames: Bool
  private let device: UInt
  private let node: UInt
  /// When it was written last, in nanoseconds.
  let time: Int

  func isSame(as other: Self) -> Bool { device == other.device && node == other.node }

  init?(_ path: String) {
    var facts = stat()
    guard stat(path, &facts) == 0 else { return nil }
    size = Int(facts.st_size)
    isDirectory = facts.st_mode & S_IFMT == S_IFDIR
    isPlain = facts.st_mode & S_IFMT == S_IFREG
    hasOtherNames = facts.st_nlink > 1
    device = UInt(facts.st_dev)
    node = UInt(facts.st_ino)
    time = facts.st_mtim.tv_sec * 1_000_000_000 + facts.st_mtim.tv_nsec
  }

  /// How the system's table of locks calls the file.
  var lockName: String {
    let major = (device >> 8) & 0xFFF
    let minor = (device & 0xFF) | ((device >> 12) & 0xFFF00)
    return "\(hexadecimal(major)):\(hexadecimal(minor)):\(node)"
  }

  private func hexadecimal(_ number: UInt) -> String {
    let digits = String(number, radix: 16)
    return digits.utf8.count < 2 ? "0" + digits : digits
  }
}

/// The few things that are done with files past SQLite.
package enum SystemFile {
  /// The text of a small file of the system; empty where it can't be read.
  package static func text(of path: String) -> String {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return "" }
    defer { close(file) }
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 1 << 12)
    while case let count = read(file, &piece, piece.count), count > 0 { bytes += piece[..<count] }
    return String(decoding: bytes, as: UTF8.self)
  }

  static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  static func name(of path: String) -> Substring {
    path.lastIndex(of: "/").map { path[path.index(after: $0)...] } ?? path[...]
  }

  static func synchronize(_ path: String) {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return }
    fsync(file)
    close(file)
  }

  static func isWritable(_ path: String) -> Bool { access(path, W_OK) == 0 }

  /// Takes room on the disk under a name, so that it can be given back when the disk is full.
  static func reserve(_ size: Int, at path: String) {
    let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard file >= 0 else { return }
    if posix_fallocate(file, 0, size) != 0 { unlink(path) }
    close(file)
  }

  static func remove(_ path: String) { unlink(path) }

  static func isReadable(_ path: String) -> Bool { access(path, R_OK) == 0 }
}
