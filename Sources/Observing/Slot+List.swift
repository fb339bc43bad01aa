/// The edits of a list; one of a single place allocates nothing while the observers are plain.
extension Slot {
  /// Makes an edit and notifies it; refuses it, without a notice, where it does not fit.
  @inlinable
  func perform<Element>(
    _ edit: ListEdit<Element>
  ) throws(ListError) where Change == ListChange<[Element]> {
    try edit.check(count: value.count)
    guard delivery != .full else { return try performFully(edit) }
    if edit.isEmpty { return }
    let change = edit.apply(to: &value)
    version &+= 1
    guard delivery == .plain else { return }
    for observer in observers where observer.isActive {
      observer.handler(change.reduced(to: observer.options))
    }
  }

  @usableFromInline
  func performFully<Element>(
    _ edit: ListEdit<Element>
  ) throws(ListError) where Change == ListChange<[Element]> {
    if edit.isEmpty { return }
    if let batch = batch as? ListBatch<Element> { return batch.perform(edit, on: &value) }
    let before = value
    let bracket = Bracket<Change>(observers: observers) { edit.prior(in: before, $0) }
    bracket.begin()
    do {
      try edit.check(count: value.count)
    } catch {
      bracket.abandon()
      throw error
    }
    let change = edit.apply(to: &value)
    version &+= 1
    bracket.finish { change.reduced(to: $0) }
  }

  /// Runs a body whose edits are notified as one change set at the end of the outermost batch.
  @usableFromInline
  func batch<Element, Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result where Change == ListChange<[Element]> {
    beginBatch()
    defer { endBatch() }
    return try body()
  }

  private func beginBatch<Element>() where Change == ListChange<[Element]> {
    if let batch {
      batch.depth += 1
      return
    }
    let bracket = Bracket<Change>(observers: observers) { _ in .prior(.batch) }
    bracket.begin()
    if let batch {
      // NB: a prior handler has opened a batch of its own and left it open: join it.
      batch.depth += 1
      return
    }
    batch = ListBatch(bracket, count: value.count)
    chooseDelivery()
  }

  private func endBatch<Element>() where Change == ListChange<[Element]> {
    guard let batch = batch as? ListBatch<Element> else { return }
    batch.depth -= 1
    guard batch.depth == 0 else { return }
    self.batch = nil
    chooseDelivery()
    version &+= 1
    batch.finish(value)
  }
}

extension ListChange {
  /// The same change with the sides that were asked for.
  @inlinable
  func reduced(to options: ObservationOptions) -> Self {
    let new = options.contains(.new)
    let old = options.contains(.old)
    if new && old { return self }
    return switch self {
    case .setting(let newList, let oldList):
      .setting(new: new ? newList : nil, old: old ? oldList : nil)
    case .insertion(let indexes, let elements): .insertion(at: indexes, new: new ? elements : nil)
    case .removal(let indexes, let elements): .removal(at: indexes, old: old ? elements : nil)
    case .replacement(let indexes, let newElements, let oldElements):
      .replacement(at: indexes, new: new ? newElements : nil, old: old ? oldElements : nil)
    case .move(let from, let to, let element):
      .move(from: from, to: to, element: new || old ? element : nil)
    case .update(let index, let element): .update(at: index, element: new ? element : nil)
    case .batch(let changes): .batch(changes.reduced(to: options))
    case .prior: self
    }
  }
}
