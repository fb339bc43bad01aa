import Glibc

/// What running operations have to tell until the queue collects it: all that they share with it.
final class OperationMailbox: @unchecked Sendable {
  struct Letters: Sendable {
    /// How far each operation is; what is known better already is gone.
    var progress: [(identifier: Int, progress: OperationProgress)] = []
    var ends: [(identifier: Int, end: OperationEnd)] = []

    var isEmpty: Bool { progress.isEmpty && ends.isEmpty }
  }

  private struct Contents {
    var letters = Letters()
    /// The two ends of a pipe that holds a byte while there are letters.
    var pipe: (reading: Int32, writing: Int32)?
  }

  private let contents = Guarded(Contents())
  /// Called for each letter where operations run inline, on the thread of the queue therefore.
  var didReceive: (() -> Void)?

  deinit {
    guard let pipe = contents.use({ $0.pipe }) else { return }
    _ = close(pipe.reading)
    _ = close(pipe.writing)
  }

  func post(_ end: OperationEnd, of identifier: Int) { post { $0.ends.append((identifier, end)) } }

  func post(_ progress: OperationProgress, of identifier: Int) {
    post { letters in
      if let place = letters.progress.firstIndex(where: { $0.identifier == identifier }) {
        letters.progress[place].progress = progress
      } else {
        letters.progress.append((identifier, progress))
      }
    }
  }

  func take() -> Letters {
    contents.use { contents in
      if let pipe = contents.pipe, !contents.letters.isEmpty {
        var byte: UInt8 = 0
        _ = read(pipe.reading, &byte, 1)
      }
      defer { contents.letters = Letters() }
      return contents.letters
    }
  }

  /// A descriptor that can be read while there are letters; -1 where the system has none left.
  var descriptor: Int32 {
    contents.use { contents in
      if let pipe = contents.pipe { return pipe.reading }
      guard let pipe = Self.openPipe() else { return -1 }
      contents.pipe = pipe
      if !contents.letters.isEmpty { Self.ring(pipe.writing) }
      return pipe.reading
    }
  }

  private func post(_ add: (inout Letters) -> Void) {
    contents.use { contents in
      if let pipe = contents.pipe, contents.letters.isEmpty { Self.ring(pipe.writing) }
      add(&contents.letters)
    }
    didReceive?()
  }

  private static func ring(_ descriptor: Int32) {
    var byte: UInt8 = 0
    _ = write(descriptor, &byte, 1)
  }

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

final class OperationLink: Sendable {
  let identifier: Int
  private let mailbox: OperationMailbox
  private let cancellation = Guarded(Cancellation())

  private struct Cancellation {
    var isCancelled = false
    var interrupt: (@Sendable () -> Void)?
  }

  init(identifier: Int, mailbox: OperationMailbox) {
    (self.identifier, self.mailbox) = (identifier, mailbox)
  }

  var isCancelled: Bool { cancellation.use { $0.isCancelled } }

  func cancel() {
    cancellation.use { cancellation in
      guard !cancellation.isCancelled else { return }
      cancellation.isCancelled = true
      // Called with the lock held, so that what it interrupts still exists.
      cancellation.interrupt?()
    }
  }

  /// Says what ends a wait, for as long as there is one; nil when it is over.
  func setInterrupt(_ interrupt: (@Sendable () -> Void)?) {
    cancellation.use { cancellation in
      cancellation.interrupt = interrupt
      if cancellation.isCancelled { interrupt?() }
    }
  }

  func report(_ progress: OperationProgress) { mailbox.post(progress, of: identifier) }

  func end(_ end: OperationEnd) { mailbox.post(end, of: identifier) }
}

/// A value that several threads use, one at a time.
package final class Guarded<Value>: @unchecked Sendable {
  private let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private var value: Value

  package init(_ value: Value) {
    self.value = value
    pthread_mutex_init(lock, nil)
  }

  deinit {
    pthread_mutex_destroy(lock)
    lock.deallocate()
  }

  /// Uses the value alone; the body must not use the guard again.
  package func use<Result>(_ body: (inout Value) -> Result) -> Result {
    pthread_mutex_lock(lock)
    defer { pthread_mutex_unlock(lock) }
    return body(&value)
  }
}
