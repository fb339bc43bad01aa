/// The table that maps an object's keys to its properties; every observable object stores one.
///
///     let observation = ObservationTable()
///
/// It finds the property of a key by reading the key once and tracing which properties are read.
public final class ObservationTable {
  /// The property behind a key.
  enum Entry {
    case stored(AnySlot)
    /// A computed property; its slot holds the observers of changes that are announced by hand.
    case computed(Slot<ValueChange<Void>>, sources: [[PathKey]])

    var slot: AnySlot {
      switch self {
      case .stored(let slot): slot
      case .computed(let slot, _): slot
      }
    }
  }

  /// True while getters must report the slots that they read.
  @usableFromInline var isTracing = false
  /// The slots that were read while tracing.
  private var traced: [(key: AnyKeyPath, slot: AnySlot)] = []
  private var entries: [AnyKeyPath: Entry] = [:]

  /// Creates an empty table.
  public init() {}

  /// Records a slot that was read.
  @usableFromInline
  func trace(_ key: AnyKeyPath, _ slot: AnySlot) { traced.append((key, slot)) }

  /// Returns the entry of a key; the first call finds it by reading the key.
  func entry<Model: Observable, Value>(for key: KeyPath<Model, Value>, of model: Model) -> Entry {
    if let known = entries[key] { return known }
    let found = find(key, in: model)
    entries[key] = found
    return found
  }

  /// Finds the property of a key by tracing, or else among the declared keys.
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
    // A subclass's key for an inherited property equals no other key. Such a key has a setter and
    // reads exactly that property.
    if traced.count == 1, key is ReferenceWritableKeyPath<Model, Value>,
      type(of: traced[0].key).rootType != Model.self,
      type(of: traced[0].key).valueType == Value.self
    {
      return .stored(traced[0].slot)
    }
    return .computed(Slot(()), sources: [])
  }

  /// Returns the entry of a key with storage of its own, or `nil` for any other.
  func storedEntry<Model: Observable, Value>(
    for key: KeyPath<Model, Value>, of model: Model
  ) -> Entry? { slots(readBy: key, in: model).first { $0.key == key }.map { .stored($0.slot) } }

  /// Returns the slots that reading a key reads.
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

/// The keys of a class that are computed from other keys, or show another property.
///
///     static func declareDependentKeys(in keys: inout DependentKeys) {
///       keys.declare(\Member.fullName, dependsOn: \.first, \.last)
///     }
public struct DependentKeys {
  private var declared: [(key: AnyKeyPath, sources: [[PathKey]])] = []
  private var shown: [(key: AnyKeyPath, property: PathKey)] = []

  init() {}

  /// Declares that a key changes when one of its sources does.
  ///
  /// A source may be a property, a list, another dependent key, or a path such as `\.child.label`.
  public mutating func declare<Model: Observable, Value>(
    _ key: KeyPath<Model, Value>, dependsOn sources: PartialKeyPath<ObservedPath<Model, Model>>...
  ) {
    let root = ObservedPath<Model, Model>()
    declared.append((key, sources.compactMap { (root[keyPath: $0] as? any KeyedPath)?.keys }))
  }

  /// Declares that a key without a setter shows the value of another property.
  ///
  /// A private list with such a public key can be edited inside its class only, and is still
  /// observed edit by edit.
  public mutating func declare<Model: Observable, Value>(
    _ key: KeyPath<Model, Value>, shows property: KeyPath<Model, Value>
  ) { shown.append((key, PathKey(property))) }

  /// Returns the property that a key shows, if it was declared so.
  func property(shownBy key: AnyKeyPath) -> PathKey? {
    shown.last { $0.key == key && $0.property.keyPath != key }?.property
  }

  /// Returns the sources of a dependent key, or `nil` if it was not declared.
  func sources(of key: AnyKeyPath) -> [[PathKey]]? {
    let found = declared.filter { $0.key == key }
    return found.isEmpty ? nil : found.flatMap(\.sources)
  }
}
