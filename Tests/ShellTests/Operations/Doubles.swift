import Operations

/// Something that goes wrong in an operation of the tests.
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

/// Keeps the works it is brought, until the test does one.
final class HeldExecutor: OperationExecutor {
  let isInline = false
  private var works: [@Sendable () -> Void] = []
  var whenBrought: () -> Void = {}

  func execute(_ work: @escaping @Sendable () -> Void) {
    works.append(work)
    whenBrought()
  }

  var count: Int { works.count }

  /// Performs the oldest pending work.
  func doNext() {
    doOne(0)
  }

  func doOne(_ index: Int) {
    works.remove(at: index)()
  }
}

/// A door that operations on other threads wait at, until the test opens it.
final class Door: Sendable {
  private let isOpen = Guarded(false)

  func open() {
    isOpen.use { $0 = true }
  }

  func wait() {
    while !isOpen.use({ $0 }) { yieldThread() }
  }
}

/// A list of lines that any thread may add to.
final class Notes: Sendable {
  private let lines = Guarded<[String]>([])

  func add(_ line: String) {
    lines.use { $0.append(line) }
  }

  var text: String { lines.use { $0.joined(separator: ", ") } }
}

/// Counts who is inside, and how many were at most.
final class Counter: Sendable {
  private let counts = Guarded((inside: 0, highest: 0))

  func enter() {
    counts.use {
      $0.inside += 1
      $0.highest = max($0.highest, $0.inside)
    }
  }

  func leave() {
    counts.use { $0.inside -= 1 }
  }

  var highest: Int { counts.use { $0.highest } }
}
