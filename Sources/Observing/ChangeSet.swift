/// Several edits of a list as one: removals by old indexes, insertions by new ones.
///
/// To get the new list, remove the elements at `removals` and at the origins of `moves` from the
/// old one. Then insert the inserted and the moved elements at their final positions in ascending
/// order.
///
///     let token = model.observe(\.names) { change in
///       guard case .batch(let changes) = change else { return }
///       copy = changes.applied(to: copy) ?? copy
///     }
public struct ChangeSet<Element> {
  /// The move of an element, relative to the other elements that were kept.
  ///
  ///     for move in changes.moves { print("from", move.from, "to", move.to) }
  public struct Move: Hashable, Sendable {
    /// The index in the old list.
    public let from: Int
    /// The index in the new list.
    public let to: Int

    /// Creates a move.
    public init(from: Int, to: Int) {
      self.from = from
      self.to = to
    }
  }

  /// The indexes of the removed elements in the old list, ascending.
  public let removals: [Int]
  /// The removed elements in the order of `removals`, if old values were requested.
  public let removed: [Element]?
  /// The indexes of the inserted elements in the new list, ascending.
  public let insertions: [Int]
  /// The inserted elements in the order of `insertions`, if new values were requested.
  public let inserted: [Element]?
  /// The moves, in ascending order of their new indexes.
  public let moves: [Move]
  /// The indexes in the new list of elements that were reported as updated, ascending.
  public let updates: [Int]

  /// Creates a change set.
  public init(
    removals: [Int], removed: [Element]?, insertions: [Int], inserted: [Element]?,
    moves: [Move] = [], updates: [Int] = []
  ) {
    self.removals = removals
    self.removed = removed
    self.insertions = insertions
    self.inserted = inserted
    self.moves = moves
    self.updates = updates
  }

  /// True if nothing changed.
  public var isEmpty: Bool {
    removals.isEmpty && insertions.isEmpty && moves.isEmpty && updates.isEmpty
  }

  /// Returns the old list with the changes applied; `nil` if the indexes do not fit.
  public func applied(to old: [Element]) -> [Element]? {
    guard let inserted, inserted.count == insertions.count else { return nil }
    var leaves = [Bool](repeating: false, count: old.count)
    for index in removals + moves.map(\.from) {
      guard old.indices.contains(index), !leaves[index] else { return nil }
      leaves[index] = true
    }
    let arrivals = zip(insertions, inserted).map { ($0, $1) } + moves.map { ($0.to, old[$0.from]) }
    var result: [Element] = []
    result.reserveCapacity(old.count - removals.count + insertions.count)
    var stays = old.indices.lazy.filter { !leaves[$0] }.makeIterator()
    for (position, element) in arrivals.sorted(by: { $0.0 < $1.0 }) {
      while result.count < position {
        guard let index = stays.next() else { return nil }
        result.append(old[index])
      }
      guard result.count == position else { return nil }
      result.append(element)
    }
    while let index = stays.next() { result.append(old[index]) }
    return result
  }

  /// The changes that lead back from the new list to the old one.
  ///
  /// It can only be applied if old values were requested.
  ///
  ///     if let before = changes.inverse.applied(to: model.names) { model.names = before }
  public var inverse: Self {
    Self(
      removals: insertions, removed: inserted, insertions: removals, inserted: removed,
      moves: moves.map { Move(from: $0.to, to: $0.from) }.sorted { $0.to < $1.to },
      updates: oldIndexes(of: updates))
  }

  /// Returns the ascending indexes that elements had in the old list, without inserted elements.
  private func oldIndexes(of indexes: [Int]) -> [Int] {
    if indexes.isEmpty { return [] }
    let origins = Dictionary(moves.map { ($0.to, $0.from) }) { first, _ in first }
    let arrivals = (insertions + origins.keys).sorted()
    let departures = (removals + origins.values).sorted()
    var found: [Int] = []
    var arrivalCount = 0
    var departureCount = 0
    for index in indexes {
      while arrivalCount < arrivals.count, arrivals[arrivalCount] < index { arrivalCount += 1 }
      if arrivalCount < arrivals.count, arrivals[arrivalCount] == index {
        origins[index].map { found.append($0) }
        continue
      }
      // The number of elements that stay before this one is the same in both lists.
      let staying = index - arrivalCount
      while departureCount < departures.count,
        departures[departureCount] <= staying + departureCount
      { departureCount += 1 }
      found.append(staying + departureCount)
    }
    return found.sorted()
  }

  /// Returns a copy without old or new values, if the observation did not request these.
  func reduced(toNew new: Bool, old: Bool) -> Self {
    Self(
      removals: removals, removed: old ? removed : nil, insertions: insertions,
      inserted: new ? inserted : nil, moves: moves, updates: updates)
  }
}

extension ChangeSet: Equatable where Element: Equatable {}
extension ChangeSet: Sendable where Element: Sendable {}
