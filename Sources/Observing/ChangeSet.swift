/// Several edits of a list as one: removals in the old list, insertions in the new one.
///
/// Take the elements at `removals` and at the origins of `moves` out of the old list, then put
/// the inserted and the moved ones in at their final places in ascending order: that is the new
/// list.
public struct ChangeSet<Element> {
  /// An element that kept its identity and changed its place among the others.
  public struct Move: Hashable, Sendable {
    /// The position in the old list.
    public let from: Int
    /// The position in the new list.
    public let to: Int

    /// Makes a move.
    public init(from: Int, to: Int) { (self.from, self.to) = (from, to) }
  }

  /// Ascending positions in the old list of what went.
  public let removals: [Int]
  /// What went, in the order of `removals`, if old values were asked for.
  public let removed: [Element]?
  /// Ascending positions in the new list of what came.
  public let insertions: [Int]
  /// What came, in the order of `insertions`, if new values were asked for.
  public let inserted: [Element]?
  /// Moves in ascending order of where they lead.
  public let moves: [Move]
  /// Ascending positions in the new list of elements that changed inside.
  public let updates: [Int]

  /// Makes a change set.
  public init(
    removals: [Int], removed: [Element]?, insertions: [Int], inserted: [Element]?,
    moves: [Move] = [], updates: [Int] = []
  ) {
    (self.removals, self.removed, self.insertions) = (removals, removed, insertions)
    (self.inserted, self.moves, self.updates) = (inserted, moves, updates)
  }

  /// Whether nothing changed.
  public var isEmpty: Bool {
    removals.isEmpty && insertions.isEmpty && moves.isEmpty && updates.isEmpty
  }

  /// The new list, or nil where the change set does not fit the old one.
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

  @usableFromInline
  func reduced(toNew new: Bool, old: Bool) -> Self {
    Self(
      removals: removals, removed: old ? removed : nil, insertions: insertions,
      inserted: new ? inserted : nil, moves: moves, updates: updates)
  }
}

extension ChangeSet: Equatable where Element: Equatable {}
extension ChangeSet: Sendable where Element: Sendable {}
