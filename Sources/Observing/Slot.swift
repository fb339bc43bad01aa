/// The place where observations of one property of one object are attached, whatever it holds.
///
/// Its stored properties are not checked for exclusive access: no handler runs while one of them
/// is being accessed, because delivery works on a copy of the observers.
@usableFromInline
class AnySlot {
  /// How much a change of the value has to do.
  @usableFromInline
  enum Delivery: UInt8 {
    /// Store, and no more.
    case none
    /// Store, then call every handler.
    case plain
    /// Capture, announce, store, follow, deliver.
    case full
  }

  @exclusivity(unchecked) @usableFromInline final var delivery = Delivery.none
  /// Counts the changes, so that a derived list sees when it has missed one.
  @exclusivity(unchecked) @usableFromInline final var version = 0
  @exclusivity(unchecked) @usableFromInline final var batch: AnyBatch?
  @usableFromInline final let isManual: Bool

  @inlinable
  init(isManual: Bool) { self.isManual = isManual }

  func remove(_ observer: AnyObserver) {}

  func attach(_ relay: Relay) -> AnyObserver { AnyObserver() }

  func will() {}
  func did() {}
}

/// A property's value with everything that observes it.
@usableFromInline
final class Slot<Change: ObservedChange>: AnySlot {
  @exclusivity(unchecked) @usableFromInline var value: Change.Whole
  @exclusivity(unchecked) @usableFromInline var observers: [Observer<Change>] = []
  /// Whether any of them wants the value before a change.
  @exclusivity(unchecked) @usableFromInline var wantsOld = false
  /// The open pairs of will and did, innermost last.
  @exclusivity(unchecked) @usableFromInline var brackets: [Bracket<Change>] = []

  @inlinable
  init(_ value: Change.Whole, isManual: Bool = false) {
    self.value = value
    super.init(isManual: isManual)
  }

  // Without a delivery nobody observes it, unless its notices are sent by hand.
  deinit { if delivery != .none || isManual { for observer in observers { observer.slot = nil } } }

  @inlinable
  @discardableResult
  func attach(_ observer: Observer<Change>, isFirst: Bool = false) -> AnyObserver {
    observer.slot = self
    if isFirst { observers.insert(observer, at: 0) } else { observers.append(observer) }
    chooseDelivery()
    return observer
  }

  override func remove(_ observer: AnyObserver) {
    guard let index = observers.firstIndex(where: { $0 === observer }) else { return }
    // What the handler holds is freed after the list of observers is whole again.
    let removed = observers.remove(at: index)
    chooseDelivery()
    withExtendedLifetime(removed) {}
  }

  @inlinable
  func chooseDelivery() {
    wantsOld = !observers.isEmpty && observers.contains { $0.wantsOld }
    if batch != nil {
      delivery = .full
    } else if observers.isEmpty || isManual {
      delivery = .none
    } else {
      delivery = observers.allSatisfy { $0.isPlain } ? .plain : .full
    }
  }

  override func attach(_ relay: Relay) -> AnyObserver {
    attach(Observer(options: [], relay: relay) { _ in })
  }

  override func will() {
    let bracket = batch == nil ? settingBracket() : Bracket(observers: []) { _ in .prior(old: nil) }
    brackets.append(bracket)
    bracket.begin()
  }

  override func did() {
    guard let index = brackets.lastIndex(where: { $0.edit == nil }) else { return }
    finishSetting(brackets.remove(at: index))
  }

  @inlinable
  func set(_ newValue: Change.Whole) {
    switch delivery {
    case .none:
      value = newValue
      version &+= 1
    case .plain: tellObservers(newValue)
    case .full: setFully(newValue)
    }
  }

  @inlinable
  func tellObservers(_ newValue: Change.Whole) {
    guard !wantsOld else { return tellObservers(newValue, old: value) }
    value = newValue
    version &+= 1
    // To walk along an array would count references.
    if observers.count == 1 { return tell(observers[0]) }
    for observer in observers { tell(observer) }
  }

