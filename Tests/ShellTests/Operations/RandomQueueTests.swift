import ChimpSystem
import Shell
import TestSupport
import Testing

struct RandomQueueTests {
  /// A queue and its simple model, which get the same random calls.
  private final class Pair {
    private var numbers: RandomNumbers
    private let executor = DeferredExecutor()
    private let queue: OperationQueue
    private let nextEnd = Guarded(OperationEnd.success)
    private var operations: [QueuedOperation] = []
    private(set) var naive: NaiveQueue
    private(set) var endCount = 0
    var violations: [String] = []

    init(seed: Int) {
      numbers = RandomNumbers(seed: UInt64(seed))
      let width = 1 + numbers.below(4)
      queue = OperationQueue(width: width, executor: executor)
      naive = NaiveQueue(width: width)
    }

    var count: Int { operations.count }

    func step() {
      let first = numbers.below(max(1, count))
      switch numbers.below(count < 3 ? 1 : 10) {
      case 0...2: add()
      case 3:
        queue.cancel(operations[first])
        naive.cancel(first)
      default: finishOne()
      }
      compare()
    }

    private func add() {
      var predecessors: Set<Int> = []
      for _ in 0..<numbers.below(3) where count > 0 { predecessors.insert(numbers.below(count)) }
      let priority = numbers.below(3)
      let work = Work { [nextEnd] _ in
        switch nextEnd.use({ $0 }) {
        case .success: return 0
        case .failure: throw TestFault.broken
        case .cancelled: throw OperationCancellation()
        }
      }
      let operation = QueuedOperation(work, priority: priority)
      operation.predecessors = predecessors.map { operations[$0] }
      operation.addListener { [unowned self] _ in endCount += 1 }
      operations.append(operation)
      queue.enqueue(operation)
      naive.add(priority: priority, after: predecessors)
    }

    func cancelAll() {
      queue.cancelAll()
      naive.cancelAll()
      compare()
    }

    func finishOne() {
      guard executor.count > 0 else { return }
      let before = naive.states
      let index = numbers.below(executor.count)
      let end: OperationEnd = [.success, .success, .failure, .cancelled][numbers.below(4)]
      nextEnd.use { $0 = end }
      executor.perform(index)
      queue.collect()
      let ended = operations.indices.filter {
        before[$0] == .executing && operations[$0].end != nil
      }
      if ended.count != 1 { violations.append("\(ended) have ended") }
      for index in ended { naive.end(index, naive.items[index].isInterrupted ? .cancelled : end) }
    }

    func compare() {
      let states = operations.map { $0.end == nil ? $0.state : nil }
      if states != naive.states { violations.append("\(states) is not \(naive.states)") }
      for (index, item) in naive.items.enumerated() where operations[index].end != item.end {
        violations.append("\(index) ended otherwise")
      }
      if endCount != naive.items.count(where: { $0.end != nil }) {
        violations.append("\(endCount) were told of")
      }
      if executor.count != naive.items.count(where: \.isExecuting) {
        violations.append("\(executor.count) are held")
      }
    }
  }

  @Test func `Two thousand random queues do what the naive model does, and all finish once`() {
    var finished = 0
    for seed in 0..<2_000 {
      let pair = Pair(seed: seed)
      for _ in 0..<24 { pair.step() }
      if seed.isMultiple(of: 5) { pair.cancelAll() }
      while pair.naive.states.contains(.executing) { pair.finishOne() }
      pair.compare()
      if pair.endCount != pair.count { pair.violations.append("some never finished") }
      finished += pair.endCount
      guard pair.violations.isEmpty else {
        Issue.record("seed \(seed): \(pair.violations[0])")
        return
      }
    }
    #expect(finished > 18_000)
  }
}
