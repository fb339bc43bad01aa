import Glibc

/// A thread that runs one closure.
package final class Worker {
  private var thread = pthread_t()
  private let work: () -> Void

  /// Starts a thread that runs a closure.
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

  /// Starts a thread that runs a closure and that nothing waits for.
  package static func detach(_ work: @escaping () -> Void) {
    pthread_detach(Worker(work).thread)
  }

  /// Waits until the closure has returned; to be called once.
  package func join() {
    pthread_join(thread, nil)
  }
}
