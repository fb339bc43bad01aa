import ChimpSystem
import Glibc
import ObservingDriver

/// A program that reads operations of the corpus from standard input and prints their transcript.
///
/// With the arguments `misuse NAME` it makes a mistake that must stop it.
@main
struct ObservingDriverProgram {
  static func main() {
    let words = CommandLine.arguments.dropFirst()
    if words.first == "misuse", let misuse = words.last.flatMap(Misuse.init) {
      return misuse.perform()
    }
    let output = OutputBuffer()
    let driver = Driver { output.write($0) }
    while let operation = readLine() {
      driver.run(operation)
    }
    output.flush()
  }
}

/// A buffer of output lines, which are written in large pieces.
private final class OutputBuffer {
  private static let limit = 65_536

  private var bytes: [UInt8] = []

  /// Appends a line, and writes the buffer if it is full.
  func write(_ line: String) {
    bytes.append(contentsOf: line.utf8)
    bytes.append(UInt8(ascii: "\n"))
    if bytes.count >= Self.limit { flush() }
  }

  /// Writes the bytes in the buffer to standard output and removes them.
  func flush() {
    try? writeAll(bytes.span, to: STDOUT_FILENO)
    bytes.removeAll(keepingCapacity: true)
  }
}
