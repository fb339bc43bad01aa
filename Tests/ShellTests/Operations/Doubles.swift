import Shell
import Synchronization

/// Something that goes wrong in an operation of the tests.
enum TestFault: Error, Equatable {
  case broken
}

typealias TestStop = OperationStop<TestFault>

/// Does what a closure does.
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

/// Keeps the works it is brought, until the test does one.
final class HeldExecutor: OperationExecutor {
  let isInline = false
  private var works: [@Sendable () -> Void] = []

  func execute(_ work: @escaping @Sendable () -> Void) {
    works.append(work)
  }

  var count: Int { works.count }

  /// Does the work that was brought first.
  func doNext() {
    works.removeFirst()()
  }
}

/// A door that operations on other threads wait at, until the test opens it.
final class Door: Sendable {
  private let isOpen = Atomic(false)

  func open() {
    isOpen.store(true, ordering: .releasing)
  }

  func wait() {
    while !isOpen.load(ordering: .acquiring) { yieldThread() }
  }
}

/// Takes notes from any thread.
final class Notes: Sendable {
  private let lines = Mutex<[String]>([])

  func add(_ line: String) {
    lines.withLock { $0.append(line) }
  }

  var text: String { lines.withLock { $0.joined(separator: ", ") } }
}

/// Counts who is inside, and how many were at most.
final class Counter: Sendable {
  private let counts = Mutex((inside: 0, highest: 0))

  func enter() {
    counts.withLock {
      $0.inside += 1
      $0.highest = max($0.highest, $0.inside)
    }
  }

  func leave() {
    counts.withLock { $0.inside -= 1 }
  }

  var highest: Int { counts.withLock { $0.highest } }
}
