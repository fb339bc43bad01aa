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
}
