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

    mutating func step() {
      let first = numbers.below(max(1, count))
      switch numbers.below(count < 3 ? 1 : 10) {
      case 0...2: add()
      case 3:
        take(machine.cancel(first + 1))
        naive.cancel(first)
      default: endOne()
      }
      compare()
    }

    private mutating func add() {
      var predecessors: Set<Int> = []
      for _ in 0..<numbers.below(3) where count > 0 { predecessors.insert(numbers.below(count)) }
      let priority = numbers.below(3)
      let answer = machine.add(priority: priority, after: predecessors.map { $0 + 1 })
      naive.add(priority: priority, after: predecessors)
      if answer.identifier != count { violations.append("identifier \(answer.identifier)") }
      take(answer.actions)
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
      let end: OperationEnd = [.success, .success, .failure, .cancelled][numbers.below(4)]
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
      for index in 0..<count where ends[index + 1] != naive.items[index].end {
        violations.append("\(index + 1) ended otherwise")
      }
      let expected = naive.items.indices.filter { naive.items[$0].isInterrupted }.map { $0 + 1 }
      if interrupted != Set(expected) { violations.append("\(interrupted) is not \(expected)") }
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
    #expect(finished == 93_214)
  }
}
