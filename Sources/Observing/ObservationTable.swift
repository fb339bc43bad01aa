/// An object's own record of which key is which property; every observable class stores one.
public final class ObservationTable {
  /// What is known of a key of the object.
  enum Entry {
    /// A property with storage.
    case stored(AnySlot)

    /// A property that is computed from others; the slot is there for changes made by hand.
    case computed(Slot<ValueChange<Void>>, sources: [[PathKey]])

    var slot: AnySlot {
      switch self {
      case .stored(let slot): slot
      case .computed(let slot, _): slot
      }
    }
  }

  /// Whether getters have to tell which slot they read.
  @exclusivity(unchecked) @usableFromInline var isTracing = false

  private var traced: [(key: AnyKeyPath, slot: AnySlot)] = []
  private var entries: [AnyKeyPath: Entry] = [:]

  /// Makes an empty table.
  public init() {}

  @usableFromInline
  func trace(_ key: AnyKeyPath, _ slot: AnySlot) {
    traced.append((key, slot))
  }

  /// Tells what a key is: the first time by reading it and seeing which slot that reads.
  func entry<Model: Observable, Value>(for key: KeyPath<Model, Value>, of model: Model) -> Entry {
    if let known = entries[key] { return known }
    let found = find(key, in: model)
    entries[key] = found
    return found
  }

  private func find<Model: Observable, Value>(
    _ key: KeyPath<Model, Value>, in model: Model
  ) -> Entry {
    let traced = slots(readBy: key, in: model)
    if let found = traced.first(where: { $0.key == key }) { return .stored(found.slot) }
    var keys = DependentKeys()
    Model.declareDependentKeys(in: &keys)
    if let sources = keys.sources(of: key) {
      return .computed(Slot(()), sources: sources)
    }
    if let property = keys.property(shownBy: key) {
      return property.storedEntry(model) ?? .computed(Slot(()), sources: [[property]])
    }
    // NB: a subclass's key for an inherited property equals no other key. Such a key has a setter,
    // and reads that property alone.
    if traced.count == 1, key is ReferenceWritableKeyPath<Model, Value>,
      type(of: traced[0].key).rootType != Model.self,
      type(of: traced[0].key).valueType == Value.self
    {
      return .stored(traced[0].slot)
    }
    return .computed(Slot(()), sources: [])
  }

  /// The entry of a key that is a property with storage of its own.
  func storedEntry<Model: Observable, Value>(
    for key: KeyPath<Model, Value>, of model: Model
  ) -> Entry? {
    slots(readBy: key, in: model).first { $0.key == key }.map { .stored($0.slot) }
  }

  /// Reads a key and sees which slots that reads.
  private func slots<Model: Observable, Value>(
    readBy key: KeyPath<Model, Value>, in model: Model
  ) -> [(key: AnyKeyPath, slot: AnySlot)] {
    isTracing = true
    _ = model[keyPath: key]
    isTracing = false
    defer { traced = [] }
    return traced
  }
}
