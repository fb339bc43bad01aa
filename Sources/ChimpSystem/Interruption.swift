import CChimpSystem
import Glibc

/// Postpones signals that would kill this process until it has cleaned up.
///
/// The signals are blocked in the thread that creates the interruption, and in those that it starts
/// from then on, until `end()`.
///
///     let interruption = Interruption()
///     interruption.begin { _ in descendants.end() }
///     defer { interruption.end() }
public final class Interruption {
  /// The signal that ends the waiting thread.
  private static let endSignal = SIGUSR2

  private var signals = sigset_t()
  private var earlierMask = sigset_t()
  private var thread: Thread?

  /// Blocks the signals that end a program, except those that are ignored.
  public init() {
    for number in [SIGHUP, SIGINT, SIGQUIT, SIGTERM] where chimp_is_ignored(number) == 0 {
      sigaddset(&signals, number)
    }
    pthread_sigmask(SIG_BLOCK, &signals, &earlierMask)
  }

  deinit { end() }

  /// Starts a thread that calls `cleanUp` when a signal arrives, and then sends the signal again.
  public func begin(_ cleanUp: @escaping (Int32) -> Void) {
    sigaddset(&signals, Self.endSignal)
    pthread_sigmask(SIG_BLOCK, &signals, nil)
    thread = Thread { [signals] in Self.wait(for: signals, cleanUp) }
  }

  /// Unblocks the signals, so that postponed ones take effect.
  public func end() {
    thread?.send(signal: Self.endSignal)
    thread?.join()
    thread = nil
    pthread_sigmask(SIG_SETMASK, &earlierMask, nil)
  }

  /// Waits for a signal, cleans up, and sends it again; the process does not survive that.
  private static func wait(for signals: sigset_t, _ cleanUp: (Int32) -> Void) {
    var signals = signals
    var number: Int32 = 0
    guard sigwait(&signals, &number) == 0, number != endSignal else { return }
    cleanUp(number)
    var delivered = sigset_t()
    sigaddset(&delivered, number)
    pthread_sigmask(SIG_UNBLOCK, &delivered, nil)
    raise(number)
    // A handler for the signal has returned.
    _exit(128 + number)
  }
}
