/// A class whose properties can be observed.
///
/// It stores an `ObservationTable`, marks its properties with `@Observed` and `@ObservedList`, and
/// declares the keys that it computes from others.
public protocol Observable: AnyObject {
  /// What is known of the object's keys: `let observation = ObservationTable()`.
  var observation: ObservationTable { get }

  /// Declares the keys that are computed from other keys.
  static func declareDependentKeys(in keys: inout DependentKeys)
}

extension Observable {
  /// A class declares no dependent keys unless it says so.
  public static func declareDependentKeys(in keys: inout DependentKeys) {}

  /// A literal such as `\.child.label`.
  public typealias PathLiteral<Value> = KeyPath<ObservedPath<Self, Self>, ObservedPath<Self, Value>>

  /// Observes the value at the end of a path until the observation ends.
  ///
  /// The handler runs inside of the change. Observers are told in the order in which they came.
  public func observe<Value>(
    _ path: PathLiteral<Value>, _ options: ObservationOptions = [.new],
    handler: @escaping (ValueChange<Value>) -> Void
  ) -> Observation { start(ObservedPath(path), options, handler) }

  /// Observes the value at the end of a path that was made before.
  public func observe<Value>(
    path: ObservedPath<Self, Value>, _ options: ObservationOptions = [.new],
    handler: @escaping (ValueChange<Value>) -> Void
  ) -> Observation { start(path, options, handler) }

  /// Observes the list at the end of a path, edit by edit, until the observation ends.
  public func observe<List: ListValue>(
    _ path: PathLiteral<List>, _ options: ObservationOptions = [.new],
    handler: @escaping (ListChange<List>) -> Void
  ) -> Observation { start(ObservedPath(path), options, handler) }

  /// Observes the list at the end of a path that was made before.
  public func observe<List: ListValue>(
    path: ObservedPath<Self, List>, _ options: ObservationOptions = [.new],
    handler: @escaping (ListChange<List>) -> Void
  ) -> Observation { start(path, options, handler) }

  func start<Change: ObservedChange>(
    _ path: ObservedPath<Self, Change.Whole>, _ options: ObservationOptions,
    isFirst: Bool = false, _ handler: @escaping (Change) -> Void
  ) -> Observation {
    Observation(options) { [weak self] in
      self?.attach(path, options, isFirst, handler)
    } initial: { [weak self] in
      guard let self else { return }
      handler(.setting(new: options.contains(.new) ? path.read(self) : nil, old: nil))
    }
  }

  private func attach<Change: ObservedChange>(
    _ path: ObservedPath<Self, Change.Whole>, _ options: ObservationOptions, _ isFirst: Bool,
    _ handler: @escaping (Change) -> Void
  ) -> () -> Void {
    if path.keys.count == 1, case .stored(let found)? = path.entry(from: self),
      let slot = found as? Slot<Change>
    {
      return slot.attach(Observer(options: options, handler: handler), isFirst: isFirst).detach
    }
    let watch = PathWatch(self, options: options, read: path.read, handler: handler)
    watch.trail = Trail(path.keys, for: watch)
    watch.trail?.attach(to: self)
    return watch.end
  }

  /// Changes the value behind a property without telling anybody.
  ///
  /// Returns nil, and does not run the body, where the key is computed.
  @discardableResult
  public func withoutNotifying<Value, Result>(
    _ key: KeyPath<Self, Value>, _ body: (inout Value) throws -> Result
  ) rethrows -> Result? { try (slot(of: key) as? Slot<ValueChange<Value>>)?.withStorage(body) }

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

  /// Says that a key is about to change; `didChange` has to follow.
  ///
  /// Pairs may be nested: every `didChange` answers the innermost open `willChange` of its key.
  public func willChange<Value>(_ key: KeyPath<Self, Value>) { slot(of: key).will() }

  /// Notifies the change of a key that `willChange` has announced; does nothing without that.
  public func didChange<Value>(_ key: KeyPath<Self, Value>) { slot(of: key).did() }

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
  ) throws(ListError) { try list(of: key)?.will(IndexedEdit(kind: kind, indexes: indexes)) }

  /// Notifies a change of places of a list that `willChange` has announced in the same words.
  public func didChange<Element>(
    _ key: KeyPath<Self, [Element]>, _ kind: IndexedKind, at indexes: [Int]
  ) throws(ListError) { try list(of: key)?.did(IndexedEdit(kind: kind, indexes: indexes)) }
}
