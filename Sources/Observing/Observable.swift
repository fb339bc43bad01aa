/// A class whose properties can be observed.
///
/// It stores an `ObservationTable`, marks properties with `@Observed` and `@ObservedList`, and
/// declares the keys that it computes from others. Observable objects belong to one thread.
///
///     final class Member: Observable {
///       @Observed var name = ""
///       let observation = ObservationTable()
///     }
///
///     let member = Member()
///     let token = member.observe(\.name) { change in print(change.new ?? "") }
///     member.name = "Ai"  // prints Ai
public protocol Observable: AnyObject {
  /// The table of the observable properties: `let observation = ObservationTable()`.
  var observation: ObservationTable { get }

  /// Declares computed properties and the properties on which they depend; none by default.
  ///
  /// A constant, or a property that is notified by hand, is declared without sources.
  static func declareDependentKeys(in keys: inout DependentKeys)
}

extension Observable {
  /// Declares no computed properties.
  public static func declareDependentKeys(in keys: inout DependentKeys) {}

  /// A literal such as `\.child.label`.
  ///
  ///     let token = model.observe(\.child.label) { change in print(change.new ?? "none") }
  public typealias PathLiteral<Value> = KeyPath<ObservedPath<Self, Self>, ObservedPath<Self, Value>>

  /// Observes the value at the end of a path, until the returned token is released.
  ///
  /// The handler is called synchronously, before the statement that changes the value returns.
  /// Observers are called in the order in which they were attached. A property that is neither
  /// marked nor declared stops the program, with the file and line of the call.
  public func observe<Value>(
    _ path: PathLiteral<Value>, _ options: ObservationOptions = [.new],
    file: StaticString = #fileID, line: UInt = #line,
    handler: @escaping (ValueChange<Value>) -> Void
  ) -> ObservationToken {
    start(ObservedPath(path), options, CallSite(file: file, line: line), handler)
  }

  /// Observes the value at the end of an existing path.
  public func observe<Value>(
    path: ObservedPath<Self, Value>, _ options: ObservationOptions = [.new],
    file: StaticString = #fileID, line: UInt = #line,
    handler: @escaping (ValueChange<Value>) -> Void
  ) -> ObservationToken { start(path, options, CallSite(file: file, line: line), handler) }

  /// Observes the list at the end of a path, edit by edit, until the token ends the observation.
  public func observe<List: ListValue>(
    _ path: PathLiteral<List>, _ options: ObservationOptions = [.new],
    file: StaticString = #fileID, line: UInt = #line,
    handler: @escaping (ListChange<List>) -> Void
  ) -> ObservationToken {
    start(ObservedPath(path), options, CallSite(file: file, line: line), handler)
  }

  /// Observes the list at the end of an existing path, edit by edit.
  public func observe<List: ListValue>(
    path: ObservedPath<Self, List>, _ options: ObservationOptions = [.new],
    file: StaticString = #fileID, line: UInt = #line,
    handler: @escaping (ListChange<List>) -> Void
  ) -> ObservationToken { start(path, options, CallSite(file: file, line: line), handler) }

  /// Creates an observation; with `isFirst` it is notified before earlier ones.
  func start<Change: ObservedChange>(
    _ path: ObservedPath<Self, Change.Whole>, _ options: ObservationOptions, _ site: CallSite,
    isFirst: Bool = false, _ handler: @escaping (Change) -> Void
  ) -> ObservationToken {
    ObservationToken(options) { [weak self] in
      self?.attach(path, options, site, isFirst, handler)
    } initial: { [weak self] in
      guard let self else { return }
      handler(.setting(new: options.contains(.new) ? path.read(self) : nil, old: nil))
    }
  }

  /// Attaches an observer to the property, or to every property on its path; returns a closure that
  /// detaches it.
  private func attach<Change: ObservedChange>(
    _ path: ObservedPath<Self, Change.Whole>, _ options: ObservationOptions, _ site: CallSite,
    _ isFirst: Bool, _ handler: @escaping (Change) -> Void
  ) -> () -> Void {
    if path.keys.count == 1, case .stored(let found)? = path.entry(from: self),
      let slot = found as? Slot<Change>
    {
      return slot.attach(Observer(options: options, handler: handler), isFirst: isFirst).detach
    }
    let watch = PathWatch(self, options: options, read: path.read, handler: handler)
    watch.attachments = PathAttachments(
      PathSource(keys: path.keys, site: site), for: watch)
    watch.attachments?.attach(to: self)
    return watch.end
  }

