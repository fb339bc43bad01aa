/// The observable properties of an object; every observable object stores one table.
///
///     let observation = ObservationTable()
///
/// It finds the storage of a key path by reading the key path once and recording which properties
/// are read.
public final class ObservationTable {
  /// The storage behind a key path.
  enum Entry {
    case stored(AnySlot)
    /// A computed property; it has storage only for the observers of `willChange` and `didChange`.
    case computed(Slot<ValueChange<Void>>, sources: [[PathKey]])

    var slot: AnySlot {
      switch self {
      case .stored(let slot): slot
      case .computed(let slot, _): slot
      }
    }
  }

  /// `true` while getters must report the storage that they read.
  var isTracing = false
  /// The storage that was read while `isTracing`.
  private var traced: [(key: AnyKeyPath, slot: AnySlot)] = []
  private var entries: [AnyKeyPath: Entry] = [:]

  /// Creates an empty table.
  public init() {}

  /// Reports storage that was read.
  func trace(_ key: AnyKeyPath, _ slot: AnySlot) { traced.append((key, slot)) }

  /// Returns the storage of a key path; the first call finds it by reading the key path.
  func entry<Model: Observable, Value>(for key: KeyPath<Model, Value>, of model: Model) -> Entry {
    if let known = entries[key] { return known }
    let found = find(key, in: model)
    entries[key] = found
    return found
  }

  /// Finds the storage of a key path by reading it, or among the declared computed properties.
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

  /// Returns the storage of a stored property; `nil` for a computed one.
  func storedEntry<Model: Observable, Value>(
    for key: KeyPath<Model, Value>, of model: Model
  ) -> Entry? { slots(readBy: key, in: model).first { $0.key == key }.map { .stored($0.slot) } }

  /// Returns the storage of all properties that reading a key path reads.
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

/// The computed properties of a class, with the properties on which they depend.
///
///     static func declareDependentKeys(in keys: inout DependentKeys) {
///       keys.declare(\Member.fullName, dependsOn: \.first, \.last)
///     }
public struct DependentKeys {
  private var declared: [(key: AnyKeyPath, sources: [[PathKey]])] = []
  private var shown: [(key: AnyKeyPath, property: PathKey)] = []

  init() {}

  /// Declares that a property changes when one of its sources does.
  ///
  /// A source may be a property, a list, another computed property, or a path such as
  /// `\.child.label`.
  public mutating func declare<Model: Observable, Value>(
    _ key: KeyPath<Model, Value>, dependsOn sources: PartialKeyPath<ObservedPath<Model, Model>>...
  ) {
    let root = ObservedPath<Model, Model>()
    declared.append((key, sources.compactMap { (root[keyPath: $0] as? any KeyedPath)?.keys }))
  }

  /// Declares that a read-only property has the value of another property.
  ///
  /// So a private list can be observed edit by edit through a public property, but only be edited
  /// inside its class.
  public mutating func declare<Model: Observable, Value>(
    _ key: KeyPath<Model, Value>, shows property: KeyPath<Model, Value>
  ) { shown.append((key, PathKey(property))) }

  /// Returns the property whose value another property has; `nil` if none was declared.
  func property(shownBy key: AnyKeyPath) -> PathKey? {
    shown.last { $0.key == key && $0.property.keyPath != key }?.property
  }

  /// Returns the sources of a computed property; `nil` if it was not declared.
  func sources(of key: AnyKeyPath) -> [[PathKey]]? {
    let found = declared.filter { $0.key == key }
    return found.isEmpty ? nil : found.flatMap(\.sources)
  }
}
