import Glibc

/// A thread that does one piece of work.
package final class Worker {
  private var thread = pthread_t()
  private let work: () -> Void

  /// Starts the work.
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

  /// Starts work that nobody waits for.
  package static func detach(_ work: @escaping () -> Void) {
    pthread_detach(Worker(work).thread)
  }

  /// Waits for the end of the work.
  package func join() {
    pthread_join(thread, nil)
  }
}
