import Glibc

/// How a session is written down.
package protocol SessionFormat: AnyObject {
  /// What stands first, and the lines that were entered before the recording began.
  func beginning(earlier lines: [[UInt8]]) -> [UInt8]

  /// A line has come and is about to be answered.
  func lineComes()

  /// One line with its reply, which may be left open.
  func block(line: [UInt8], reply: [UInt8], isRefused: Bool, isOpen: Bool) -> [UInt8]
}

extension SessionFormat {
  package func lineComes() {}
}

/// Writes a session down, command by command.
final class Recorder {
  let path: String
  private let format: any SessionFormat
  private let descriptor: Int32
  private let sink: DescriptorSink

  /// Begins a recording in a new file; one that exists is left alone.
  init(
    path: String, earlier lines: [[UInt8]], format: any SessionFormat
  ) throws(SystemFault) {
    self.path = path
    self.format = format
    descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
    sink = DescriptorSink(descriptor: descriptor)
    guard descriptor >= 0 else { throw SystemFault(number: errno) }
    if let fault = write(format.beginning(earlier: lines)) { throw fault }
  }

  deinit {
    if descriptor >= 0 { _ = close(descriptor) }
  }

  /// A line has come and is about to be answered.
  func lineComes() {
    format.lineComes()
  }

  /// Adds a command with its reply; answers what went wrong.
  func add(line: [UInt8], reply: [UInt8], isRefused: Bool, isOpen: Bool) -> SystemFault? {
    write(format.block(line: line, reply: reply, isRefused: isRefused, isOpen: isOpen))
  }

  private func write(_ bytes: [UInt8]) -> SystemFault? {
    bytes.withUnsafeBytes { sink.write($0, marks: []) }
  }
}
