/// What a batch knows of a list, whatever the list holds.
@usableFromInline
class AnyBatch {
  /// How many batches are open, one in another.
  final var depth = 1

  /// Records that the whole list is replaced by one that the batch does not know.
  func replaceAll(in slot: AnySlot) {}
}

/// A batch in progress: where the elements have come from, and which ones went.
final class ListBatch<Element>: AnyBatch {
  private let bracket: Bracket<ListChange<[Element]>>
  private let isObserved: Bool
  private var origins: Origins
  private var removed: [(origin: Int, element: Element)] = []
  private var updated: Set<Int> = []
  private var isReplaced = false

  init(_ bracket: Bracket<ListChange<[Element]>>, count: Int) {
    self.bracket = bracket
    isObserved = !bracket.isEmpty
    origins = Origins(count: count)
  }

  /// Makes an edit that has been checked.
  func perform(_ edit: ListEdit<Element>, on list: inout [Element]) {
    let change = edit.apply(to: &list)
    guard isObserved, !isReplaced else { return }
    switch change {
    case .insertion(let indexes, _):
      for index in indexes { origins.insert(nil, at: index) }
    case .removal(let indexes, let elements):
      for (index, element) in zip(indexes, elements ?? []).reversed() { remove(element, at: index) }
    case .replacement(let indexes, _, let elements):
      for (index, element) in zip(indexes, elements ?? []) {
        remove(element, at: index)
        origins.insert(nil, at: index)
      }
    case .move(let from, let to, _): origins.insert(origins.remove(at: from), at: to)
    case .update(let index, _):
      if let origin = origins.origin(at: index) { updated.insert(origin) }
    case .setting, .batch, .prior: break
    }
  }

  private func remove(_ element: Element, at index: Int) {
    if let origin = origins.remove(at: index) { removed.append((origin, element)) }
  }

  override func replaceAll(in slot: AnySlot) {
    guard isObserved, !isReplaced, let slot = slot as? Slot<ListChange<[Element]>> else { return }
    for piece in origins.pieces {
      for (number, origin) in (piece.origins ?? 0..<0).enumerated() {
        removed.append((origin, slot.value[piece.start + number]))
      }
    }
    isReplaced = true
  }

  /// Notifies what has become of the list, unless nothing has.
  func finish(_ list: [Element]) {
    if isReplaced { origins = Origins(inserted: list.count) }
    let changes = changeSet(list)
    guard !changes.isEmpty else { return bracket.abandon() }
    bracket.finish { .batch(changes.reduced(to: $0)) }
  }

  private func changeSet(_ list: [Element]) -> ChangeSet<Element> {
    let pieces = origins.pieces
    let insertions = pieces.filter { $0.origins == nil }.flatMap { Array($0.positions) }
    removed.sort { $0.origin < $1.origin }
    var updates: [Int] = []
    if !updated.isEmpty {
      updates = pieces.flatMap { piece in
        zip(piece.origins ?? 0..<0, piece.positions)
          .filter { updated.contains($0.0) }.map(\.1)
      }
    }
    return ChangeSet(
      removals: removed.map(\.origin), removed: removed.map(\.element),
      insertions: insertions, inserted: insertions.map { list[$0] },
      moves: origins.moves.map { .init(from: $0.from, to: $0.to) }, updates: updates)
  }
}