  @inlinable
  func tellObservers(_ newValue: Change.Whole, old: Change.Whole) {
    value = newValue
    version &+= 1
    for observer in observers { tell(observer, old: old) }
  }

  /// Reads the value anew, so that the last one told after a nested change hears the truth.
  @inlinable
  @inline(__always)
  func tell(_ observer: Observer<Change>, old: Change.Whole? = nil) {
    guard observer.isActive else { return }
    // Most observers want neither, and values take time to copy.
    guard observer.wantsNew || observer.wantsOld else {
      return observer.handler(Change.setting(new: nil, old: nil))
    }
    observer.handler(
      Change.setting(new: observer.wantsNew ? value : nil, old: observer.wantsOld ? old : nil))
  }

  @inlinable
  func setFully(_ newValue: Change.Whole) {
    if let batch {
      batch.replaceAll(in: self)
      value = newValue
      return
    }
    let bracket = settingBracket()
    bracket.begin()
    value = newValue
    version &+= 1
    finishSetting(bracket)
  }

  /// Changes the value behind the property's back: nobody is told.
  func withStorage<Result>(_ body: (inout Change.Whole) throws -> Result) rethrows -> Result {
    batch?.replaceAll(in: self)
    version &+= 1
    // A copy, so that a body that reads the property meets a whole value.
    var changed = value
    defer { value = changed }
    return try body(&changed)
  }

  @inlinable
  func settingBracket() -> Bracket<Change> {
    let old = value
    return Bracket(observers: observers, old: old) { .prior(old: $0.contains(.old) ? old : nil) }
  }

  @inlinable
  func finishSetting(_ bracket: Bracket<Change>) {
    let old = bracket.old
    bracket.finish { [self] options in
      .setting(new: options.contains(.new) ? value : nil, old: options.contains(.old) ? old : nil)
    }
  }
}

extension Slot {
  /// Opens a bracket around a change of single places; an index outside of the list is refused.
  func will<Element>(_ edit: IndexedEdit) throws(ListError) where Change == ListChange<[Element]> {
    try ListError.check(ascending: edit.indexes)
    let observers = batch == nil ? observers : []
    let old = edit.kind == .insertion ? nil : try elements(at: edit.indexes)
    let bracket = Bracket<Change>(observers: observers, edit: edit, old: old) { options in
      let old = options.contains(.old) ? old.map { OneOrMany($0) } : nil
      let indexes = OneOrMany(edit.indexes)
      return switch edit.kind {
      case .insertion: .prior(.insertion(at: indexes))
      case .removal: .prior(.removal(at: indexes, old: old))
      case .replacement: .prior(.replacement(at: indexes, old: old))
      }
    }
    brackets.append(bracket)
    bracket.begin()
  }

  /// Closes the innermost bracket of the same kind and indexes, or else of the same kind.
  func did<Element>(_ edit: IndexedEdit) throws(ListError) where Change == ListChange<[Element]> {
    let exact = brackets.lastIndex { $0.edit == edit }
    guard let position = exact ?? brackets.lastIndex(where: { $0.edit?.kind == edit.kind }) else {
      return
    }
    let bracket = brackets.remove(at: position)
    let edit = bracket.edit ?? edit
    var current: [Element]?
    if edit.kind != .removal {
      do { current = try elements(at: edit.indexes) } catch {
        bracket.abandon()
        throw error
      }
    }
    bracket.finish { options in
      let new = options.contains(.new) ? current.map { OneOrMany($0) } : nil
      let old = options.contains(.old) ? bracket.old.map { OneOrMany($0) } : nil
      let indexes = OneOrMany(edit.indexes)
      return switch edit.kind {
      case .insertion: .insertion(at: indexes, new: new)
      case .removal: .removal(at: indexes, old: old)
      case .replacement: .replacement(at: indexes, new: new, old: old)
      }
    }
  }

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
  /// Refuses indexes that do not ascend.
  @usableFromInline
  static func check(ascending indexes: [Int]) throws(ListError) {
    for position in indexes.indices.dropFirst()
    where indexes[position - 1] >= indexes[position] { throw .indexesNotAscending(indexes) }
  }
}
