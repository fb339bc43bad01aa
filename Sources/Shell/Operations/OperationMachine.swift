/// The rules of a queue, without threads, clocks or operations: what comes in is a call, what has
/// to be done about it comes out as actions.
///
/// - An operation starts when all that it waits for has finished, and at most `width` run at once.
/// - Every operation that was added finishes exactly once, whatever happens to it.
/// - Nothing that has finished is remembered.
package struct OperationMachine {
  /// What the owner has to do.
  package enum Action: Equatable, Sendable {
    case start(Int)
    /// Tell an executing operation that it should end.
    case interrupt(Int)
    case finish(Int, OperationEnd)
  }

  /// Why a dependency can't be added; identifiers say between what.
  package enum Refusal: Error, Equatable {
    case begunAlready(Int)
    case cycle([Int])
  }

  /// An operation that another one waits for, and how it ended if it has.
  package struct Predecessor: Equatable, Sendable {
    package let identifier: Int
    package let end: OperationEnd?

    /// Makes a predecessor.
    package init(_ identifier: Int, end: OperationEnd? = nil) {
      self.identifier = identifier
      self.end = end
    }
  }

  struct Node {
    enum Stage {
      case pending
      case ready
      case executing
      case interrupted
    }

    let priority: Int
    let runsAfterFailure: Bool
    var stage = Stage.pending
    var predecessors: Set<Int> = []
    var successors: Set<Int> = []

    var hasBegun: Bool { stage == .executing || stage == .interrupted }
  }

  package let width: Int
  var nodes: [Int: Node] = [:]
  private var ready = ReadyList()
  private var executingCount = 0
  private var lastIdentifier = 0

  /// Makes a machine that lets so many operations run at once; one, at least.
  package init(width: Int) {
    self.width = max(1, width)
  }

  /// Where an operation is; nil where it has finished, or was never added.
  package func state(of identifier: Int) -> OperationState? {
    switch nodes[identifier]?.stage {
    case .pending: .pending
    case .ready: .ready
    case .executing, .interrupted: .executing
    case nil: nil
    }
  }

  /// Takes an operation in; identifiers ascend from 1.
  package mutating func add(
    priority: Int, runsAfterFailure: Bool, after predecessors: [Predecessor]
  ) -> (identifier: Int, actions: [Action]) {
    lastIdentifier += 1
    let identifier = lastIdentifier
    var node = Node(priority: priority, runsAfterFailure: runsAfterFailure)
    for predecessor in predecessors {
      if let end = predecessor.end {
        guard end != .success, !runsAfterFailure else { continue }
        return (identifier, [.finish(identifier, .cancelled(.dependency(predecessor.identifier)))])
      }
      node.predecessors.insert(predecessor.identifier)
    }
    for predecessor in node.predecessors {
      nodes[predecessor]?.successors.insert(identifier)
    }
    nodes[identifier] = node
    makeReadyIfFree(identifier)
    return (identifier, startReady())
  }

  /// Lets an operation that has not begun wait for another one.
  package mutating func addDependency(
    of identifier: Int, on predecessor: Predecessor
  ) throws(Refusal) -> [Action] {
    guard let node = nodes[identifier], !node.hasBegun else { throw .begunAlready(identifier) }
    if let end = predecessor.end {
      guard end != .success, !node.runsAfterFailure else { return [] }
      return settle([(identifier, .cancelled(.dependency(predecessor.identifier)))]) + startReady()
    }
    if let path = path(from: predecessor.identifier, to: identifier) {
      throw .cycle([identifier] + path)
    }
    if node.stage == .ready {
      ready.remove(priority: node.priority, identifier)
      nodes[identifier]?.stage = .pending
    }
    nodes[identifier]?.predecessors.insert(predecessor.identifier)
    nodes[predecessor.identifier]?.successors.insert(identifier)
    return []
  }

  /// Lets an operation wait for another one no more; it may be the last that it waited for.
  package mutating func removeDependency(of identifier: Int, on predecessor: Int) -> [Action] {
    guard nodes[identifier]?.predecessors.remove(predecessor) != nil else { return [] }
    nodes[predecessor]?.successors.remove(identifier)
    makeReadyIfFree(identifier)
    return startReady()
  }

  /// Cancels an operation: at once if it has not begun, otherwise as soon as it looks whether it is cancelled.
  package mutating func cancel(_ identifier: Int) -> [Action] {
    switch nodes[identifier]?.stage {
    case .pending, .ready:
      return settle([(identifier, .cancelled(.request))]) + startReady()
    case .executing:
      nodes[identifier]?.stage = .interrupted
      return [.interrupt(identifier)]
    case .interrupted, nil:
      return []
    }
  }

  /// Cancels every operation, so that none begins any more.
  package mutating func cancelAll() -> [Action] {
    let identifiers = nodes.keys.sorted()
    let waiting = identifiers.filter { nodes[$0]?.hasBegun == false }
    return settle(waiting.map { ($0, .cancelled(.request)) }) + identifiers.flatMap { cancel($0) }
  }

  /// Takes note that an executing operation has ended.
  package mutating func end(_ identifier: Int, _ end: OperationEnd) -> [Action] {
    guard let node = nodes[identifier], node.hasBegun else { return [] }
    executingCount -= 1
    return settle([(identifier, end)]) + startReady()
  }

  /// Finishes operations, and all that can't run without their success.
  private mutating func settle(_ endings: [(identifier: Int, end: OperationEnd)]) -> [Action] {
    var actions: [Action] = []
    var ending = endings
    var place = 0
    while place < ending.count {
      let (identifier, end) = ending[place]
      place += 1
      guard let node = nodes.removeValue(forKey: identifier) else { continue }
      if node.stage == .ready { ready.remove(priority: node.priority, identifier) }
      actions.append(.finish(identifier, end))
      for predecessor in node.predecessors {
        nodes[predecessor]?.successors.remove(identifier)
      }
      for successor in node.successors.sorted() {
        if end == .success || nodes[successor]?.runsAfterFailure == true {
          nodes[successor]?.predecessors.remove(identifier)
          makeReadyIfFree(successor)
        } else {
          ending.append((successor, .cancelled(.dependency(identifier))))
        }
      }
    }
    return actions
  }

  private mutating func makeReadyIfFree(_ identifier: Int) {
    guard let node = nodes[identifier], node.stage == .pending, node.predecessors.isEmpty
    else { return }
    nodes[identifier]?.stage = .ready
    ready.insert(priority: node.priority, identifier)
  }

  private mutating func startReady() -> [Action] {
    var actions: [Action] = []
    while executingCount < width, let identifier = ready.removeFirst() {
      nodes[identifier]?.stage = .executing
      executingCount += 1
      actions.append(.start(identifier))
    }
    return actions
  }
}

