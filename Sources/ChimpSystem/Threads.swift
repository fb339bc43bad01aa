import Glibc

/// A running thread, which must be joined or detached exactly once.
///
/// The initializer returns `nil` if the system has no thread left; the caller then does the work
/// itself.
///
///     let work: () -> Void = { print("done") }
///     if let thread = Thread(work) { thread.join() } else { work() }
public struct Thread: Sendable {
  private let handle: pthread_t

  /// Starts a thread that runs the work.
  ///
  /// Returns `nil` if the system can't start a thread; the work does not run then.
  public init?(_ work: @escaping () -> Void) {
    let context = UnsafeMutablePointer<() -> Void>.allocate(capacity: 1)
    context.initialize(to: work)
    var handle = pthread_t()
    let error = pthread_create(
      &handle, nil,
      { context in
        guard let context else { return nil }
        let pointer = context.assumingMemoryBound(to: (() -> Void).self)
        let work = pointer.move()
        pointer.deallocate()
        work()
        return nil
      }, context)
    guard error == 0 else {
      context.deinitialize(count: 1)
      context.deallocate()
      return nil
    }
    self.handle = handle
  }

  /// Blocks until the work has returned.
  public func join() { pthread_join(handle, nil) }

  /// Releases the thread, which then ends without being joined.
  public func detach() { pthread_detach(handle) }

  /// Sends a signal to the thread.
  public func send(signal: Int32) { pthread_kill(handle, signal) }
}
