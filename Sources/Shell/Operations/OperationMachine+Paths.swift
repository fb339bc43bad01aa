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
