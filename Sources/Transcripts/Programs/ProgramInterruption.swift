import CSystem
import Glibc

/// Keeps from this process what would interrupt it, until a program was told that it drives.
///
/// Such a program has a group of its own, which a terminal does not interrupt.
final class ProgramInterruption {
  static var numbers: [Int32] {
    [SIGHUP, SIGINT, SIGQUIT, SIGTERM].filter { chimp_is_ignored($0) == 0 }
  }
  // Only the thread that waits for it gets it.
  private static let farewell = SIGUSR2

  private(set) var earlierMask = sigset_t()
  private var signals = sigset_t()
  private var thread: pthread_t?

  /// Blocks the signals in the thread that calls; what comes now is told later.
  init() {
    for number in Self.numbers { sigaddset(&signals, number) }
    sigaddset(&signals, Self.farewell)
    pthread_sigmask(SIG_BLOCK, &signals, &earlierMask)
  }

  deinit { end() }

  /// Tells of each signal, which takes effect afterwards.
  func begin(_ interrupt: @escaping (Int32) -> Void) {
    var thread = pthread_t()
    let failure = chimp_start_thread(&thread) { [signals] in Self.tell(signals, interrupt) }
    if failure == 0 { self.thread = thread }
  }

  func end() {
    if let thread {
      pthread_kill(thread, Self.farewell)
      pthread_join(thread, nil)
    }
    thread = nil
    pthread_sigmask(SIG_SETMASK, &earlierMask, nil)
  }

  private static func tell(_ signals: sigset_t, _ interrupt: (Int32) -> Void) {
    var signals = signals
    var number: Int32 = 0
    while sigwait(&signals, &number) == 0, number != farewell {
      interrupt(number)
      var taken = sigset_t()
      sigaddset(&taken, number)
      pthread_sigmask(SIG_UNBLOCK, &taken, nil)
      raise(number)
      pthread_sigmask(SIG_BLOCK, &taken, nil)
    }
  }
}
