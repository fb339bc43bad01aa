/// The base class of `ListBatch`, without the element type.
@usableFromInline class AnyBatch {
  /// The nesting depth of `batch` calls.
  final var depth = 1

  init() {}

  /// Records that the whole list was replaced.
  func replaceAll(in slot: AnySlot) {}
}

/// A batch in progress, which collects the edits of a list for one notification.
final class ListBatch<Element>: AnyBatch {
  private let announced: AnnouncedChange<ListChange<[Element]>>
  let isObserved: Bool
  /// The original index of each element; `nil` before the first edit, and after a single insertion.
  ///
  /// Most batches append one element, whose costs must not grow with the list.
  private var origins: Origins?
  /// The indexes of the insertion that is the only edit so far.
  private var onlyInsertion: OneOrMany<Int>?
  /// The number of elements before the batch.
  private var count = 0
  var removed: [(origin: Int, element: Element)] = []
  /// The original indexes of elements that were reported as updated.
  var updated: Set<Int> = []
  /// `true` once the whole list was set, after which edits need not be recorded.
  var isReplaced = false

  /// Announces the batch to the observers of the list.
  init(announcing observers: [Observer<ListChange<[Element]>>?]) {
    announced = AnnouncedChange(observers: observers) { _ in .prior(.batch) }
    isObserved = !observers.isEmpty
    super.init()
    announced.begin()
  }

  /// Begins to record the edits of a list with `count` elements.
  func begin(count: Int) { self.count = count }

  /// Records an edit; does nothing if the list is not observed.
  func record(_ change: ListChange<[Element]>) {
    guard isObserved, !isReplaced else { return }
    if origins == nil, onlyInsertion == nil, case .insertion(let indexes, _) = change {
      onlyInsertion = indexes
      return
    }
    var origins = removeOrigins()
    defer { self.origins = origins }
    switch change {
    case .insertion(let indexes, _):
      for index in indexes { origins.insert(nil, at: index) }
    case .removal(let indexes, let elements?):
      for number in indexes.indices.reversed() {
        record(origins.remove(at: indexes[number]), elements[number])
      }
    case .replacement(let indexes, _, let old?):
      for number in indexes.indices { record(origins.replace(at: indexes[number]), old[number]) }
    case .move(let from, let to, _): origins.insert(origins.remove(at: from), at: to)
    case .update(let index, _):
      if let origin = origins.origin(at: index) { updated.insert(origin) }
    case .setting, .batch, .prior, .removal(_, nil), .replacement(_, _, nil):
      preconditionFailure("an edit has its elements")
    }
  }

  /// Removes and returns the original index of each element, so that it can be edited in place.
  private func removeOrigins() -> Origins {
    var origins = self.origins ?? Origins(count: count)
    self.origins = nil
    for index in onlyInsertion ?? [] { origins.insert(nil, at: index) }
    onlyInsertion = nil
    return origins
  }

  /// Records the removal of an element; does nothing for one that the batch has inserted.
  func record(_ origin: Int?, _ element: Element) {
    if let origin { removed.append((origin, element)) }
  }

  override func replaceAll(in slot: AnySlot) {
    guard isObserved, !isReplaced, let slot = slot as? Slot<ListChange<[Element]>> else { return }
    for piece in removeOrigins().pieces {
      for (number, origin) in (piece.origins ?? 0..<0).enumerated() {
        removed.append((origin, slot.value[piece.start + number]))
      }
    }
    isReplaced = true
  }

  /// Returns the collected changes of the batch.
  func changes(to list: [Element]) -> ChangeSet<Element> {
    if origins == nil, !isReplaced {
      let insertions = Array(onlyInsertion ?? [])
      return ChangeSet(
        removals: [], removed: [], insertions: insertions, inserted: insertions.map { list[$0] })
    }
    let origins = isReplaced ? Origins(inserted: list.count) : removeOrigins()
    if zip(removed, removed.dropFirst()).contains(where: { $0.origin > $1.origin }) {
      removed.sort { $0.origin < $1.origin }
    }
    let insertions = origins.insertions
    return ChangeSet(
      removals: removed.map(\.origin), removed: removed.map(\.element),
      insertions: insertions, inserted: insertions.map { list[$0] },
      moves: origins.moves.map { .init(from: $0.from, to: $0.to) },
      updates: origins.positions(of: updated))
  }

  /// Notifies the observers of the changes; does nothing if there are none.
  func finish(_ changes: ChangeSet<Element>) {
    if changes.isEmpty {
      announced.abandon()
    } else {
      announced.finish { .batch(changes.reduced(toNew: $0.contains(.new), old: $0.contains(.old))) }
    }
  }
}
