import Glibc

/// What all programs were told, and what they had to wait for.
final class Ledger {
  /// What is known of one round.
  struct Round {
    var writer: Int
    /// The presses that were acknowledged, as `H V`.
    var presses: [String] = []
    /// A press that was sent and never answered.
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

  /// Works with the ledger while nobody else does.
  private func alone<Result>(_ work: () -> Result) -> Result {
    pthread_mutex_lock(lock)
    defer { pthread_mutex_unlock(lock) }
    return work()
  }

  /// Counts something.
  func count(_ name: String, _ number: Int = 1) {
    alone { counts[name, default: 0] += number }
  }

  /// How often something was counted.
  func number(of name: String) -> Int {
    alone { counts[name] ?? 0 }
  }

  /// Notes something that must not happen.
  func alarm(_ words: String) {
    alone { alarms.append(words) }
  }

  /// Notes how long an answer took, in milliseconds.
  func noteWait(_ milliseconds: Int, of name: String) {
    alone { longestWaits[name] = max(longestWaits[name] ?? 0, milliseconds) }
  }

  /// Notes the number that a new round was given.
  func begin(_ number: Int, writer: Int) {
    alone {
      counts["rounds", default: 0] += 1
      if rounds[number] == nil {
        rounds[number] = Round(writer: writer)
      } else {
        counts["doubled", default: 0] += 1
        alarms.append("round \(number) was begun twice")
      }
    }
  }

  /// Notes that somebody goes on with a round, of which so many presses are kept.
  func resume(_ number: Int, pressed: Int, writer: Int) {
    alone {
      counts["resumed", default: 0] += 1
      guard var round = rounds[number] else {
        // NB: its number was on the way when the program was killed.
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

  /// Notes that a press is on its way, or that it was acknowledged.
  func press(_ press: String, in number: Int, isAcknowledged: Bool, isLast: Bool = false) {
    alone {
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

  /// Notes that a press was refused, and so has not happened.
  func refuse(in number: Int) {
    alone { rounds[number]?.unanswered = nil }
  }

  /// All rounds by their numbers, all alarms, and the longest wait of everyone.
  var result: (rounds: [Int: Round], alarms: [String], waits: [String: Int]) {
    alone { (rounds, alarms, longestWaits) }
  }
}
