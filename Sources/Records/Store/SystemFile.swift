import CSystem
import Glibc

struct FileFacts {
  let size: Int
  let isDirectory: Bool
  let isPlain: Bool
  let hasOtherNames: Bool
  private let device: UInt
  private let node: UInt

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

  /// The number of files that a connection may have open: the database, its log, the index of the
  /// log, the folder while it is synchronized, and two to spare.
  private static var descriptorsOfStore: Int { 6 }

  /// Refuses to open a store where the process can't open all of its files.
  ///
  /// SQLite takes a log that it can't open for one that is not there.
  static func checkFreeDescriptors(for path: String) throws(StoreError) {
    var opened: [Int32] = []
    defer { for descriptor in opened { close(descriptor) } }
    for _ in 0..<descriptorsOfStore {
      let descriptor = open("/", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
      if descriptor >= 0 {
        opened.append(descriptor)
      } else if StoreError.isOfManyFiles(errno) {
        throw .tooManyFiles(path: path)
      }
    }
  }

  /// Whether a file is mounted by itself, as `mount --bind` and containers do it.
  ///
  /// Whoever uses its folder has another log. Returns `false` where the system tells no mounts.
  static func isMountedAlone(_ path: String) -> Bool {
    let mount = chimp_mount_number(path)
    let folder = chimp_mount_number(Self.folder(of: path))
    return mount != 0 && folder != 0 && mount != folder
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

  static func remove(_ path: String) { unlink(path) }

  /// Removes a name of an open file; returns `false`, and does nothing, where it is another file's.
  package static func remove(_ path: String, of descriptor: Int32) -> Bool {
    var named = stat()
    var opened = stat()
    let isSame =
      lstat(path, &named) == 0 && fstat(descriptor, &opened) == 0
      && named.st_dev == opened.st_dev && named.st_ino == opened.st_ino
    return isSame && unlink(path) == 0
  }

  /// Gives a folder a name that no other has; returns the number of the error, or 0.
  package static func renameFolder(_ path: String, toNew name: String) -> Int32 {
    if chimp_rename_to_new(path, name) == 0 { return 0 }
    // Where the system can't refuse a name that is taken, a folder replaces at most an empty one.
    guard errno == EPERM else { return errno }
    return !exists(name) && rename(path, name) == 0 ? 0 : errno
  }

  /// Whether a name is taken, if only by a link that leads nowhere.
  static func exists(_ path: String) -> Bool {
    var facts = stat()
    return lstat(path, &facts) == 0
  }

  static func isReadable(_ path: String) -> Bool { access(path, R_OK) == 0 }
}
