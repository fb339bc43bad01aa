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
    case computed(Slot<ValueChange<Void>>, sources: [PathSource])
    /// A property that is neither marked nor declared, and can't be observed.
    case undeclared(Slot<ValueChange<Void>>)

    var slot: AnySlot {
      switch self {
      case .stored(let slot): slot
      case .computed(let slot, _), .undeclared(let slot): slot
      }
    }
  }

  /// The properties that getters have read, in order.
  private final class Trace {
    var reads: [Read] = []
  }

  /// A property that a getter has read.
  typealias Read = (key: PathKey, slot: AnySlot)

  private var trace: Trace?
  private var entries: [AnyKeyPath: Entry] = [:]
  /// The asynchronous sequences of changes, which finish when the table is freed with its object.
  private var sequences: [ObjectIdentifier: AnyObject] = [:]

  /// Creates an empty table.
  public init() {}

  /// `true` while getters must report the storage that they read.
  var isTracing: Bool { trace != nil }

  /// Reports storage that was read.
  func report<Model: Observable, Value>(_ key: KeyPath<Model, Value>, _ slot: AnySlot) {
    trace?.reads.append((PathKey(key), slot))
  }

  /// Returns the observed properties of some tables that a closure reads.
  static func reads(of tables: [ObservationTable], during body: () -> Void) -> [Read] {
    let trace = Trace()
    let outer = tables.map(\.trace)
    for table in tables { table.trace = trace }
    body()
    for (table, outer) in zip(tables, outer) { table.trace = outer }
    return trace.reads
  }

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
    let reads = Self.reads(of: [self]) { _ = model[keyPath: key] }
    if let found = reads.first(where: { $0.key.keyPath == key }) { return .stored(found.slot) }
    var keys = DependentKeys()
    type(of: model).declareDependentKeys(in: &keys)
    let related = keys.relatives(of: PathKey(key), in: model)
    let relatedSources = related.map { PathSource(keys: [$0.key], site: $0.site) }
    if let sources = keys.sources(of: key) {
      return .computed(Slot(()), sources: sources + relatedSources)
    }
    if let shown = keys.property(shownBy: key) {
      return shown.property.storedEntry(model)
        ?? .computed(Slot(()), sources: [PathSource(keys: [shown.property], site: shown.site)])
    }
    // A subclass's key for an inherited property equals no other key. Such a key has a setter and
    // reads exactly that property.
    if related.isEmpty, reads.count == 1, let read = reads.first, read.key.isWritable,
      key is ReferenceWritableKeyPath<Model, Value>, read.key.rootType != Model.self,
      read.key.valueType == Value.self
    {
      return .stored(read.slot)
    }
    if related.count == 1, let entry = related[0].key.entry(model) { return entry }
    return related.isEmpty
      ? .undeclared(Slot(())) : .computed(Slot(()), sources: relatedSources)
  }

  /// Returns the storage of a stored property; `nil` for a computed one.
  func storedEntry<Model: Observable, Value>(
    for key: KeyPath<Model, Value>, of model: Model
  ) -> Entry? {
    Self.reads(of: [self]) { _ = model[keyPath: key] }.first { $0.key.keyPath == key }
      .map { .stored($0.slot) }
  }

  /// Keeps an object until `release`, or until the table is freed.
  func retain(_ object: AnyObject) { sequences[ObjectIdentifier(object)] = object }

  /// Releases an object that `retain` keeps.
  func release(_ object: AnyObject) { sequences[ObjectIdentifier(object)] = nil }
}
