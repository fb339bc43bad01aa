import Glibc

/// Where work is done one piece after the other.
package protocol WorkPlace: Sendable {
  /// Takes over a piece of work; it may be done later.
  func submit(_ work: @escaping @Sendable () -> Void)
}

/// Does each piece of work at once, so that tests and scripts run the same way every time.
package struct InlineWork: WorkPlace {
  /// Makes the place.
  package init() {}

  /// Does the work before it returns.
  package func submit(_ work: @escaping @Sendable () -> Void) {
    work()
  }
}

/// A thread of its own for work that blocks, first come, first served.
package final class WorkThread: WorkPlace, @unchecked Sendable {
  private let queue: WorkQueue
  private var thread = pthread_t()
  private let isRunning: Bool

  /// Starts the thread; where the system has none left, work is done by whoever brings it.
  package init() {
    queue = WorkQueue()
    let owner = Unmanaged.passRetained(queue)
    // NB: a signal that came to this thread would not wake whoever waits for keys.
    var signals = Self.signalsOfOthers
    var before = sigset_t()
    pthread_sigmask(SIG_BLOCK, &signals, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    isRunning =
      pthread_create(
        &thread, nil,
        { pointer in
          guard let pointer else { return nil }
          Unmanaged<WorkQueue>.fromOpaque(pointer).takeRetainedValue().run()
          return nil
        }, owner.toOpaque()) == 0
    if !isRunning { owner.release() }
  }

  deinit {
    guard isRunning else { return }
    queue.end()
    // NB: the last piece of work may have been the last to hold this object.
    if pthread_equal(pthread_self(), thread) != 0 {
      pthread_detach(thread)
    } else {
      pthread_join(thread, nil)
    }
  }

  /// All signals but those that tell a fault of the thread itself.
  private static var signalsOfOthers: sigset_t {
    var signals = sigset_t()
    sigfillset(&signals)
    for number in [SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGTRAP] {
      sigdelset(&signals, number)
    }
    return signals
  }

  /// Takes over a piece of work for the thread.
  package func submit(_ work: @escaping @Sendable () -> Void) {
    if isRunning {
      queue.add(work)
    } else {
      work()
    }
  }
}

/// The work that a thread has before it.
private final class WorkQueue: @unchecked Sendable {
  private let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let signal = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private var pieces: [@Sendable () -> Void] = []
  private var isEnding = false

  init() {
    pthread_mutex_init(lock, nil)
    pthread_cond_init(signal, nil)
  }

  deinit {
    pthread_cond_destroy(signal)
    pthread_mutex_destroy(lock)
    signal.deallocate()
    lock.deallocate()
  }

  func add(_ piece: @escaping @Sendable () -> Void) {
    pthread_mutex_lock(lock)
    pieces.append(piece)
    pthread_cond_signal(signal)
    pthread_mutex_unlock(lock)
  }

  func end() {
    pthread_mutex_lock(lock)
    isEnding = true
    pthread_cond_signal(signal)
    pthread_mutex_unlock(lock)
  }

  /// Does all work until the end; what has been taken over is done before it.
  func run() {
    while let batch = next() {
      for piece in batch { piece() }
    }
  }

  private func next() -> [@Sendable () -> Void]? {
    pthread_mutex_lock(lock)
    defer { pthread_mutex_unlock(lock) }
    while pieces.isEmpty && !isEnding { pthread_cond_wait(signal, lock) }
    defer { pieces = [] }
    return pieces.isEmpty ? nil : pieces
  }
}

/// A value that is made, used and given up in one place of work only: a context, for example.
package final class Confined<Value>: @unchecked Sendable {
  private final class Box: @unchecked Sendable {
    var value: Value?
  }

  private let place: any WorkPlace
  private let box = Box()

  /// Makes the value there; `make` may fail, which `perform` then tells.
  package init(_ place: any WorkPlace, make: @escaping @Sendable () -> Value?) {
    self.place = place
    place.submit { [box] in box.value = make() }
  }

  deinit {
    place.submit { [box] in box.value = nil }
  }

  /// Uses the value and hands the result to a handler, in the place of work; nil where there is
  /// none.
  package func submit<Result>(
    _ work: @escaping @Sendable (Value) -> Result,
    then handler: @escaping @Sendable (Result?) -> Void
  ) {
    place.submit { [box] in handler(box.value.map(work)) }
  }

  /// Uses the value and waits for the result; nil where there is no value.
  package func perform<Result: Sendable>(
    _ work: @escaping @Sendable (Value) -> Result
  ) -> Result? {
    let reply = Reply<Result>()
    submit(work) { reply.give($0) }
    return reply.take()
  }
}

/// A result that another thread waits for.
final class Reply<Result: Sendable>: @unchecked Sendable {
  private let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let signal = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private var result: Result?
  private var isGiven = false

  init() {
    pthread_mutex_init(lock, nil)
    pthread_cond_init(signal, nil)
  }

  deinit {
    pthread_cond_destroy(signal)
    pthread_mutex_destroy(lock)
    signal.deallocate()
    lock.deallocate()
  }

  func give(_ result: Result?) {
    pthread_mutex_lock(lock)
    self.result = result
    isGiven = true
    pthread_cond_signal(signal)
    pthread_mutex_unlock(lock)
  }

  /// The result; nil before it is given.
  var ifGiven: Result? {
    pthread_mutex_lock(lock)
    defer { pthread_mutex_unlock(lock) }
    return result
  }

  func take() -> Result? {
    pthread_mutex_lock(lock)
    defer { pthread_mutex_unlock(lock) }
    while !isGiven { pthread_cond_wait(signal, lock) }
    return result
  }
}
