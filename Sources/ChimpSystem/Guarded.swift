import Glibc

/// A value that threads share, protected by a lock.
///
///     let names = Guarded<[String]>([])
///     names.use { $0.append("Ai") }
///     names.use { $0.count }  // 1
///
/// One thread can wait for a change by another:
///
///     let thread = Thread { names.use { $0.append("Ayumu") } }
///     names.wait { $0.count > 1 ? $0[1] : nil }  // Ayumu
public final class Guarded<Value>: @unchecked Sendable {
  private let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let change = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private var value: Value

  /// Creates a guarded value.
  public init(_ value: Value) {
    self.value = value
    pthread_mutex_init(lock, nil)
    pthread_cond_init(change, nil)
  }

  deinit {
    pthread_cond_destroy(change)
    pthread_mutex_destroy(lock)
    change.deallocate()
    lock.deallocate()
  }

  /// Runs a closure with exclusive access to the value; the closure must not use this one again.
  public func use<Result, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    pthread_mutex_lock(lock)
    defer {
      pthread_cond_broadcast(change)
      pthread_mutex_unlock(lock)
    }
    return try body(&value)
  }

  /// Runs a closure with exclusive access now and after each `use`, until it returns a result.
  ///
  /// Blocks the thread between these calls. The closure must not change the value if it returns
  /// `nil`, because no other thread that waits would see that.
  @discardableResult
  public func wait<Result>(for body: (inout Value) -> Result?) -> Result {
    pthread_mutex_lock(lock)
    defer { pthread_mutex_unlock(lock) }
    while true {
      if let result = body(&value) {
        pthread_cond_broadcast(change)
        return result
      }
      pthread_cond_wait(change, lock)
    }
  }
}
