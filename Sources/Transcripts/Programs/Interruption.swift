import CSystem
import Glibc
import SystemCalls

/// Delays signals that would end this process, so that it can clean up before.
///
/// The signals are blocked in the thread that creates the interruption, until `end()`.
final class Interruption {
  /// Ends the thread that waits for signals.
  private static let endSignal = SIGUSR2

  private var signals = sigset_t()
  private var earlierMask = sigset_t()
  private var thread: Thread?

  /// Blocks the signals that end a program, except those that are ignored.
  init() {
    for number in [SIGHUP, SIGINT, SIGQUIT, SIGTERM] where chimp_is_ignored(number) == 0 {
      sigaddset(&signals, number)
    }
    pthread_sigmask(SIG_BLOCK, &signals, &earlierMask)
  }

  deinit { end() }

  /// Consumes and returns a signal that has arrived; `nil` if there is none.
  var pendingSignal: Int32? {
    var time = timespec()
    let number = sigtimedwait(&signals, nil, &time)
    return number > 0 ? number : nil
  }

  /// Starts a thread that calls `cleanUp` when a signal arrives, and then lets the signal take
  /// effect.
  func begin(_ cleanUp: @escaping (Int32) -> Void) {
    sigaddset(&signals, Self.endSignal)
    pthread_sigmask(SIG_BLOCK, &signals, nil)
    thread = Thread { [signals] in Self.wait(for: signals, cleanUp) }
  }

  /// Unblocks the signals; pending ones take effect immediately.
  func end() {
    thread?.send(signal: Self.endSignal)
    thread?.join()
    thread = nil
    pthread_sigmask(SIG_SETMASK, &earlierMask, nil)
  }

  /// Waits for signals, cleans up, and lets them take effect.
  private static func wait(for signals: sigset_t, _ cleanUp: (Int32) -> Void) {
    var signals = signals
    var number: Int32 = 0
    while sigwait(&signals, &number) == 0, number != endSignal {
      cleanUp(number)
      var delivered = sigset_t()
      sigaddset(&delivered, number)
      pthread_sigmask(SIG_UNBLOCK, &delivered, nil)
      raise(number)
      pthread_sigmask(SIG_BLOCK, &delivered, nil)
    }
  }
}
