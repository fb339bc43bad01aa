/// An object's own record of which key is which property; every observable class stores one.
public final class ObservationTable {
  enum Entry {
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
  func trace(_ key: AnyKeyPath, _ slot: AnySlot) { traced.append((key, slot)) }

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
    if let sources = keys.sources(of: key) { return .computed(Slot(()), sources: sources) }
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
  ) -> Entry? { slots(readBy: key, in: model).first { $0.key == key }.map { .stored($0.slot) } }

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

/// The keys of a class whose values follow from other keys.
public struct DependentKeys {
  private var declared: [(key: AnyKeyPath, sources: [[PathKey]])] = []
  private var shown: [(key: AnyKeyPath, property: PathKey)] = []

  init() {}

  /// Declares that a key changes whenever one of the sources does.
  ///
  /// A source may be a property, a list, another dependent key, or a path such as `\.child.label`.
  public mutating func declare<Model: Observable, Value>(
    _ key: KeyPath<Model, Value>, dependsOn sources: PartialKeyPath<ObservedPath<Model, Model>>...
  ) {
    let root = ObservedPath<Model, Model>()
    declared.append((key, sources.compactMap { (root[keyPath: $0] as? any KeyedPath)?.keys }))
  }

  /// Declares that a key without a setter shows the property behind it as it is.
  ///
  /// So a list can be edited inside of its class only and be observed, edit by edit, from outside.
  public mutating func declare<Model: Observable, Value>(
    _ key: KeyPath<Model, Value>, shows property: KeyPath<Model, Value>
  ) { shown.append((key, PathKey(property))) }

  func property(shownBy key: AnyKeyPath) -> PathKey? {
    shown.last { $0.key == key && $0.property.keyPath != key }?.property
  }

  func sources(of key: AnyKeyPath) -> [[PathKey]]? {
    let found = declared.filter { $0.key == key }
    return found.isEmpty ? nil : found.flatMap(\.sources)
  }
}
