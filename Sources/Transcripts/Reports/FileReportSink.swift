import Glibc

/// A file that appears when its report is complete.
final class FileReportSink: ReportSink {
  private let path: String
  private let temporaryPath: String
  private let descriptor: Int32
  private var failure: Int32 = 0

  init(_ path: String) throws(ToolFault) {
    self.path = path
    var template = Array("\(path).XXXXXX".utf8CString)
    descriptor = mkstemp(&template)
    let bytes = template.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
    temporaryPath = String(decoding: bytes, as: UTF8.self)
    guard descriptor >= 0 else { throw .cannotUse(path: path, FileFault(number: errno)) }
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    _ = fchmod(descriptor, 0o644)
  }

  deinit {
    _ = Glibc.close(descriptor)
    _ = unlink(temporaryPath)
  }

  func write(_ bytes: [UInt8]) {
    bytes.withUnsafeBytes { raw in
      var rest = raw[...]
      while !rest.isEmpty && failure == 0 {
        let piece = UnsafeRawBufferPointer(rebasing: rest)
        let written = Glibc.write(descriptor, piece.baseAddress, piece.count)
        if written < 0 && errno != EINTR { failure = errno }
        rest = rest.dropFirst(max(0, written))
      }
    }
  }

  func close() throws(ToolFault) {
    if failure == 0 && rename(temporaryPath, path) != 0 { failure = errno }
    guard failure == 0 else { throw .cannotUse(path: path, FileFault(number: failure)) }
  }
}
