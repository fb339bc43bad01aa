extension Observable {
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

  func slot<Value>(of key: KeyPath<Self, Value>) -> AnySlot {
    observation.entry(for: key, of: self).slot
  }

  func list<Element>(of key: KeyPath<Self, [Element]>) -> Slot<ListChange<[Element]>>? {
    slot(of: key) as? Slot<ListChange<[Element]>>
  }
}
