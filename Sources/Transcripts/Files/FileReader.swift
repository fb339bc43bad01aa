import CSystem
import Glibc

/// Reads whole files.
struct FileReader {
  /// Larger files are refused: offsets of a transcript have 32 bits.
  static let largestSize = Int(Int32.max) - 1

  /// Everything that a file holds.
  static func read(_ path: String) throws(FileFault) -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw FileFault(number: errno) }
    defer { _ = close(descriptor) }
    // Only a file has an end near by; to ask for its kind takes three times as long.
    let end = lseek(descriptor, 0, SEEK_END)
    let isNear = end > 0 && end < 1 << 20
    return try read(descriptor, expecting: isNear ? end : try checkedSize(of: descriptor))
  }

  /// How large a file is, if it is one.
  private static func checkedSize(of descriptor: Int32) throws(FileFault) -> Int {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw FileFault(number: errno) }
    guard status.st_mode & S_IFMT != S_IFDIR else { throw FileFault(number: EISDIR) }
    guard status.st_mode & S_IFMT == S_IFREG else { throw .notRegular }
    guard status.st_size <= largestSize else { throw FileFault(number: EFBIG) }
    return Int(status.st_size)
  }

  /// The one path of a file, whatever it is called.
  static func place(of path: String) -> String { resolved(path) ?? path }

  /// The one path of a file, if there is one.
  static func resolved(_ path: String) -> String? {
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  /// What stands before a name that is relative to where a file is.
  static func folder(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
  }

  private static func read(_ descriptor: Int32, expecting size: Int) throws(FileFault) -> [UInt8] {
    // One byte more than expected, so that the end of the file shows at once.
    var bytes = try readPiece(
      descriptor, from: 0, room: size + 1, expecting: size > 0 ? size : nil)
    // The file has grown meanwhile, or never tells its size.
    while bytes.count > size {
      let more = try readPiece(
        descriptor, from: bytes.count, room: max(bytes.count, 4096), expecting: nil)
      guard !more.isEmpty else { break }
      bytes += more
      guard bytes.count <= largestSize else { throw FileFault(number: EFBIG) }
    }
    return bytes
  }

  /// Reads until there is no more room, as much was read as is expected, or nothing is left.
  private static func readPiece(
    _ descriptor: Int32, from start: Int, room: Int, expecting size: Int?
  ) throws(FileFault) -> [UInt8] {
    var piece: [UInt8] = []
    // Reserving first avoids a look at the metadata, which takes longer.
    piece.reserveCapacity(room)
    piece.append(contentsOf: repeatElement(0, count: room))
    var count = 0
    var number: Int32 = 0
    while count < room && count != size {
      let result = chimp_read_at(descriptor, &piece, count, room, start + count)
      if result > 0 { count += result }
      number = result < 0 ? errno : 0
      guard result > 0 || number == EINTR else { break }
    }
    guard number == 0 else { throw FileFault(number: number) }
    piece.removeLast(room - count)
    return piece
  }
}

/// An error of the operating system, by its number.
package struct FileFault: Error, Equatable, Sendable {
  package let number: Int32

  /// A pipe or a device, where a file is wanted.
  static let notRegular = FileFault(number: -1)
  /// A name that no path can hold here.
  static let notUnicode = FileFault(number: -2)

  /// Makes a fault.
  package init(number: Int32) {
    self.number = number
  }
}

extension FileFault: CustomStringConvertible {
  package var description: String {
    if self == .notRegular { return "not a regular file" }
    if self == .notUnicode { return "the name is not UTF-8" }
    var words = [CChar](repeating: 0, count: 128)
    guard strerror_r(number, &words, words.count) == 0 else { return "error \(number)" }
    let bytes = words.prefix { $0 != 0 }.map(UInt8.init(bitPattern:))
    let sentence = String(decoding: bytes, as: UTF8.self)
    return sentence.prefix(1).lowercased() + sentence.dropFirst()
  }
}
