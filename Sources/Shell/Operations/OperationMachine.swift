/// The rules of a queue, without threads, clocks or operations: what comes in is a call, what has
/// to be done about it comes out as actions.
///
/// - An operation starts when all that it waits for has finished, in whatever way, and at most
///   `width` run at once.
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

  private struct Node {
    let priority: Int
    var predecessors: Set<Int>
    var isExecuting = false
    var isInterrupted = false
  }

  package let width: Int
  private var nodes: [Int: Node] = [:]
  private var lastIdentifier = 0

  /// Makes a machine that lets so many operations run at once; one, at least.
  package init(width: Int) { self.width = max(1, width) }

  /// Where an operation is; nil where it has finished, or was never added.
  package func state(of identifier: Int) -> OperationState? {
    nodes[identifier].map { node in
      node.isExecuting ? .executing : node.predecessors.isEmpty ? .ready : .pending
    }
  }

  /// Takes an operation in, which runs after others; identifiers ascend from 1.
  package mutating func add(
    priority: Int, after predecessors: [Int]
  ) -> (identifier: Int, actions: [Action]) {
    lastIdentifier += 1
    nodes[lastIdentifier] = Node(
      priority: priority, predecessors: Set(predecessors.filter { nodes[$0] != nil }))
    return (lastIdentifier, startReady())
  }

  /// Cancels an operation: at once if it has not begun, otherwise as soon as it looks whether it
  /// is cancelled.
  package mutating func cancel(_ identifier: Int) -> [Action] {
    guard let node = nodes[identifier], !node.isInterrupted else { return [] }
    guard node.isExecuting else { return [finish(identifier, .cancelled)] + startReady() }
    nodes[identifier]?.isInterrupted = true
    return [.interrupt(identifier)]
  }

  /// Cancels every operation, so that none begins any more.
  package mutating func cancelAll() -> [Action] {
    let identifiers = nodes.keys.sorted()
    let waiting = identifiers.filter { nodes[$0]?.isExecuting == false }
    return waiting.map { finish($0, .cancelled) } + identifiers.flatMap { cancel($0) }
  }

  /// Takes note that an executing operation has ended.
  package mutating func end(_ identifier: Int, _ end: OperationEnd) -> [Action] {
    guard nodes[identifier]?.isExecuting == true else { return [] }
    return [finish(identifier, end)] + startReady()
  }

  private mutating func finish(_ identifier: Int, _ end: OperationEnd) -> Action {
    nodes[identifier] = nil
    for other in nodes.keys { nodes[other]?.predecessors.remove(identifier) }
    return .finish(identifier, end)
  }

  private mutating func startReady() -> [Action] {
    var actions: [Action] = []
    while nodes.values.count(where: \.isExecuting) < width {
      let ready = nodes.filter { !$1.isExecuting && $1.predecessors.isEmpty }
      let next = ready.min { ($1.value.priority, $0.key) < ($0.value.priority, $1.key) }
      guard let identifier = next?.key else { break }
      nodes[identifier]?.isExecuting = true
      actions.append(.start(identifier))
    }
    return actions
  }
}