extension OperationMachine {
  /// The way from one operation to another along what each waits for; nil where there is none.
  func path(from start: Int, to goal: Int) -> [Int]? {
    var cameFrom: [Int: Int] = [:]
    var reached: Set = [start]
    var open = [start]
    while let identifier = open.popLast() {
      if identifier == goal {
        var path = [goal]
        while let before = cameFrom[path[path.count - 1]] { path.append(before) }
        return path.reversed()
      }
      for next in (nodes[identifier]?.predecessors ?? []).sorted()
      where reached.insert(next).inserted {
        cameFrom[next] = identifier
        open.append(next)
      }
    }
    return nil
  }
}

/// The operations that wait for room, in the order in which they get it.
struct ReadyList {
  /// The last one goes first.
  private var places: [(priority: Int, identifier: Int)] = []

  mutating func insert(priority: Int, _ identifier: Int) {
    places.insert((priority, identifier), at: place(of: priority, identifier))
  }

  mutating func remove(priority: Int, _ identifier: Int) {
    places.remove(at: place(of: priority, identifier))
  }

  mutating func removeFirst() -> Int? {
    places.popLast()?.identifier
  }

  /// Where the operation stands, or would stand.
  private func place(of priority: Int, _ identifier: Int) -> Int {
    var low = 0
    var high = places.count
    while low < high {
      let middle = (low + high) / 2
      if (places[middle].priority, -places[middle].identifier) < (priority, -identifier) {
        low = middle + 1
      } else {
        high = middle
      }
    }
    return low
  }
}
