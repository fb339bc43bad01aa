import ChimpSystem
import Glibc

/// The messages from running operations to their queue, shared between threads.
///
/// Messages wait until the queue's thread removes them with `removeAll`. Progress reports are
/// merged: only the latest one of each operation is kept.
final class OperationMailbox: @unchecked Sendable {
  /// The messages since the last call of `removeAll`.
  struct Messages: Sendable {
    /// The latest progress of each operation.
    var progress: [(identifier: Int, progress: OperationProgress)] = []
    var ends: [(identifier: Int, end: OperationEnd)] = []

    var isEmpty: Bool { progress.isEmpty && ends.isEmpty }
  }

  private struct Contents {
    var messages = Messages()
    /// A pipe that has one byte while there are messages; `nil` until its descriptor is requested.
    var pipe: (reading: Int32, writing: Int32)?
  }

  private let contents = Guarded(Contents())
  /// Called for each message if operations run on the queue's thread.
  var didReceive: (() -> Void)?

  deinit {
    guard let pipe = contents.use({ $0.pipe }) else { return }
    _ = close(pipe.reading)
    _ = close(pipe.writing)
  }

  /// Posts the outcome of an operation.
  func post(_ end: OperationEnd, of identifier: Int) { post { $0.ends.append((identifier, end)) } }

  /// Posts the progress of an operation; replaces its earlier one.
  func post(_ progress: OperationProgress, of identifier: Int) {
    post { messages in
      if let index = messages.progress.firstIndex(where: { $0.identifier == identifier }) {
        messages.progress[index].progress = progress
      } else {
        messages.progress.append((identifier, progress))
      }
    }
  }

  /// Removes and returns all messages.
  func removeAll() -> Messages {
    contents.use { contents in
      if let pipe = contents.pipe, !contents.messages.isEmpty {
        var byte: UInt8 = 0
        _ = read(pipe.reading, &byte, 1)
      }
      defer { contents.messages = Messages() }
      return contents.messages
    }
  }

  /// A descriptor that is readable while there are messages; -1 if none can be opened.
  var descriptor: Int32 {
    contents.use { contents in
      if let pipe = contents.pipe { return pipe.reading }
      guard let pipe = Self.openPipe() else { return -1 }
      contents.pipe = pipe
      if !contents.messages.isEmpty { Self.signal(pipe.writing) }
      return pipe.reading
    }
  }

  /// Adds a message and signals the pipe if it is the first.
  private func post(_ add: (inout Messages) -> Void) {
    contents.use { contents in
      if let pipe = contents.pipe, contents.messages.isEmpty { Self.signal(pipe.writing) }
      add(&contents.messages)
    }
    didReceive?()
  }

  private static func signal(_ descriptor: Int32) {
    var byte: UInt8 = 0
    _ = write(descriptor, &byte, 1)
  }

  /// Opens a non-blocking pipe, which child processes don't inherit.
  private static func openPipe() -> (reading: Int32, writing: Int32)? {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return nil }
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    return (ends[0], ends[1])
  }
}
