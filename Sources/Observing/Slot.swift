/// The storage of an observable property with its observers, without its type.
@usableFromInline class AnySlot {
  @usableFromInline final var batch: AnyBatch?
  @usableFromInline final let isManual: Bool

  init(isManual: Bool) { self.isManual = isManual }

  /// The number of changes so far, by which a derived list detects a missed one.
  @usableFromInline final var version = 0

  /// Removes an observer.
  func remove(_ observer: AnyObserver) {}

  /// Attaches an observer for a path observation.
  func attach(_ relay: Relay) -> AnyObserver { AnyObserver() }

  /// Announces that the program will set the value itself.
  func will() {}
  /// Notifies the observers that the program has set the value; does nothing without `will`.
  func did() {}
}

/// The storage of an observable property with its observers.
///
/// A client compiles `set` for its own type of value (row "piped command": 3,000 instructions of
/// 30,000 a press).
@usableFromInline
final class Slot<Change: ObservedChange>: AnySlot {
  /// The current value.
  @usableFromInline var value: Change.Whole
  /// The observers in the order in which they were attached; `nil` for one that has ended.
  ///
  /// Ending one so takes constant time, however many there are.
  @usableFromInline private(set) var observers: [Observer<Change>?] = []
  /// The number of `nil` entries in `observers`.
  private var vacancies = 0
  /// The changes announced by `will` and not finished by `did`, the innermost last.
  var announcedChanges: [AnnouncedChange<Change>] = []
  /// The number of observers that must be notified before a change is made.
  @usableFromInline private(set) var announcedObserverCount = 0

  init(_ value: Change.Whole, isManual: Bool = false) {
    self.value = value
    super.init(isManual: isManual)
  }

  /// `true` if a change must be announced before it is made, or is recorded by a batch.
  @inlinable var needsAnnouncement: Bool { batch != nil || announcedObserverCount > 0 && !isManual }

  /// Adds an observer as the last one, or as the first.
  @discardableResult
  func attach(_ observer: Observer<Change>, isFirst: Bool = false) -> AnyObserver {
    observer.slot = self
    observer.position = observers.count
    observers.append(observer)
    if isFirst {
      observers.insert(observers.removeLast(), at: 0)
      removeVacancies()
    }
    if !observer.isPlain { announcedObserverCount += 1 }
    return observer
  }

  override func remove(_ observer: AnyObserver) {
    guard observers.indices.contains(observer.position),
      let removed = observers[observer.position], removed === observer
    else { return }
    // The handler's captures are released after the list of observers is valid again.
    observers[observer.position] = nil
    vacancies += 1
    if !removed.isPlain { announcedObserverCount -= 1 }
    if 2 * vacancies >= observers.count { removeVacancies() }
    extendLifetime(removed)
  }

  /// Removes the entries of ended observers.
  private func removeVacancies() {
    observers.removeAll { $0 == nil }
    vacancies = 0
    for (position, observer) in observers.enumerated() { observer?.position = position }
  }

  override func attach(_ relay: Relay) -> AnyObserver {
    attach(Observer(options: [], relay: relay) { _ in })
  }

  override func will() {
    let announced =
      batch == nil ? announcedSetting() : AnnouncedChange(observers: []) { _ in .prior(old: nil) }
    announcedChanges.append(announced)
    announced.begin()
  }

  override func did() {
    guard let index = announcedChanges.lastIndex(where: { $0.edit == nil }) else { return }
    finishSetting(announcedChanges.remove(at: index))
  }

  /// Sets the value and notifies the observers; during a batch, these are notified later.
  @inlinable
  func set(_ newValue: Change.Whole) {
    if batch == nil, observers.isEmpty { return store(newValue) }
    if needsAnnouncement { return setFully(newValue) }
    let old = value
    store(newValue)
    if isManual { return }
    for case let observer? in observers where observer.isActive {
      // A nested change may have set the value again.
      observer.handler(
        .setting(new: observer.wantsNew ? value : nil, old: observer.wantsOld ? old : nil))
    }
  }

  /// Sets the value with announcements and path observers.
  @usableFromInline
  func setFully(_ newValue: Change.Whole) {
    if let batch {
      batch.replaceAll(in: self)
      store(newValue)
      return
    }
    let announced = announcedSetting()
    announced.begin()
    store(newValue)
    finishSetting(announced)
  }