  /// Changes the value of a property without notifying its observers.
  ///
  /// Returns `nil` without calling the closure if the property is computed.
  @discardableResult
  public func withoutNotifying<Value, Result>(
    _ key: KeyPath<Self, Value>, _ body: (inout Value) throws -> Result
  ) rethrows -> Result? { try (slot(of: key) as? Slot<ValueChange<Value>>)?.withStorage(body) }

  /// Changes a reference, which may be a weak one, without notifying its observers.
  ///
  /// Returns `nil` without calling the closure if the property is computed.
  @discardableResult
  public func withoutNotifying<Object: AnyObject, Result>(
    _ key: KeyPath<Self, Object?>, _ body: (inout Object?) throws -> Result
  ) rethrows -> Result? {
    let slot = slot(of: key)
    if let slot = slot as? Slot<ValueChange<WeakReference<Object>>> {
      return try slot.withStorage { try body(&$0.object) }
    }
    return try (slot as? Slot<ValueChange<Object?>>)?.withStorage(body)
  }

  /// Changes the elements of a list without notifying its observers.
  ///
  /// Returns `nil` without calling the closure if the property is computed.
  @discardableResult
  public func withoutNotifying<Element, Result>(
    _ key: KeyPath<Self, [Element]>, _ body: (inout [Element]) throws -> Result
  ) rethrows -> Result? {
    if let list = list(of: key) { return try list.withStorage(body) }
    return try (slot(of: key) as? Slot<ValueChange<[Element]>>)?.withStorage(body)
  }

  /// Returns the list at the end of a path for editing; `nil` if the path leads to `nil`, or if it
  /// can't be edited.
  public func list<List: ListValue>(_ path: PathLiteral<List>) -> NotifyingList<List.Element>? {
    list(path: ObservedPath(path))
  }

  /// Returns the list at the end of an existing path for editing; `nil` as for a path literal.
  public func list<List: ListValue>(
    path: ObservedPath<Self, List>
  ) -> NotifyingList<List.Element>? {
    guard let key = path.keys.last, key.isWritable else { return nil }
    return (path.entry(from: self)?.slot as? Slot<ListChange<[List.Element]>>)
      .map { NotifyingList($0) }
  }

  /// Returns the storage of a property, which may be a computed one.
  func slot<Value>(of key: KeyPath<Self, Value>) -> AnySlot {
    observation.entry(for: key, of: self).slot
  }

  /// Returns the storage of a list; `nil` if the property is not a stored list.
  func list<Element>(of key: KeyPath<Self, [Element]>) -> Slot<ListChange<[Element]>>? {
    slot(of: key) as? Slot<ListChange<[Element]>>
  }

  /// Announces that the program will change a property itself; `didChange` must follow.
  ///
  /// Pairs may be nested: each `didChange` closes the innermost open `willChange` of its key.
  public func willChange<Value>(_ key: KeyPath<Self, Value>) { slot(of: key).will() }

  /// Notifies the observers of a change that `willChange` announced; does nothing without one.
  public func didChange<Value>(_ key: KeyPath<Self, Value>) { slot(of: key).did() }

  /// Calls `willChange`, a closure that changes the property, and `didChange`, even if the closure
  /// throws.
  public func changing<Value, Result, Failure: Error>(
    _ key: KeyPath<Self, Value>, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    willChange(key)
    defer { didChange(key) }
    return try body()
  }

  /// Announces that the program will change elements of a list itself; `didChange` must follow.
  ///
  /// Throws if the indexes do not ascend or, except for insertions, are out of range.
  public func willChange<Element>(
    _ key: KeyPath<Self, [Element]>, _ kind: IndexedKind, at indexes: [Int]
  ) throws(ListError) { try list(of: key)?.will(IndexedEdit(kind: kind, indexes: indexes)) }

  /// Notifies the observers of a list change that was announced with the same kind and indexes.
  ///
  /// Throws if the indexes are out of range now. Does nothing without a `willChange` of this kind.
  public func didChange<Element>(
    _ key: KeyPath<Self, [Element]>, _ kind: IndexedKind, at indexes: [Int]
  ) throws(ListError) { try list(of: key)?.did(IndexedEdit(kind: kind, indexes: indexes)) }
}
