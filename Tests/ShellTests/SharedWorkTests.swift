import Shell
import Testing

/// Work that is divided among processors.
struct SharedWorkTests {
  private enum Fault: Error, Equatable {
    case piece(Int)
  }

  /// Spreads pieces, some of which fail.
  private struct Spreading: Operation {
    let count: Int
    let failing: Set<Int>

    func perform(_ run: OperationRun<Fault>) throws(OperationStop<Fault>) -> [Int] {
      let failing = failing
      return try run.spread(count) { place throws(Fault) in
        if failing.contains(place) { throw .piece(place) }
        return place * place
      } telling: { _ in
      }
    }
  }

  private func result(_ count: Int, failing: Set<Int> = []) -> Result<[Int], Fault>? {
    let queue = OperationQueue(width: 2, executor: InlineExecutor())
    var result: Result<[Int], Fault>?
    let operation = QueuedOperation(
      Spreading(count: count, failing: failing)
    ) { result = $0 }
    queue.enqueue(operation)
    queue.waitUntilIdle()
    return result
  }

  @Test func `The results stand in the order of the pieces`() {
    for count in [0, 1, 2, 3, 1_000] {
      #expect(result(count) == .success((0..<count).map { $0 * $0 }))
    }
  }

  @Test func `Of several failures the first piece's is told, every time`() {
    for _ in 0..<20 {
      #expect(result(100, failing: [41, 7, 8, 99]) == .failure(.piece(7)))
    }
  }
}
