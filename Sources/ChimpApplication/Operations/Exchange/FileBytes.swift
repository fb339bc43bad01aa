import Glibc
import Shell

/// The bytes of a file, one after the other.
final class FileBytes {
  private static var pieceSize: Int { 1 << 16 }

  let file: FilePlace
  /// How many bytes the file has.
  let size: Int
  /// Whether it is a file on a disk.
  let isPlain: Bool
  /// How many bytes have been taken.
  private(set) var position = 0
  /// What went wrong, if the bytes ended for that.
  private(set) var fault: SystemFault?
  private let descriptor: Int32
  private let piece = UnsafeMutablePointer<UInt8>.allocate(capacity: pieceSize)
  private var start = 0
  private var end = 0

  init(_ file: FilePlace) throws(SystemFault) {
    self.file = file
    descriptor = open(file.path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    var facts = stat()
    let isOpen = descriptor >= 0 && fstat(descriptor, &facts) == 0
    size = Int(facts.st_size)
    isPlain = facts.st_mode & S_IFMT == S_IFREG
    guard isOpen else { throw SystemFault(number: errno) }
    guard facts.st_mode & S_IFMT != S_IFDIR else { throw SystemFault(number: EISDIR) }
    skipMark()
  }

  deinit {
    if descriptor >= 0 { _ = close(descriptor) }
    piece.deallocate()
  }

  /// Takes the next byte; nil at the end.
  @inline(__always)
  func next() -> UInt8? {
    if start == end && !fill() { return nil }
    defer {
      start &+= 1
      position &+= 1
    }
    return piece[start]
  }

  /// The next byte, which is not taken yet.
  @inline(__always)
  var peek: UInt8? {
    start == end && !fill() ? nil : piece[start]
  }

  /// Skips the mark that other programs put before a text to say that it is UTF-8.
  private func skipMark() {
    let mark: [UInt8] = [0xef, 0xbb, 0xbf]
    guard isPlain, fill(), end >= mark.count else { return }
    guard mark.indices.allSatisfy({ piece[$0] == mark[$0] }) else { return }
    (start, position) = (mark.count, mark.count)
  }

  private func fill() -> Bool {
    while fault == nil {
      let count = read(descriptor, piece, Self.pieceSize)
      if count < 0 && errno == EINTR { continue }
      if count < 0 { fault = SystemFault(number: errno) }
      guard count > 0 else { return false }
      (start, end) = (0, count)
      return true
    }
    return false
  }
}
