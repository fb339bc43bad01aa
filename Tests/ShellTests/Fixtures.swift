import Glibc
import Shell

extension OutputWriter {
  /// Returns the output that a closure writes, as text.
  func text(_ body: () -> Void) -> String {
    String(decoding: capture(keeping: false, body), as: UTF8.self)
  }
}

/// A pipe that contains the given bytes; its descriptor reads them.
final class ReadableBytes {
  let descriptor: Int32

  init(_ bytes: [UInt8]) {
    var template = Array("/tmp/chimp-test-XXXXXX".utf8CString)
    descriptor = mkstemp(&template)
    unlink(&template)
    _ = bytes.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
    lseek(descriptor, 0, SEEK_SET)
  }

  deinit {
    close(descriptor)
  }
}

/// Returns the text of a file; empty if it can't be read.
func contents(of path: String) -> String {
  guard let reader = try? ByteReader(path: path) else { return "" }
  var line: [UInt8] = []
  var text = ""
  while reader.nextLine(into: &line) == .line {
    text += String(decoding: line, as: UTF8.self) + "\n"
  }
  return text
}

/// A format of recorded sessions that writes plain lines.
final class PlainFormat: SessionFormat {
  private(set) var isChecked = false

  func willAnswerLine() {}

  func beginning(earlier lines: [[UInt8]]) -> [UInt8] {
    Array("session\n".utf8) + lines.flatMap { Array("before: ".utf8) + $0 + [0x0a] }
  }

  func block(line: [UInt8], reply: [UInt8], isRefused: Bool, isOpen: Bool) -> [UInt8] {
    isChecked = isChecked || !isOpen
    return Array((isRefused ? "no:  " : "yes: ").utf8) + line + [0x0a] + (isOpen ? [] : reply)
  }
}
