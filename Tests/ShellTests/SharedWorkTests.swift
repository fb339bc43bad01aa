import ChimpSystem
import Shell
import Testing

/// Tests of work that an operation divides among processors.
struct SharedWorkTests {
  private enum Fault: Error, Equatable {
    case piece(Int)
  }

  /// An operation that divides numbered pieces of work among processors; some of the pieces throw
  /// an error.
  private struct SpreadOperation: Operation {
    let count: Int
    let failing: Set<Int>

    func perform(_ run: OperationRun) throws -> [Int] {
      let failing = failing
      return try run.spread(count) { index in
        if failing.contains(index) { throw Fault.piece(index) }
        return index * index
      } onStart: { _ in
      }
    }
  }

  /// Runs an operation of `count` pieces and returns the results in order, or the error.
  private func result(_ count: Int, failing: Set<Int> = []) -> Result<[Int], Fault>? {
    let queue = OperationQueue(width: 2, executor: InlineExecutor())
    var result: Result<[Int], any Error>?
    let operation = QueuedOperation(
      SpreadOperation(count: count, failing: failing)
    ) { result = $0 }
    queue.enqueue(operation)
    queue.waitUntilIdle()
    return result?.mapError { $0 as? Fault ?? .piece(-1) }
  }

  @Test func `The results stand in the order of the pieces`() {
    for count in [0, 1, 2, 3, 1_000] {
      #expect(result(count) == .success((0..<count).map { $0 * $0 }))
    }
  }

  @Test func `Of several failures that of the first piece is thrown, every time`() {
    for _ in 0..<20 {
      #expect(result(100, failing: [41, 7, 8, 99]) == .failure(.piece(7)))
    }
  }

  /// An operation that produces `count` portions on several threads and consumes them in order;
  /// consuming the portion `refused` fails.
  private struct OverlapOperation: Operation {
    let count: Int
    let refused: Int?
    let threadCount: Int
    let consumed: Guarded<[Int]>

    func perform(_ run: OperationRun) throws {
      var run = run
      run.threadCount = threadCount
      let (count, next) = (count, Guarded(0))
      try run.overlap({ () -> Int? in
        next.use { number in
          // After its end it would start again.
          defer { number = number < count ? number + 1 : 0 }
          return number < count ? number : nil
        }
      }) { _ in
        100
      } _: { portion in
        if portion == refused { throw Fault.piece(portion) }
        consumed.use { $0.append(portion) }
      }
    }
  }

  @Test(arguments: [1, 2], [nil, 0, 1, 500])
  func `Portions are taken one after the other, up to one that is refused`(
    threadCount: Int, refused: Int?
  ) {
    let queue = OperationQueue(width: 1, executor: InlineExecutor())
    let consumed = Guarded<[Int]>([])
    var fault: Fault?
    let work = OverlapOperation(
      count: 1000, refused: refused, threadCount: threadCount, consumed: consumed)
    queue.enqueue(
      QueuedOperation(work) { if case .failure(let found) = $0 { fault = found as? Fault } })
    queue.waitUntilIdle()
    #expect(consumed.use { $0 } == Array(0..<(refused ?? 1000)))
    #expect(fault == refused.map { .piece($0) })
  }
}
