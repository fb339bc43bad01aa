import CSystem
import Glibc

struct FileReader {
  /// The size of the largest file that is read.
  static let largestSize = Int(Int32.max) - 1

  static func read(_ path: String) throws(FileFault) -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw FileFault(number: errno) }
    defer { _ = close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw FileFault(number: errno) }
    guard status.st_mode & S_IFMT != S_IFDIR else { throw FileFault(number: EISDIR) }
    guard status.st_mode & S_IFMT == S_IFREG else { throw .notRegular }
    guard status.st_size <= largestSize else { throw FileFault(number: EFBIG) }
    return try read(descriptor, expecting: Int(status.st_size))
  }

  static func resolvedOrSame(_ path: String) -> String { resolved(path) ?? path }

  /// The one path of a file, if there is one; no path is that of the present folder.
  static func resolved(_ path: String) -> String? {
    guard let resolved = realpath(path.isEmpty ? "." : path, nil) else { return nil }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  /// What stands before a name that is relative to where a file is.
  static func folder(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
  }

  private static func read(_ descriptor: Int32, expecting size: Int) throws(FileFault) -> [UInt8] {
    // One byte more than expected, so that a file shows at once that it has grown meanwhile.
    var bytes = [UInt8](repeating: 0, count: size + 1)
    var count = 0
    // Some files of the system never tell their size.
    while count == 0 || count != size {
      let result = chimp_read_at(descriptor, &bytes, count, bytes.count, count)
      if result < 0 && errno == EINTR { continue }
      guard result >= 0 else { throw FileFault(number: errno) }
      guard result > 0 else { break }
      count += result
      guard count <= largestSize else { throw FileFault(number: EFBIG) }
      if count == bytes.count { bytes += repeatElement(0, count: max(count, 4096)) }
    }
    bytes.removeLast(bytes.count - count)
    return bytes
  }
}

struct FileFault: Error, Equatable, Sendable, CustomStringConvertible {
  let number: Int32

  static let notRegular = FileFault(number: -1)
  static let notUnicode = FileFault(number: -2)
  static let changedMeanwhile = FileFault(number: -3)

  var description: String {
    if self == .notRegular { return "not a regular file" }
    if self == .notUnicode { return "the name is not UTF-8" }
    if self == .changedMeanwhile { return "the file has changed meanwhile" }
    var words = [CChar](repeating: 0, count: 128)
    guard strerror_r(number, &words, words.count) == 0 else { return "error \(number)" }
    let bytes = words.prefix { $0 != 0 }.map(UInt8.init(bitPattern:))
    let sentence = String(decoding: bytes, as: UTF8.self)
    return sentence.prefix(1).lowercased() + sentence.dropFirst()
  }
}
