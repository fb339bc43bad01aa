/// The property wrapper of a stored property of a record.
///
/// Setting it marks the record as changed; setting an equal value does nothing. The class conforms
/// to `Record`, and `declareColumns` gives the property its name in the table:
///
///     final class Plant: Record {
///       @Column var name = ""
///       let state = RecordState()
///
///       static func declareColumns(in columns: inout Columns<Plant>) {
///         columns.declare("name", \._name)
///       }
///     }
@propertyWrapper
public struct Column<Value: RecordValue>: StoredProperty {
  var value: Value

  /// Creates the property with its initial value.
  public init(wrappedValue: Value) { value = wrappedValue }

  /// The value, which is only accessible through the record.
  @available(*, unavailable, message: "a column belongs to a class")
  public var wrappedValue: Value {
    get { value }
    set { value = newValue }
  }

  /// Reads and sets the property of a record.
  public static subscript<Owner: Record>(
    _enclosingInstance owner: Owner,
    wrapped wrappedKeyPath: @autoclosure () -> ReferenceWritableKeyPath<Owner, Value>,
    storage storageKeyPath: ReferenceWritableKeyPath<Owner, Self>
  ) -> Value {
    get { owner[keyPath: storageKeyPath].value }
    set {
      if owner[keyPath: storageKeyPath].value.stored == newValue.stored { return }
      owner.state.willChange()
      owner[keyPath: storageKeyPath].value = newValue
      owner.state.didChange()
    }
  }
}

/// The property wrapper of a reference from one record to another.
///
/// The target is fetched at the first read. The projected value is its row number, which is known
/// without fetching it. The rule for the deletion of the target is part of the declaration:
/// `columns.declare("garden", \._garden, onDeletion: .cascade)`.
///
///     plant.garden = garden
///     plant.$garden == garden.row  // true
@propertyWrapper
public struct Relation<Target: Record>: StoredProperty {
  /// The row number of the target; 0 for none, negative for an unsaved one.
  var row = 0

  /// Creates the property without a target.
  public init() {}

  /// The row number of the target, known without fetching it; 0 for none.
  public var projectedValue: Int { row }

  /// The row number in its stored form; `nil` for none.
  var storedRow: Int? { row == 0 ? nil : row }

  /// The target, which is only accessible through the record.
  @available(*, unavailable, message: "a relation belongs to a class")
  public var wrappedValue: Target? {
    get { nil }
    set { row = 0 }
  }

  /// Reads and sets the property of a record.
  ///
  /// The target must be in the same context: a target outside of any context counts as none.
  public static subscript<Owner: Record>(
    _enclosingInstance owner: Owner,
    wrapped wrappedKeyPath: ReferenceWritableKeyPath<Owner, Target?>,
    storage storageKeyPath: ReferenceWritableKeyPath<Owner, Self>
  ) -> Target? {
    get { owner.state.related(owner[keyPath: storageKeyPath].row) }
    set {
      let row = newValue?.state.row ?? 0
      if owner[keyPath: storageKeyPath].row == row { return }
      owner.state.willChange()
      owner[keyPath: storageKeyPath].row = row
      owner.state.didChange()
    }
  }
}

/// The property wrapper of a cached value of a record, which is not stored.
///
/// It becomes `nil` when the record changes, or when its values are replaced by a rollback or a
/// merge.
///
///     plant.label = "\(plant.name), \(plant.height) cm"
///     plant.height += 1
///     plant.label  // nil
@propertyWrapper
public struct Transient<Value> {
  var kept: (value: Value, generation: UInt32)?

  /// Creates the property without a value.
  public init() {}

  /// The cached value, which is only accessible through the record.
  @available(*, unavailable, message: "a transient property belongs to a class")
  public var wrappedValue: Value? {
    get { kept?.value }
    set { kept = newValue.map { ($0, 0) } }
  }

  /// Reads and sets the property of a record.
  public static subscript<Owner: Record>(
    _enclosingInstance owner: Owner,
    wrapped wrappedKeyPath: ReferenceWritableKeyPath<Owner, Value?>,
    storage storageKeyPath: ReferenceWritableKeyPath<Owner, Self>
  ) -> Value? {
    get {
      guard let kept = owner[keyPath: storageKeyPath].kept else { return nil }
      if kept.generation == owner.state.generation { return kept.value }
      owner[keyPath: storageKeyPath].kept = nil
      return nil
    }
    set { owner[keyPath: storageKeyPath].kept = newValue.map { ($0, owner.state.generation) } }
  }
}

