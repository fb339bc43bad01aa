import ChimpSystem
import Glibc

/// Writes a report to a file, which appears only when the report is complete.
///
/// Pipes, devices and open files such as `/dev/stdout` are written directly.
final class ReportFile {
  /// The paths of files that another program may have opened.
  private static let openFiles = ["/dev/stdout", "/dev/stderr", "/dev/fd/", "/proc/self/fd/"]

  private let path: String
  /// The file that gets the name at the end; `nil` if the report is written directly.
  private let newFile: NewFile?
  /// The file that is written directly; `nil` if there is a new one.
  private let openFile: Descriptor?
  private var error: SystemError?

  /// Opens the file of a report.
  ///
  /// Throws if the file is a transcript, or can't be written.
  init(_ path: String) throws(TranscriptToolFault) {
    self.path = path
    let target = Self.target(of: path)
    let facts = FileFacts(target)
    let isHeldOpen = Self.openFiles.contains(where: path.hasPrefix)
    if let facts, isHeldOpen || !facts.isPlain {
      newFile = nil
      let flags = O_WRONLY | O_APPEND | O_CLOEXEC | O_NOCTTY
      openFile = try TranscriptToolFault.naming(path, try Descriptor(open(target, flags)))
      return
    }
    if facts != nil, let bytes = try? readFile(target), Transcript.isBegun(by: bytes) {
      throw TranscriptToolFault(path, "a report can't go where a transcript is")
    }
    openFile = nil
    newFile = try TranscriptToolFault.naming(path, try NewFile(for: target))
    // Without the privilege to change the owner, the new file belongs to the user.
    try? newFile?.copyAccess(of: target)
  }

  /// Writes bytes; an error is thrown by `close()`.
  func write(_ bytes: [UInt8]) {
    guard error == nil else { return }
    do throws(SystemError) {
      try newFile?.write(bytes)
      if let openFile { try writeAll(bytes.span, to: openFile.number) }
    } catch { self.error = error }
  }

  /// Completes the report and gives the file its name.
  func close() throws(TranscriptToolFault) {
    if let error { throw TranscriptToolFault(path, "\(error)") }
    try TranscriptToolFault.naming(path, try newFile?.publish(replacing: true))
  }

  /// Returns the path to which symbolic links lead, even if that file doesn't exist.
  static func target(of path: String) -> String {
    if access(path, F_OK) == 0 { return resolvedPath(path) ?? path }
    let target = linkedPath(path)
    // Different paths of a missing file differ in their folders only.
    let folder = folderPath(of: target)
    return "\(resolvedPath(folder) ?? folder)/\(fileName(of: target))"
  }
}
