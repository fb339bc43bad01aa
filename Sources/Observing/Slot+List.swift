extension Slot {
  /// Appends an element and notifies the observers.
  ///
  /// A client compiles it for its own type of element (row "observing": 60 ns instead of 700).
  @inlinable
  func append<Element>(_ element: Element) where Change == ListChange<[Element]> {
    if needsAnnouncement { return appendFully(element) }
    let index = value.count
    value.append(element)
    version += 1
    if isManual { return }
    for case let observer? in observers where observer.isActive {
      observer.handler(.insertion(at: .one(index), new: observer.wantsNew ? .one(element) : nil))
    }
  }

  /// Appends an element with announcements, path observers or a batch.
  @usableFromInline
  func appendFully<Element>(_ element: Element) where Change == ListChange<[Element]> {
    // Never refused: even after edits of a prior handler, a list has an end.
    try? perform(.append(element))
  }

  /// Applies an edit and notifies the observers; throws if it is invalid, without a notification.
  func perform<Element>(
    _ edit: ListEdit<Element>
  ) throws(ListError) where Change == ListChange<[Element]> {
    try edit.check(count: value.count)
    if edit.isEmpty { return }
    if needsAnnouncement, batch == nil { return try performFully(edit) }
    // The elements that are removed are freed with the change, when the access has ended.
    let change = edit.apply(to: &value)
    if let batch { return listBatch(batch).record(change) }
    version += 1
    if isManual { return }
    for case let observer? in observers where observer.isActive {
      let options = observer.options
      observer.handler(change.reduced(toNew: options.contains(.new), old: options.contains(.old)))
    }
  }

  /// Applies an edit with announcements and path observers.
  func performFully<Element>(
    _ edit: ListEdit<Element>
  ) throws(ListError) where Change == ListChange<[Element]> {
    // The edited elements are kept, not the list, which would be copied then.
    let prior = edit.prior(in: value)
    let announced = AnnouncedChange<Change>(observers: observers) {
      .prior($0.contains(.old) ? prior : prior.withoutOld)
    }
    announced.begin()
    do { try edit.check(count: value.count) } catch {
      announced.abandon()
      throw error
    }
    let change = edit.apply(to: &value)
    version += 1
    announced.finish { change.reduced(toNew: $0.contains(.new), old: $0.contains(.old)) }
  }

  /// Runs a closure whose edits are notified together, when the outermost batch ends.
  func batch<Element, Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result where Change == ListChange<[Element]> {
    beginBatch()
    defer { endBatch() }
    return try body()
  }

  /// Returns the batch with its element type.
  func listBatch<Element>(
    _ batch: AnyBatch
  ) -> ListBatch<Element> where Change == ListChange<[Element]> {
    guard let batch = batch as? ListBatch<Element> else {
      preconditionFailure("the batch belongs to another list")
    }
    return batch
  }

  /// Begins a batch, or a nested one.
  func beginBatch<Element>() where Change == ListChange<[Element]> {
    if let batch {
      batch.depth += 1
      return
    }
    let batch = ListBatch<Element>(announcing: isManual ? [] : observers)
    batch.begin(count: value.count)
    self.batch = batch
  }

  /// Ends the innermost batch; at the end of the outermost one, notifies the observers.
  func endBatch<Element>() where Change == ListChange<[Element]> {
    guard let open = batch else { return }
    open.depth -= 1
    guard open.depth == 0 else { return }
    batch = nil
    version += 1
    let batch: ListBatch<Element> = listBatch(open)
    batch.finish(batch.changes(to: value))
  }
}

extension ListChange {
  /// Returns a copy without old or new values, if the observation did not request these.
  func reduced(toNew new: Bool, old: Bool) -> Self {
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
    case .batch(let changes): .batch(changes.reduced(toNew: new, old: old))
    case .prior: self
    }
  }
}
