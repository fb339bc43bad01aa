import ChimpSystem
import Shell

/// The error that the operations of these tests throw.
enum TestFault: Error, Equatable {
  case broken
  /// The error of a call that a cancellation has interrupted.
  case interrupted
}

/// An operation that runs a closure.
struct Work: Operation {
  static func isInterruption(_ error: any Error) -> Bool { error as? TestFault == .interrupted }

  let body: @Sendable (OperationRun) throws -> Int

  init(_ body: @escaping @Sendable (OperationRun) throws -> Int) { self.body = body }

  func perform(_ run: OperationRun) throws -> Int { try body(run) }
}

/// A gate that blocks the threads of operations until the test opens it.
final class Gate: Sendable {
  private let isOpen = Guarded(false)

  /// Opens the gate, so that no thread is blocked any more.
  func open() {
    isOpen.use { $0 = true }
  }

  /// Blocks the thread until the gate is open.
  func wait() {
    while !isOpen.use({ $0 }) { yieldThread() }
  }
}

/// A list of lines to which several threads may append.
final class Notes: Sendable {
  private let lines = Guarded<[String]>([])

  /// Appends a line.
  func add(_ line: String) {
    lines.use { $0.append(line) }
  }

  var text: String { lines.use { $0.joined(separator: ", ") } }
}

/// A thread-safe counter of the threads that run at the same time, and of their largest number.
final class Counter: Sendable {
  private let counts = Guarded((inside: 0, highest: 0))

  /// Increments the counter; called by a thread at the beginning of its work.
  func enter() {
    counts.use {
      $0.inside += 1
      $0.highest = max($0.highest, $0.inside)
    }
  }

  /// Decrements the counter; called by a thread at the end of its work.
  func leave() {
    counts.use { $0.inside -= 1 }
  }

  var highest: Int { counts.use { $0.highest } }
}