/// A property of a record that must be declared, since it is stored.
protocol StoredProperty {}

/// Consecutive columns that are read and bound together: one, or all properties of a struct.
struct ColumnGroup: Sendable {
  /// Reads the values of a row into a record.
  let load: @Sendable (inout FetchedRow, any Record) -> Void
  /// Binds the values of a record to a statement.
  let bind: @Sendable (any Record, inout BoundRow) -> Void
}

/// The columns of a record type, as the type declares them.
///
/// A column that a later version of the table added has that version as `since`, so that the
/// checksums of older rows stay valid. A record with a value for which `allows` returns `false` is
/// not saved.
///
///     static func declareColumns(in columns: inout Columns<Plant>) {
///       columns.declare("name", \._name, allows: { !$0.isEmpty })
///       columns.declare("height", \._height, since: 2)
///       columns.declare("garden", \._garden, onDeletion: .nullify)
///     }
public struct Columns<Owner: Record> {
  private(set) var columns: [ValueColumn<any Record>] = []
  /// The names of the declared properties with wrappers, which begin with `_`.
  private(set) var properties: Set<Substring> = []
  private(set) var groups: [ColumnGroup] = []

  init() {}

  /// Appends a column of its own, the storage of a property.
  private mutating func add(property: AnyKeyPath, _ column: ValueColumn<any Record>) {
    if let name = "\(property)".split(separator: ".").last { properties.insert(name) }
    append(
      [column],
      ColumnGroup(
        load: { row, record in
          let value = row.next(wasAddedLater: column.wasAddedLater)
          if !column.set(value, of: record) { row.refuse(column.storedName) }
        },
        bind: { $1.add(column.value(of: $0), of: column) }))
  }

  /// Appends columns that are read and bound together.
  mutating func append(_ columns: [ValueColumn<any Record>], _ group: ColumnGroup) {
    self.columns += columns
    groups.append(group)
  }

  /// Declares a property with the wrapper `@Column`, by its storage: `\._title` for `title`.
  ///
  /// A column that was added later may be null in older rows, whose checksums stay valid.
  public mutating func declare<Value: RecordValue>(
    _ name: String,
    _ storage: any ReferenceWritableKeyPath<Owner, Column<Value>> & Sendable,
    since version: Int = 0
  ) {
    add(
      property: storage,
      ValueColumn<any Record>(
        ColumnDescription(name, Value.storage, since: version),
        read: { stored(&typed($0, Owner.self)[keyPath: storage].value) },
        write: { typed($1, Owner.self)[keyPath: storage].value.set(to: $0) }))
  }

  /// Declares a property that only allows some values.
  ///
  /// A record with any other value is not saved. A row that has one nevertheless, because an
  /// earlier version of the program allowed it, is unreadable.
  public mutating func declare<Value: RecordValue>(
    _ name: String,
    _ storage: any ReferenceWritableKeyPath<Owner, Column<Value>> & Sendable,
    since version: Int = 0, allows: @escaping @Sendable (Value) -> Bool
  ) {
    add(
      property: storage,
      ValueColumn<any Record>(
        ColumnDescription(name, Value.storage, since: version),
        allows: { Value(stored: $0).map(allows) ?? false },
        read: { stored(&typed($0, Owner.self)[keyPath: storage].value) },
        write: { stored, record in
          guard let value = Value(stored: stored), allows(value) else { return false }
          typed(record, Owner.self)[keyPath: storage].value = value
          return true
        }))
  }

  /// Declares a property with the wrapper `@Relation`, by its storage.
  public mutating func declare<Target: Record>(
    _ name: String,
    _ storage: any ReferenceWritableKeyPath<Owner, Relation<Target>> & Sendable,
    onDeletion: DeletionRule
  ) {
    let rule = RelationRule(target: ObjectIdentifier(Target.self), onDeletion: onDeletion)
    add(
      property: storage,
      ValueColumn<any Record>(
        ColumnDescription(name, Int?.storage), relation: rule,
        read: { typed($0, Owner.self)[keyPath: storage].storedRow.stored },
        write: { stored, record in
          guard let row = Int?(stored: stored) else { return false }
          typed(record, Owner.self)[keyPath: storage].row = row ?? 0
          return true
        }))
  }
}
