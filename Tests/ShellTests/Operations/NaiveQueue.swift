import Operations

/// The simplest implementation of a queue's rules: every step examines all operations.
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

  mutating func add(priority: Int, after predecessors: Set<Int>) {
    items.append(Item(priority: priority, predecessors: predecessors))
    startNext()
  }

  mutating func cancel(_ index: Int) {
    guard items[index].end == nil else { return }
    if items[index].isExecuting {
      items[index].isInterrupted = true
    } else {
      items[index].end = .cancelled
    }
    startNext()
  }

  mutating func cancelAll() {
    for index in items.indices where items[index].end == nil {
      if items[index].isExecuting {
        items[index].isInterrupted = true
      } else {
        items[index].end = .cancelled
      }
    }
  }

  mutating func end(_ index: Int, _ end: OperationEnd) {
    guard items[index].isExecuting else { return }
    items[index].isExecuting = false
    items[index].end = end
    startNext()
  }

  private func isFree(_ item: Item) -> Bool {
    item.predecessors.allSatisfy { items[$0].end != nil }
  }

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
