import Glibc

/// A thread-safe record of all answers, counts and waits.
final class Ledger {
  /// The acknowledged state of one round.
  struct Round {
    var writer: Int
    /// The acknowledged presses, as `H V`.
    var presses: [String] = []
    /// A press that was sent but not answered.
    var unanswered: String?
    var isOver = false
  }

  private let lock: UnsafeMutablePointer<pthread_mutex_t>
  private var rounds: [Int: Round] = [:]
  private var counts: [String: Int] = [:]
  private var alarms: [String] = []
  private var longestWaits: [String: Int] = [:]

  init() {
    lock = .allocate(capacity: 1)
    pthread_mutex_init(lock, nil)
  }

  deinit {
    pthread_mutex_destroy(lock)
    lock.deallocate()
  }

  /// Runs the body with the lock held.
  private func locked<Result>(_ work: () -> Result) -> Result {
    pthread_mutex_lock(lock)
    defer { pthread_mutex_unlock(lock) }
    return work()
  }

  /// Adds to a counter.
  func count(_ name: String, _ number: Int = 1) {
    locked { counts[name, default: 0] += number }
  }

  /// Returns the value of a counter.
  func number(of name: String) -> Int {
    locked { counts[name] ?? 0 }
  }

  /// Records an event that must not happen.
  func alarm(_ message: String) {
    locked { alarms.append(message) }
  }

  /// Records the time that an answer took, in milliseconds.
  func noteWait(_ milliseconds: Int, of name: String) {
    locked { longestWaits[name] = max(longestWaits[name] ?? 0, milliseconds) }
  }

  /// Records the number of a new round; a number that was assigned before is an alarm.
  func begin(_ number: Int, writer: Int) {
    locked {
      counts["rounds", default: 0] += 1
      if rounds[number] == nil {
        rounds[number] = Round(writer: writer)
      } else {
        counts["doubled", default: 0] += 1
        alarms.append("round \(number) was begun twice")
      }
    }
  }

  /// Records that a writer resumed a round with a number of kept presses.
  func resume(_ number: Int, pressed: Int, writer: Int) {
    locked {
      counts["resumed", default: 0] += 1
      guard var round = rounds[number] else {
        // The answer with its number was lost when the program was killed.
        rounds[number] = Round(writer: writer)
        return
      }
      if let press = round.unanswered, pressed == round.presses.count + 1 {
        round.presses.append(press)
      }
      if pressed != round.presses.count || round.isOver {
        alarms.append(
          "round \(number) was resumed at \(pressed), acknowledged were \(round.presses.count)")
      }
      round.unanswered = nil
      round.writer = writer
      rounds[number] = round
    }
  }

  /// Records that a press was sent, or that it was acknowledged.
  func press(_ press: String, in number: Int, isAcknowledged: Bool, isLast: Bool = false) {
    locked {
      if isAcknowledged {
        counts["presses", default: 0] += 1
        rounds[number]?.presses.append(press)
        rounds[number]?.unanswered = nil
        rounds[number]?.isOver = isLast
      } else {
        rounds[number]?.unanswered = press
      }
    }
  }

  /// Records that a press was refused, so that it has no effect.
  func refuse(in number: Int) {
    locked { rounds[number]?.unanswered = nil }
  }

  /// All rounds by number, all alarms, and the longest wait of each job.
  var result: (rounds: [Int: Round], alarms: [String], waits: [String: Int]) {
    locked { (rounds, alarms, longestWaits) }
  }
}
