import CSystem
import Glibc

/// Room on the disk that is kept back for a store: a file beside it, which is removed when the disk
/// is full.
///
/// Only a file that this code has created is ever removed. Where the user has a file of that name,
/// it stays as it is, and the store has no reserve.
struct DiskReserve {
  /// The size unless the settings have another, and the one of earlier versions.
  static let usualSize = 262_144
  /// The beginning of each file, by which it is known again.
  private static let mark = Array(
    "Room that is kept back for the store beside this file. It is removed when the disk is full.\n"
      .utf8)

  private let path: String

  init(_ store: StorePath) { path = store.reserve }

  /// Creates the file, unless its name is taken; does nothing where there is no room for it.
  func create(size: Int) {
    guard size > 0, !SystemFile.exists(path), let file = try? CandidateFile(for: path) else {
      return
    }
    let isWhole =
      posix_fallocate(file.descriptor, 0, size) == 0
      && pwrite(file.descriptor, Self.mark, Self.mark.count, 0) == Self.mark.count
    if isWhole { _ = file.publish(replacing: false) } else { file.remove() }
  }

  /// Removes the file; returns `false`, and does nothing, if there is none or it is the user's.
  func release() -> Bool {
    var facts = stat()
    // A file with two names may be the store itself, whose locks would end when it is closed here.
    guard lstat(path, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG, facts.st_nlink == 1 else {
      return false
    }
    let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    return Self.isReserve(descriptor) && SystemFile.remove(path, of: descriptor)
  }

  /// Whether a file begins with the mark, or is one of earlier versions: nothing but zeros.
  private static func isReserve(_ descriptor: Int32) -> Bool {
    var bytes = [UInt8](repeating: 0, count: usualSize + 1)
    let count = pread(descriptor, &bytes, bytes.count, 0)
    guard count >= mark.count else { return false }
    return bytes.starts(with: mark) || count == usualSize && bytes.allSatisfy { $0 == 0 }
  }
}
