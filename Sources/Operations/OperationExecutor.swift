import Glibc
import SystemCalls

/// Where the work of operations is done.
package protocol OperationExecutor: AnyObject {
  /// Whether work is done on the thread that brings it.
  var isInline: Bool { get }

  func execute(_ work: @escaping @Sendable () -> Void)
}

/// Does each piece of work at once and in order, so that scripts run the same way every time.
package final class InlineExecutor: OperationExecutor {
  package let isInline = true
  private var works: [@Sendable () -> Void] = []
  private var isExecuting = false

  package init() {}

  /// Does the work before it returns; work that is brought meanwhile is done after it.
  package func execute(_ work: @escaping @Sendable () -> Void) {
    works.append(work)
    guard !isExecuting else { return }
    isExecuting = true
    while !works.isEmpty { works.removeFirst()() }
    isExecuting = false
  }
}

/// Gives each piece of work a thread of its own, so that it may block.
package final class ThreadExecutor: OperationExecutor {
  package let isInline = false

  package init() {}

  /// Starts a thread; where the system has none left, the work is done before this returns.
  package func execute(_ work: @escaping @Sendable () -> Void) {
    var others = Self.signalsOfOthers
    var before = sigset_t()
    pthread_sigmask(SIG_BLOCK, &others, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    if let thread = Thread(work) { thread.detach() } else { work() }
  }

  /// The signals for the thread that waits for keys: all but those that tell a fault of this one.
  private static var signalsOfOthers: sigset_t {
    var signals = sigset_t()
    sigfillset(&signals)
    for number in [SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGTRAP] {
      sigdelset(&signals, number)
    }
    return signals
  }
}
