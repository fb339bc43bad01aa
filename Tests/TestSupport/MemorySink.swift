package import ChimpSystem
package import Shell

/// An output sink that stores all bytes written to it.
package final class MemorySink: OutputSink {
  package let supportsMarks = true
  package private(set) var bytes: [UInt8] = []
  package private(set) var marks: [OutputMark] = []

  package init() {}

  package func write(_ bytes: Span<UInt8>, marks: [OutputMark]) -> SystemError? {
    self.bytes += Array(bytes)
    self.marks.append(contentsOf: marks)
    return nil
  }

  /// Returns the bytes written since the last call, and removes them.
  package func consume() -> [UInt8] {
    defer { bytes.removeAll(keepingCapacity: true) }
    return bytes
  }
}
