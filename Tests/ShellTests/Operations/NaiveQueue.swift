import Shell

/// The rules of a queue the slow way: after each step everything is looked at again.
struct NaiveQueue {
  struct Item {
    let priority: Int
    let runsAfterFailure: Bool
    var predecessors: Set<Int>
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

  mutating func add(priority: Int, runsAfterFailure: Bool, after predecessors: Set<Int>) {
    items.append(
      Item(
        priority: priority, runsAfterFailure: runsAfterFailure, predecessors: predecessors))
    settle()
  }

  /// Answers whether the dependency was taken.
  mutating func addDependency(of index: Int, on other: Int) -> Bool {
    guard items[index].end == nil, !items[index].isExecuting else { return false }
    guard items[other].end != nil || !waits(other, for: index) else { return false }
    items[index].predecessors.insert(other)
    settle()
    return true
  }

  mutating func removeDependency(of index: Int, on other: Int) {
    guard items[index].end == nil else { return }
    items[index].predecessors.remove(other)
    settle()
  }

  mutating func cancel(_ index: Int) {
    guard items[index].end == nil else { return }
    if items[index].isExecuting {
      items[index].isInterrupted = true
    } else {
      items[index].end = .cancelled(.request)
    }
    settle()
  }

  mutating func cancelAll() {
    for index in items.indices where items[index].end == nil {
      if items[index].isExecuting {
        items[index].isInterrupted = true
      } else {
        items[index].end = .cancelled(.request)
      }
    }
  }

  mutating func end(_ index: Int, _ end: OperationEnd) {
    guard items[index].isExecuting else { return }
    items[index].isExecuting = false
    items[index].end = end
    settle()
  }

  private func isFree(_ item: Item) -> Bool {
    item.predecessors.allSatisfy { items[$0].end != nil }
  }

  private func waits(_ index: Int, for goal: Int) -> Bool {
    index == goal
      || items[index].predecessors.contains { items[$0].end == nil && waits($0, for: goal) }
  }

  private mutating func settle() {
    while let index = items.firstIndex(where: isLost) {
      let cause = items[index].predecessors.first { items[$0].end.map { $0 != .success } ?? false }
      items[index].end = .cancelled(.dependency((cause ?? -1) + 1))
    }
    while items.count(where: \.isExecuting) < width {
      let free = items.indices.filter {
        items[$0].end == nil && !items[$0].isExecuting && isFree(items[$0])
      }
      let highest = free.map { items[$0].priority }.max()
      guard let index = free.first(where: { items[$0].priority == highest }) else { return }
      items[index].isExecuting = true
    }
  }

  private func isLost(_ item: Item) -> Bool {
    item.end == nil && !item.isExecuting && !item.runsAfterFailure
      && item.predecessors.contains { items[$0].end.map { $0 != .success } ?? false }
  }
}
