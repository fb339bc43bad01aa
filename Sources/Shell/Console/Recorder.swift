import Glibc

/// Writes a session down as a transcript, command by command.
final class Recorder {
  let path: String
  private let descriptor: Int32
  private let sink: DescriptorSink

  /// Begins a transcript in a new file; one that exists is left alone.
  init(path: String, seed: String?) throws(SystemFault) {
    self.path = path
    descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
    sink = DescriptorSink(descriptor: descriptor)
    guard descriptor >= 0 else { throw SystemFault(number: errno) }
    let seedLine = seed.map { "@ seed \($0)\n" } ?? ""
    if let fault = write("@ chimp-transcript 1\n" + seedLine) { throw fault }
  }

  deinit {
    if descriptor >= 0 { _ = close(descriptor) }
  }

  /// Adds a command with its reply; answers what went wrong.
  func add(line: [UInt8], reply: [UInt8], isRefused: Bool) -> SystemFault? {
    var text = gutter(">", line) + Array(isRefused ? "= refused\n".utf8 : "= ok\n".utf8)
    var lines = reply.split(separator: 0x0a, omittingEmptySubsequences: false)
    if lines.last?.isEmpty ?? false { lines.removeLast() }
    for line in lines { text += gutter("|", Array(line)) }
    return text.withUnsafeBytes { sink.write($0, marks: []) }
  }

  private func gutter(_ sign: Unicode.Scalar, _ line: [UInt8]) -> [UInt8] {
    [UInt8(ascii: sign)] + (line.isEmpty ? [] : [0x20]) + line + [0x0a]
  }

  private func write(_ text: String) -> SystemFault? {
    Array(text.utf8).withUnsafeBytes { sink.write($0, marks: []) }
  }
}
