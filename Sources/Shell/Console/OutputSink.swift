import Glibc

/// Where the pieces of the output go.
package protocol OutputSink: AnyObject {
  /// Takes a piece; parts of it may have to be concealed later on. Answers what went wrong.
  func write(_ bytes: UnsafeRawBufferPointer, concealed: [Range<Int>]) -> SystemFault?
}

/// Writes to a descriptor.
package final class DescriptorSink: OutputSink {
  private let descriptor: Int32

  /// Makes a sink of a descriptor, which stays the caller's.
  package init(descriptor: Int32) {
    self.descriptor = descriptor
  }

  package func write(_ bytes: UnsafeRawBufferPointer, concealed: [Range<Int>]) -> SystemFault? {
    var rest = bytes[...]
    while !rest.isEmpty {
      let piece = UnsafeRawBufferPointer(rebasing: rest)
      let written = Glibc.write(descriptor, piece.baseAddress, piece.count)
      if written >= 0 {
        rest = rest.dropFirst(written)
      } else if errno == EAGAIN {
        var waiting = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        poll(&waiting, 1, -1)
      } else if errno != EINTR {
        return SystemFault(number: errno)
      }
    }
    return nil
  }
}

/// Keeps everything that is written.
package final class MemorySink: OutputSink {
  package private(set) var bytes: [UInt8] = []

  /// Makes an empty sink.
  package init() {}

  package func write(_ bytes: UnsafeRawBufferPointer, concealed: [Range<Int>]) -> SystemFault? {
    self.bytes.append(contentsOf: bytes)
    return nil
  }

  /// Takes everything out.
  package func take() -> [UInt8] {
    defer { bytes.removeAll(keepingCapacity: true) }
    return bytes
  }
}
