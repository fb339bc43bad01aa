import Shell

/// A model of an operation queue that implements its rules in the simplest way, by examining all
/// operations in each step.
struct NaiveQueue {
  struct Item {
    let priority: Int
    let predecessors: Set<Int>
    var end: OperationEnd?
    var isExecuting = false
    var isInterrupted = false
  }

  let width: Int
  private(set) var items: [Item] = []

  init(width: Int) {
    self.width = width
  }

  var states: [OperationState?] {
    items.map { item in
      if item.end != nil { return nil }
      if item.isExecuting { return .executing }
      return isFree(item) ? .ready : .pending
    }
  }

  /// Adds an operation, and starts each operation that is ready while the queue has room.
  mutating func add(priority: Int, after predecessors: Set<Int>) {
    items.append(Item(priority: priority, predecessors: predecessors))
    startNext()
  }

  /// Cancels an operation; does nothing if it has finished.
  mutating func cancel(_ index: Int) {
    guard items[index].end == nil else { return }
    if items[index].isExecuting {
      items[index].isInterrupted = true
    } else {
      items[index].end = .cancelled
    }
    startNext()
  }

  /// Cancels every operation that has not finished.
  mutating func cancelAll() {
    for index in items.indices where items[index].end == nil {
      if items[index].isExecuting {
        items[index].isInterrupted = true
      } else {
        items[index].end = .cancelled
      }
    }
  }

  /// Finishes an executing operation, and starts each operation that is ready while the queue has
  /// room.
  mutating func end(_ index: Int, _ end: OperationEnd) {
    guard items[index].isExecuting else { return }
    items[index].isExecuting = false
    items[index].end = end
    startNext()
  }

  /// Returns `true` if all predecessors of an operation have finished.
  private func isFree(_ item: Item) -> Bool {
    item.predecessors.allSatisfy { items[$0].end != nil }
  }

  /// Starts the ready operations of highest priority, in their order, while the queue has room.
  private mutating func startNext() {
    while items.count(where: \.isExecuting) < width {
      let free = items.indices.filter {
        items[$0].end == nil && !items[$0].isExecuting && isFree(items[$0])
      }
      let highest = free.map { items[$0].priority }.max()
      guard let index = free.first(where: { items[$0].priority == highest }) else { return }
      items[index].isExecuting = true
    }
  }
}
