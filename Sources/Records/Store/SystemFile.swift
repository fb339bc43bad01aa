import CChimpSystem
import ChimpSystem
import Glibc

extension FileFacts {
  /// The name of the file in the system's table of locks.
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

/// The state of a store's file and of its log at one moment.
///
/// Two equal states have the same contents, unless a file was written within the resolution of its
/// time.
struct FileMoment: Equatable {
  private let sizes: [Int]
  private let times: [Int]

  /// Reads the state of the files at a store's path.
  init(_ path: StorePath) {
    var sizes: [Int] = []
    var times: [Int] = []
    for file in [path.file, path.log] {
      var facts = stat()
      guard stat(file, &facts) == 0 else {
        sizes.append(-1)
        continue
      }
      sizes.append(Int(facts.st_size))
      times.append(facts.st_mtim.tv_sec * 1_000_000_000 + facts.st_mtim.tv_nsec)
    }
    self.sizes = sizes
    self.times = times
  }
}

/// Questions about the files of a store that SQLite does not answer.
enum SystemFile {
  /// The number of files that a connection may have open: the database, its log, the index of the
  /// log, the folder while it is synchronized, and two spare ones.
  private static var descriptorsOfStore: Int { 6 }

  /// Throws if the process can't open as many files as a store needs.
  ///
  /// SQLite treats a log that it can't open as a missing one.
  static func checkFreeDescriptors(for path: String) throws(RecordError) {
    var opened: [Int32] = []
    defer { for descriptor in opened { close(descriptor) } }
    for _ in 0..<descriptorsOfStore {
      let descriptor = open("/", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
      if descriptor >= 0 {
        opened.append(descriptor)
      } else if RecordError.isTooManyFiles(errno) {
        throw .tooManyFiles(path: path)
      }
    }
  }

  /// Returns `true` if the file itself is a mount point, as with `mount --bind`.
  ///
  /// Processes that reach it through its folder would have another log. Returns `false` if the
  /// system lists no mounts.
  static func isMountedAlone(_ path: String) -> Bool {
    let mount = chimp_mount_number(path)
    let folder = chimp_mount_number(folderPath(of: path))
    return mount != 0 && folder != 0 && mount != folder
  }

  static func isWritable(_ path: String) -> Bool { access(path, W_OK) == 0 }

  static func isReadable(_ path: String) -> Bool { access(path, R_OK) == 0 }
}