  /// Stores a value, and counts the change.
  @inlinable
  func store(_ newValue: Change.Whole) {
    // Freed after the assignment, because its `deinit` may read the property.
    let old = value
    value = newValue
    version += 1
    extendLifetime(old)
  }

  /// Begins a change that is made to `value` in place; returns it if observers must be notified.
  func beginModifying() -> AnnouncedChange<Change>? {
    batch?.replaceAll(in: self)
    if batch != nil || isManual || observers.isEmpty { return nil }
    let announced = announcedSetting()
    announced.begin()
    return announced
  }

  /// Ends a change in place.
  func finishModifying(_ announced: AnnouncedChange<Change>?) {
    version += 1
    if let announced { finishSetting(announced) }
  }

  /// Changes the value without notifying observers.
  func withStorage<Result>(_ body: (inout Change.Whole) throws -> Result) rethrows -> Result {
    batch?.replaceAll(in: self)
    // The body gets a copy, so that it can also read the property.
    var changed = value
    defer { store(changed) }
    return try body(&changed)
  }

  /// Begins a change of the whole value, and keeps the old value.
  func announcedSetting() -> AnnouncedChange<Change> {
    // An old list that nobody requests is not kept, because it would be copied by the next edit.
    let old = observers.contains { $0?.wantsOld == true } ? value : nil
    return AnnouncedChange(observers: observers, old: old) {
      .prior(old: $0.contains(.old) ? old : nil)
    }
  }

  /// Notifies the observers of a change of the whole value.
  func finishSetting(_ announced: AnnouncedChange<Change>) {
    let old = announced.old
    announced.finish { [self] options in
      .setting(new: options.contains(.new) ? value : nil, old: options.contains(.old) ? old : nil)
    }
  }
}

extension Slot {
  /// Announces that the program will edit the list itself; throws for an invalid index.
  func will<Element>(_ edit: IndexedEdit) throws(ListError) where Change == ListChange<[Element]> {
    try ListError.check(ascending: edit.indexes)
    let observers = batch == nil ? observers : []
    let old = edit.kind == .insertion ? nil : try elements(at: edit.indexes)
    let announced = AnnouncedChange<Change>(observers: observers, edit: edit, old: old) { options in
      let old = options.contains(.old) ? old.map { OneOrMany($0) } : nil
      let indexes = OneOrMany(edit.indexes)
      return switch edit.kind {
      case .insertion: .prior(.insertion(at: indexes))
      case .removal: .prior(.removal(at: indexes, old: old))
      case .replacement: .prior(.replacement(at: indexes, old: old))
      }
    }
    announcedChanges.append(announced)
    announced.begin()
  }

  /// Notifies the observers that the program has edited the list itself.
  ///
  /// It belongs to the innermost announcement with the same kind and indexes, or else with the same
  /// kind.
  func did<Element>(_ edit: IndexedEdit) throws(ListError) where Change == ListChange<[Element]> {
    let exact = announcedChanges.lastIndex { $0.edit == edit }
    guard let position = exact ?? announcedChanges.lastIndex(where: { $0.edit?.kind == edit.kind })
    else {
      return
    }
    let announced = announcedChanges.remove(at: position)
    let edit = announced.edit ?? edit
    var current: [Element]?
    if edit.kind != .removal {
      do { current = try elements(at: edit.indexes) } catch {
        announced.abandon()
        throw error
      }
    }
    announced.finish { options in
      let new = options.contains(.new) ? current.map { OneOrMany($0) } : nil
      let old = options.contains(.old) ? announced.old.map { OneOrMany($0) } : nil
      let indexes = OneOrMany(edit.indexes)
      return switch edit.kind {
      case .insertion: .insertion(at: indexes, new: new)
      case .removal: .removal(at: indexes, old: old)
      case .replacement: .replacement(at: indexes, new: new, old: old)
      }
    }
  }

  /// Returns the elements at some indexes; throws if one is out of range.
  private func elements<Element>(
    at indexes: [Int]
  ) throws(ListError) -> [Element] where Change == ListChange<[Element]> {
    var found: [Element] = []
    for index in indexes {
      guard value.indices.contains(index) else {
        throw .indexOutOfRange(index: index, count: value.count)
      }
      found.append(value[index])
    }
    return found
  }
}

extension ListError {
  /// Throws if the indexes do not ascend.
  static func check(ascending indexes: [Int]) throws(ListError) {
    for position in indexes.indices.dropFirst()
    where indexes[position - 1] >= indexes[position] { throw .indexesNotAscending(indexes) }
  }
}
