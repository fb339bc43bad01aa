import ChimpSystem
import Glibc

/// Disk space reserved for a store: a file beside it, which is deleted when the disk is full.
///
/// Only a file that this code has created is ever removed. A file of the user with the same name is
/// never touched, and the store has no reserve then.
struct DiskReserve {
  /// The default size, which was also the size in earlier versions.
  static let usualSize = 262_144
  /// The first bytes of each reserve file, by which it is recognized.
  private static let mark = Array(
    "Room that is kept back for the store beside this file. It is removed when the disk is full.\n"
      .utf8)

  private let path: String

  init(_ store: StorePath) { path = store.reserve }

  /// Creates the file; does nothing if its name is in use, or if the disk is full.
  func create(size: Int) {
    guard size > 0, !fileExists(path), let file = try? NewFile(for: path) else { return }
    let isAllocated = posix_fallocate(file.descriptor, 0, size) == 0
    let isComplete =
      isAllocated && pwrite(file.descriptor, Self.mark, Self.mark.count, 0) == Self.mark.count
    if isComplete { try? file.publish(replacing: false) }
  }

  /// Deletes the file; returns `false` if there is none, or if it was not created by this code.
  func release() -> Bool {
    // A file with two names may be the store itself, whose locks would be lost by closing it here.
    guard let facts = FileFacts(path, followsLinks: false), facts.isPlain, !facts.hasOtherNames
    else { return false }
    let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    return Self.isReserve(descriptor) && removeFile(path, of: descriptor)
  }

  /// Returns `true` if a file begins with the mark, or consists of zeros as in earlier versions.
  private static func isReserve(_ descriptor: Int32) -> Bool {
    var bytes = [UInt8](repeating: 0, count: usualSize + 1)
    let count = pread(descriptor, &bytes, bytes.count, 0)
    guard count >= mark.count else { return false }
    return bytes.starts(with: mark) || count == usualSize && bytes.allSatisfy { $0 == 0 }
  }
}
