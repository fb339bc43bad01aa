extension Observable {
  /// Says that a key is about to change; `didChange` has to follow.
  ///
  /// Pairs may be nested: every `didChange` answers the innermost open `willChange` of its key.
  public func willChange<Value>(_ key: KeyPath<Self, Value>) {
    slot(of: key).will()
  }

  /// Notifies the change of a key that `willChange` has announced; does nothing without that.
  public func didChange<Value>(_ key: KeyPath<Self, Value>) {
    slot(of: key).did()
  }

  /// Changes a key by hand: `willChange`, the body, `didChange`.
  public func changing<Value, Result, Failure: Error>(
    _ key: KeyPath<Self, Value>, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    willChange(key)
    defer { didChange(key) }
    return try body()
  }

  /// Says that places of a list are about to change.
  public func willChange<Element>(
    _ key: KeyPath<Self, [Element]>, _ kind: IndexedKind, at indexes: [Int]
  ) throws(ListError) {
    try list(of: key)?.will(IndexedEdit(kind: kind, indexes: indexes))
  }

  /// Notifies a change of places of a list that `willChange` has announced in the same words.
  public func didChange<Element>(
    _ key: KeyPath<Self, [Element]>, _ kind: IndexedKind, at indexes: [Int]
  ) throws(ListError) {
    try list(of: key)?.did(IndexedEdit(kind: kind, indexes: indexes))
  }

  /// Changes the value behind a property without telling anybody.
  ///
  /// Returns nil, and does not run the body, where the key is computed.
  @discardableResult
  public func withoutNotifying<Value, Result>(
    _ key: KeyPath<Self, Value>, _ body: (inout Value) throws -> Result
  ) rethrows -> Result? {
    try (slot(of: key) as? Slot<ValueChange<Value>>)?.withStorage(body)
  }

  /// Changes the elements behind a list without telling anybody.
  @discardableResult
  public func withoutNotifying<Element, Result>(
    _ key: KeyPath<Self, [Element]>, _ body: (inout [Element]) throws -> Result
  ) rethrows -> Result? {
    if let list = list(of: key) { return try list.withStorage(body) }
    return try (slot(of: key) as? Slot<ValueChange<[Element]>>)?.withStorage(body)
  }

  /// The notifying list at the end of a path, or nil where a link is nil or the key has no setter.
  public func list<List: ListValue>(_ path: PathLiteral<List>) -> NotifyingList<List.Element>? {
    list(path: ObservedPath(path))
  }

  /// The notifying list at the end of a path that was made before.
  public func list<List: ListValue>(
    path: ObservedPath<Self, List>
  ) -> NotifyingList<List.Element>? {
    guard let key = path.keys.last, key.isWritable else { return nil }
    return (path.entry(from: self)?.slot as? Slot<ListChange<[List.Element]>>)
      .map { NotifyingList($0) }
  }

  private func slot<Value>(of key: KeyPath<Self, Value>) -> AnySlot {
    observation.entry(for: key, of: self).slot
  }

  private func list<Element>(of key: KeyPath<Self, [Element]>) -> Slot<ListChange<[Element]>>? {
    slot(of: key) as? Slot<ListChange<[Element]>>
  }
}
