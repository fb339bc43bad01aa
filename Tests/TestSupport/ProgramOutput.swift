import Glibc

/// Writes a line to standard output without a buffer, so that a killed program loses no line.
package func printLine(_ line: String) {
  let bytes = Array((line + "\n").utf8)
  _ = Glibc.write(1, bytes, bytes.count)
}

/// Writes a line to standard output and exits.
package func exitProgram(_ message: String, status: Int32 = 2) -> Never {
  printLine(message)
  exit(status)
}
