import CSystem
import Glibc
import SystemCalls
import TranscriptSyntax

/// Writes a report to a file, which appears only when the report is complete.
///
/// Pipes, devices and open files such as `/dev/stdout` are written directly.
final class ReportFile {
  /// The maximum number of symbolic links in a chain.
  private static let largestLinkCount = 40
  /// The paths of files that another program may have opened.
  private static let openFiles = ["/dev/stdout", "/dev/stderr", "/dev/fd/", "/proc/self/fd/"]

  private let path: String
  private let target: String
  /// The file that gets the name at the end; `nil` if the report is written directly.
  private let newFile: NewFile?
  private let descriptor: Int32
  private var failure: Int32 = 0

  /// Opens the file of a report.
  ///
  /// Throws if the file is a transcript, or can't be written.
  init(_ path: String) throws(TranscriptToolFault) {
    self.path = path
    target = Self.target(of: path)
    var status = stat()
    let exists = stat(target, &status) == 0
    let isHeldOpen = Self.openFiles.contains(where: path.hasPrefix)
    guard !exists || !isHeldOpen && status.st_mode & S_IFMT == S_IFREG else {
      newFile = nil
      descriptor = open(target, O_WRONLY | O_APPEND | O_CLOEXEC | O_NOCTTY)
      guard descriptor >= 0 else { throw .system(path) }
      return
    }
    if exists, let bytes = try? readFile(target), Transcript.isBegun(by: bytes) {
      throw TranscriptToolFault(path, "a report can't go where a transcript is")
    }
    do throws(SystemError) {
      let file = try NewFile("\(target).")
      newFile = file
      descriptor = file.descriptor
    } catch { throw TranscriptToolFault(path, "\(error)") }
    // Without that privilege the new file belongs to the user.
    if exists { _ = fchown(descriptor, status.st_uid, status.st_gid) }
    _ = fchmod(descriptor, exists ? status.st_mode & 0o777 : 0o644)
  }

  deinit { if newFile == nil && descriptor >= 0 { _ = Glibc.close(descriptor) } }

  /// Writes bytes; a failure is thrown by `close()`.
  func write(_ bytes: [UInt8]) {
    if failure == 0 { failure = chimp_write_all(descriptor, bytes, bytes.count) }
  }

  /// Completes the report and gives the file its name.
  func close() throws(TranscriptToolFault) {
    do throws(SystemError) {
      guard failure == 0 else { throw SystemError(number: failure) }
      try newFile?.rename(to: target)
    } catch { throw TranscriptToolFault(path, "\(error)") }
  }

  /// Returns the path to which symbolic links lead, even if that file doesn't exist.
  static func target(of path: String) -> String {
    var target = path
    for _ in 0..<largestLinkCount {
      if access(target, F_OK) == 0 { return FileReader.resolvedOrSame(target) }
      guard let link = link(at: target) else { break }
      target = link.hasPrefix("/") ? link : FileReader.folder(of: target) + link
    }
    // Different paths of a missing file differ in their folders only.
    let folder = FileReader.folder(of: target)
    return "\(FileReader.resolvedOrSame(folder))/\(target.dropFirst(folder.count))"
  }

  /// Returns the target of a symbolic link; `nil` for any other file.
  private static func link(at path: String) -> String? {
    var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink(path, &bytes, bytes.count)
    return count > 0
      ? String(decoding: bytes[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self) : nil
  }
}
