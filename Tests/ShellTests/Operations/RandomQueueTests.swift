import Shell
import TestSupport
import Testing

struct RandomQueueTests {
  /// A machine and its naive model, which are told the same.
  private struct Pair {
    var numbers: RandomNumbers
    var machine: OperationMachine
    var naive: NaiveQueue
    var ends: [Int: OperationEnd] = [:]
    var interrupted: Set<Int> = []
    var violations: [String] = []

    init(seed: Int) {
      numbers = RandomNumbers(seed: UInt64(seed))
      let width = 1 + numbers.below(4)
      machine = OperationMachine(width: width)
      naive = NaiveQueue(width: width)
    }

    var count: Int { naive.items.count }

    func predecessor(_ index: Int) -> OperationMachine.Predecessor {
      .init(index + 1, end: ends[index + 1])
    }

    mutating func step() {
      let first = numbers.below(max(1, count))
      let second = numbers.below(max(1, count))
      switch numbers.below(count < 3 ? 1 : 10) {
      case 0...2: add()
      case 3:
        take(machine.cancel(first + 1))
        naive.cancel(first)
      case 4, 5: addDependency(of: first, on: second)
      case 6:
        // Only those that the operation still waits for are known to the machine.
        take(machine.removeDependency(of: first + 1, on: second + 1))
        if ends[second + 1] == nil { naive.removeDependency(of: first, on: second) }
      default: endOne()
      }
      compare()
    }

    private mutating func add() {
      var predecessors: Set<Int> = []
      for _ in 0..<numbers.below(3) where count > 0 { predecessors.insert(numbers.below(count)) }
      let priority = numbers.below(3)
      let runsAfterFailure = numbers.below(4) == 0
      let answer = machine.add(
        priority: priority, runsAfterFailure: runsAfterFailure,
        after: predecessors.sorted().map(predecessor))
      naive.add(priority: priority, runsAfterFailure: runsAfterFailure, after: predecessors)
      if answer.identifier != count { violations.append("identifier \(answer.identifier)") }
      take(answer.actions)
    }

    private mutating func addDependency(of index: Int, on other: Int) {
      var isTaken = false
      do throws(OperationMachine.Refusal) {
        take(try machine.addDependency(of: index + 1, on: predecessor(other)))
        isTaken = true
      } catch {}
      if naive.addDependency(of: index, on: other) != isTaken {
        violations.append("dependency of \(index + 1) on \(other + 1)")
      }
    }

    mutating func cancelAll() {
      take(machine.cancelAll())
      naive.cancelAll()
      compare()
    }

    mutating func endOne() {
      let executing = naive.items.indices.filter { naive.items[$0].isExecuting }
      guard !executing.isEmpty else { return }
      let index = executing[numbers.below(executing.count)]
      let end: OperationEnd = [.success, .success, .failure, .cancelled(.request)][numbers.below(4)]
      take(machine.end(index + 1, end))
      naive.end(index, end)
    }

    private mutating func take(_ actions: [OperationMachine.Action]) {
      for action in actions {
        switch action {
        case .start: break
        case .interrupt(let identifier):
          if !interrupted.insert(identifier).inserted {
            violations.append("\(identifier) interrupted twice")
          }
        case .finish(let identifier, let end):
          if ends.updateValue(end, forKey: identifier) != nil {
            violations.append("\(identifier) finished twice")
          }
        }
      }
    }

    mutating func compare() {
      let states = (0..<count).map { machine.state(of: $0 + 1) }
      if states != naive.states { violations.append("\(states) is not \(naive.states)") }
      for index in 0..<count where !isSame(ends[index + 1], naive.items[index].end, index) {
        violations.append("\(index + 1) ended otherwise")
      }
      let expected = naive.items.indices.filter { naive.items[$0].isInterrupted }.map { $0 + 1 }
      if interrupted != Set(expected) { violations.append("\(interrupted) is not \(expected)") }
    }

    /// Of several that failed at once, any may be the cause.
    private func isSame(_ end: OperationEnd?, _ other: OperationEnd?, _ index: Int) -> Bool {
      guard case .cancelled(.dependency(let cause)) = end,
        case .cancelled(.dependency) = other
      else { return end == other }
      return naive.items[index].predecessors.contains(cause - 1)
        && naive.items[cause - 1].end != .success
    }
  }

  @Test func `Ten thousand random queues do what the naive model does, and all finish once`() {
    var finished = 0
    for seed in 0..<10_000 {
      var pair = Pair(seed: seed)
      for _ in 0..<24 { pair.step() }
      if seed.isMultiple(of: 5) { pair.cancelAll() }
      while pair.naive.states.contains(.executing) { pair.endOne() }
      pair.compare()
      if pair.ends.count != pair.count { pair.violations.append("some never finished") }
      finished += pair.ends.count
      guard pair.violations.isEmpty else {
        Issue.record("seed \(seed): \(pair.violations[0])")
        return
      }
    }
    #expect(finished == 92_934)
  }
}
