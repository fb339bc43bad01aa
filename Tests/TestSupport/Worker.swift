import Glibc

/// A thread for one piece of work.
package final class Worker {
  private var thread = pthread_t()
  private let work: () -> Void

  /// Starts the work on a new thread.
  package init(_ work: @escaping () -> Void) {
    self.work = work
    let own = Unmanaged.passRetained(self).toOpaque()
    pthread_create(
      &thread, nil,
      { argument in
        guard let argument else { return nil }
        Unmanaged<Worker>.fromOpaque(argument).takeRetainedValue().work()
        return nil
      }, own)
  }

  /// Starts work on a thread that is not joined.
  package static func detach(_ work: @escaping () -> Void) {
    pthread_detach(Worker(work).thread)
  }

  /// Waits until the work has returned.
  package func join() {
    pthread_join(thread, nil)
  }
}
