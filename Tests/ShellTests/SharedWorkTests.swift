import ChimpSystem
import Shell
import Testing

/// Tests of work that an operation divides among processors.
struct SharedWorkTests {
  private enum Fault: Error, Equatable {
    case piece(Int)
  }

  /// Divides `count` numbered pieces of work among processors, of which some throw an error, and
  /// returns the results in order, or the error.
  private func result(_ count: Int, failing: Set<Int> = []) -> Result<[Int], Fault> {
    let result = Result {
      try OperationRun().spread(count) { index in
        if failing.contains(index) { throw Fault.piece(index) }
        return index * index
      } onStart: { _ in
      }
    }
    return result.mapError { $0 as? Fault ?? .piece(-1) }
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

  @Test(arguments: [1, 2], [nil, 0, 1, 500])
  func `Portions are taken one after the other, up to one that is refused`(
    threadCount: Int, refused: Int?
  ) {
    var run = OperationRun()
    run.threadCount = threadCount
    let next = Guarded(0)
    var consumed: [Int] = []
    let result = Result {
      try run.overlap({ () -> Int? in
        next.use { number in
          // After its end it would start again.
          defer { number = number < 1000 ? number + 1 : 0 }
          return number < 1000 ? number : nil
        }
      }) { _ in
        100
      } _: { portion in
        if portion == refused { throw Fault.piece(portion) }
        consumed.append(portion)
      }
    }
    #expect(consumed == Array(0..<(refused ?? 1000)))
    var fault: Fault?
    if case .failure(let error) = result { fault = error as? Fault }
    #expect(fault == refused.map { .piece($0) })
  }
}
