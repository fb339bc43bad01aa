import Glibc

/// A running thread, which is to be joined or detached once.
package struct Thread {
  private let handle: pthread_t

  /// Starts a thread that runs the work.
  ///
  /// Returns `nil` if the system has no thread to give; the work does not run then.
  package init?(_ work: @escaping () -> Void) {
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

  /// Waits until the work has returned.
  package func join() { pthread_join(handle, nil) }

  /// Lets the thread end by itself.
  package func detach() { pthread_detach(handle) }

  /// Sends the thread a signal.
  package func send(signal: Int32) { pthread_kill(handle, signal) }
}
