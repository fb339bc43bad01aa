/// The original index of each element of a list that is being edited, in compact form.
struct Origins {
  /// A run of elements that were adjacent originally, or that were all inserted.
  struct Piece {
    let start: Int
    /// The original indexes; `nil` if the elements were inserted.
    let origins: Range<Int>?
    let count: Int

    var positions: Range<Int> { start..<start + count }
  }

  /// The original index of each element; -1 for an inserted one.
  private var entries: [Int32]

  init(count: Int) { entries = Array(0..<Int32(count)) }

  init(inserted count: Int) { entries = Array(repeating: -1, count: count) }

  /// Returns the original index of an element; `nil` if it was inserted.
  func origin(at index: Int) -> Int? { Self.origin(entries[index]) }

  mutating func insert(_ origin: Int?, at index: Int) {
    entries.insert(Int32(origin ?? -1), at: index)
  }

  /// Marks an element as inserted, and returns its original index.
  mutating func replace(at index: Int) -> Int? {
    defer { entries[index] = -1 }
    return origin(at: index)
  }

  /// Removes an element, and returns its original index.
  mutating func remove(at index: Int) -> Int? { Self.origin(entries.remove(at: index)) }

  private static func origin(_ entry: Int32) -> Int? { entry < 0 ? nil : Int(entry) }

  var insertions: [Int] { entries.indices.filter { entries[$0] < 0 } }

  /// Returns the current indexes of elements with these original indexes.
  func positions(of origins: Set<Int>) -> [Int] {
    if origins.isEmpty { return [] }
    return entries.indices.filter { origins.contains(Int(entries[$0])) }
  }

  /// The list as the smallest number of runs.
  var pieces: [Piece] {
    var pieces: [Piece] = []
    var start = 0
    while start < entries.count {
      let first = origin(at: start)
      var end = start + 1
      while end < entries.count, origin(at: end) == first.map({ $0 + end - start }) { end += 1 }
      let count = end - start
      pieces.append(Piece(start: start, origins: first.map { $0..<$0 + count }, count: count))
      start = end
    }
    return pieces
  }

  /// The fewest moves that lead to the current order of the kept elements.
  var moves: [(from: Int, to: Int)] {
    let order = entries.lazy.filter { $0 >= 0 }
    guard zip(order, order.dropFirst()).contains(where: >) else { return [] }
    let kept = pieces.filter { $0.origins != nil }
    let starts = kept.map { $0.origins?.lowerBound ?? 0 }
    let stays = heaviestIncreasingSubsequence(starts, weights: kept.map(\.count))
    return zip(kept, stays).filter { !$0.1 }.flatMap { piece, _ in
      zip(piece.origins ?? 0..<0, piece.positions).map { ($0, $1) }
    }
  }

  /// Returns `true` for each member of the increasing subsequence with the greatest total weight.
  private func heaviestIncreasingSubsequence(_ values: [Int], weights: [Int]) -> [Bool] {
    let order = values.indices.sorted { values[$0] < values[$1] }
    var rank = [Int](repeating: 0, count: values.count)
    for (position, index) in order.enumerated() { rank[index] = position + 1 }
    // A Fenwick tree of prefix maxima by rank: the weight of the best ascent, and its last index.
    var best = [(weight: Int, end: Int)](repeating: (0, -1), count: values.count + 1)
    var previous = [Int](repeating: -1, count: values.count)
    var heaviest = (weight: 0, end: -1)
    for index in values.indices {
      var found = (weight: 0, end: -1)
      var node = rank[index] - 1
      while node > 0 {
        if best[node].weight > found.weight { found = best[node] }
        node &= node - 1
      }
      previous[index] = found.end
      let ascent = (weight: found.weight + weights[index], end: index)
      if ascent.weight > heaviest.weight { heaviest = ascent }
      node = rank[index]
      while node <= values.count {
        if ascent.weight > best[node].weight { best[node] = ascent }
        node += node & -node
      }
    }
    var stays = [Bool](repeating: false, count: values.count)
    var index = heaviest.end
    while index >= 0 {
      stays[index] = true
      index = previous[index]
    }
    return stays
  }
}
