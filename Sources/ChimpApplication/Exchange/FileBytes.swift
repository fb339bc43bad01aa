import Glibc
import Shell

/// The bytes of a file, one after the other.
final class FileBytes {
  private static var pieceSize: Int { 1 << 16 }

  let file: FilePlace
  let size: Int
  let isPlain: Bool
  private(set) var position = 0
  /// What went wrong, if the bytes ended for that.
  private(set) var fault: SystemFault?
  private let descriptor: Int32
  /// What has been read; the bytes that come next stand from `start` to `end`.
  private var window = [UInt8](repeating: 0, count: pieceSize)
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

  deinit { if descriptor >= 0 { _ = close(descriptor) } }

  /// The byte at a place, counted from those that come next, up to where all have been looked at;
  /// nil at the end.
  @inline(__always)
  func byte(at place: Int) -> UInt8? {
    start &+ place < end || fill() ? window[start &+ place] : nil
  }

  /// Works with the bytes that come next, as far as they are at hand.
  @inline(__always)
  func withNext<Result, Stop: Error>(
    _ body: (borrowing Span<UInt8>) throws(Stop) -> Result
  ) throws(Stop) -> Result {
    let window = window
    return try body(window.span.extracting(start..<end))
  }

  /// Takes bytes that have been looked at; places are counted from behind them.
  func take(_ count: Int) {
    start += count
    position += count
  }

  /// Skips the mark that other programs put before a text to say that it is UTF-8.
  private func skipMark() {
    let mark: [UInt8] = [0xef, 0xbb, 0xbf]
    guard isPlain, mark.indices.allSatisfy({ byte(at: $0) == mark[$0] }) else { return }
    take(mark.count)
  }

  var count: Int { end - start }

  /// Reads more bytes behind those that there are; false at the end.
  func fill() -> Bool {
    window.removeSubrange(..<start)
    (start, end) = (0, end - start)
    let missing = max(Self.pieceSize, end * 2) - window.count
    window.append(contentsOf: repeatElement(0, count: max(0, missing)))
    guard fault == nil else { return false }
    do throws(SystemFault) {
      let count = try window.read(descriptor, from: end)
      end += count
      return count > 0
    } catch {
      fault = error
      return false
    }
  }
}
