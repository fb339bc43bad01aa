import Operations
import SystemCalls

/// An error of the tests' operations.
enum TestFault: Error, Equatable {
  case broken
}

typealias TestStop = OperationError<TestFault>

/// An operation that calls a closure.
struct Work: Operation {
  typealias Failure = TestFault

  let body: @Sendable (OperationRun<TestFault>) throws(TestStop) -> Int

  init(
    _ body: @escaping @Sendable (OperationRun<TestFault>) throws(TestStop) -> Int
  ) {
    self.body = body
  }

  func perform(_ run: OperationRun<TestFault>) throws(TestStop) -> Int {
    try body(run)
  }
}

/// An executor that keeps its work until the test performs it.
final class HeldExecutor: OperationExecutor {
  let isInline = false
  private var works: [@Sendable () -> Void] = []
  var onExecute: () -> Void = {}

  func execute(_ work: @escaping @Sendable () -> Void) {
    works.append(work)
    onExecute()
  }

  var count: Int { works.count }

  /// Performs the oldest pending work.
  func performNext() {
    perform(0)
  }

  /// Performs the pending work at an index.
  func perform(_ index: Int) {
    works.remove(at: index)()
  }
}

/// A gate that operations on other threads wait at, until the test opens it.
final class Gate: Sendable {
  private let isOpen = Guarded(false)

  /// Opens the gate for all threads.
  func open() {
    isOpen.use { $0 = true }
  }

  /// Waits until the gate is open.
  func wait() {
    while !isOpen.use({ $0 }) { yieldThread() }
  }
}

/// A thread-safe list of lines.
final class Notes: Sendable {
  private let lines = Guarded<[String]>([])

  /// Adds a line.
  func add(_ line: String) {
    lines.use { $0.append(line) }
  }

  var text: String { lines.use { $0.joined(separator: ", ") } }
}

/// A counter of concurrent visits, with their maximum.
final class Counter: Sendable {
  private let counts = Guarded((inside: 0, highest: 0))

  /// Counts a thread that enters.
  func enter() {
    counts.use {
      $0.inside += 1
      $0.highest = max($0.highest, $0.inside)
    }
  }

  /// Counts a thread that leaves.
  func leave() {
    counts.use { $0.inside -= 1 }
  }

  var highest: Int { counts.use { $0.highest } }
}
