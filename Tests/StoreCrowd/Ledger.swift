import Glibc

/// A thread-safe record of the replies, the counts and the waiting times of a crowd.
final class Ledger {
  /// The state of one round, as the replies have acknowledged it.
  struct Round {
    var writer: Int
    /// The cells of the presses that were acknowledged, each as `H V`.
    var presses: [String] = []
    /// The cell of the press that was sent and has no reply yet.
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

  /// Calls a closure while the lock is held, and returns its result.
  private func locked<Result>(_ work: () -> Result) -> Result {
    pthread_mutex_lock(lock)
    defer { pthread_mutex_unlock(lock) }
    return work()
  }

  /// Adds a number to the counter with a name.
  func count(_ name: String, _ number: Int = 1) {
    locked { counts[name, default: 0] += number }
  }

  /// Returns the value of the counter with a name; 0 if nothing was counted.
  func number(of name: String) -> Int {
    locked { counts[name] ?? 0 }
  }

  /// Records an error of the store or of a program.
  func alarm(_ message: String) {
    locked { alarms.append(message) }
  }

  /// Records the duration of a reply in milliseconds; only the longest of each name is kept.
  func recordWait(_ milliseconds: Int, of name: String) {
    locked { longestWaits[name] = max(longestWaits[name] ?? 0, milliseconds) }
  }

  /// Records a new round; raises an alarm if an earlier round has the same number.
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

  /// Records that a writer has resumed a round, in which `pressed` presses are stored.
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

  /// Records that a press was sent or, with `isAcknowledged`, that it was accepted; `isLast` marks
  /// the round as over.
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

  /// Records that a press was refused, and so must not be stored.
  func recordRefusal(in number: Int) {
    locked { rounds[number]?.unanswered = nil }
  }

  /// The rounds by number, the alarms, and the longest waiting time of each job.
  var result: (rounds: [Int: Round], alarms: [String], waits: [String: Int]) {
    locked { (rounds, alarms, longestWaits) }
  }
}
