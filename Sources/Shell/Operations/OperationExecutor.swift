import ChimpSystem
import Glibc

/// The policy that decides which thread runs the work of operations.
///
/// A test can delay the work to observe a state:
///
///     final class HeldExecutor: OperationExecutor {
///       let isInline = false
///       var held: [@Sendable () -> Void] = []
///
///       func execute(_ work: @escaping @Sendable () -> Void) { held.append(work) }
///     }
public protocol OperationExecutor: AnyObject {
  /// True if `execute` runs the work on the calling thread.
  var isInline: Bool { get }

  /// Runs the work once, before or after the function returns.
  func execute(_ work: @escaping @Sendable () -> Void)
}

/// Runs work immediately on the calling thread, so that scripts are deterministic.
///
///     let queue = OperationQueue(width: 1, executor: InlineExecutor())
///     queue.enqueue(QueuedOperation(Count(limit: 10)) { print($0) })  // prints it now
public final class InlineExecutor: OperationExecutor {
  public let isInline = true
  private var works: [@Sendable () -> Void] = []
  private var isExecuting = false

  public init() {}

  /// Runs the work before it returns; a nested call runs its work after the current one.
  public func execute(_ work: @escaping @Sendable () -> Void) {
    works.append(work)
    guard !isExecuting else { return }
    isExecuting = true
    while !works.isEmpty { works.removeFirst()() }
    isExecuting = false
  }
}

/// Runs each piece of work on a new thread, so that it may block.
///
///     let queue = OperationQueue(width: 2, executor: ThreadExecutor())
///     queue.enqueue(QueuedOperation(Count(limit: 10)) { result in print(result) })
///     queue.waitUntilIdle()  // prints it here
public final class ThreadExecutor: OperationExecutor {
  public let isInline = false
  private let isBackground: Bool

  /// Creates an executor; with `isBackground`, its threads get a lower priority, so that they don't
  /// slow down the others.
  public init(isBackground: Bool = false) { self.isBackground = isBackground }

  /// Starts a thread; if that fails, runs the work before the function returns.
  public func execute(_ work: @escaping @Sendable () -> Void) {
    var blocked = Self.asynchronousSignals
    var before = sigset_t()
    pthread_sigmask(SIG_BLOCK, &blocked, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    let isBackground = isBackground
    let thread = Thread {
      // On Linux this is the priority of the thread, not of the process.
      if isBackground { _ = nice(10) }
      work()
    }
    if let thread { thread.detach() } else { work() }
  }

  /// The signals that must be handled by the main thread, and are blocked in others.
  private static var asynchronousSignals: sigset_t {
    var signals = sigset_t()
    sigfillset(&signals)
    for number in [SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGTRAP] {
      sigdelset(&signals, number)
    }
    return signals
  }
}
