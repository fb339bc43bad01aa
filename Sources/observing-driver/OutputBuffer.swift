import Glibc

/// Collects lines and writes them to standard output in large pieces.
final class OutputBuffer {
  private var bytes: [UInt8] = []
  private let limit = 65536

  func write(_ line: String) {
    bytes.append(contentsOf: line.utf8)
    bytes.append(UInt8(ascii: "\n"))
    if bytes.count >= limit { flush() }
  }

  func flush() {
    bytes.withUnsafeBytes { rest in
      var written = 0
      while written < rest.count {
        let piece = UnsafeRawBufferPointer(rebasing: rest[written...])
        let count = Glibc.write(1, piece.baseAddress, piece.count)
        if count < 0 && errno == EINTR { continue }
        if count <= 0 { break }
        written += count
      }
    }
    bytes.removeAll(keepingCapacity: true)
  }
}
