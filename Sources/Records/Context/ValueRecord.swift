/// A record whose columns are the properties of one struct, with a list of `ValueColumn`.
///
/// The properties of the value can be read and set as if they were the record's own. Use `change`
/// to set several of them as one change of the record:
///
///     flower.height = 30
///     flower.change {
///       $0.name = "rose"
///       $0.height = 31
///     }
///     flower.values.height  // 31
@dynamicMemberLookup
public protocol ValueRecord: Record {
  associatedtype Values

  /// The struct with the values of the columns; in a context, use `change` to modify it.
  var values: Values { get set }
}

extension ValueRecord {
  /// Reads and sets a property of the struct; setting an equal value does nothing.
  public subscript<Value: RecordValue>(
    dynamicMember path: WritableKeyPath<Values, Value>
  ) -> Value {
    get { values[keyPath: path] }
    set {
      if values[keyPath: path].stored == newValue.stored { return }
      change { $0[keyPath: path] = newValue }
    }
  }

  /// Modifies the struct as one change of the record.
  public func change(_ body: (inout Values) -> Void) {
    state.willChange()
    body(&values)
    state.didChange()
  }
}

extension Columns where Owner: ValueRecord {
  /// Declares the columns of the struct, in the order of the table.
  public mutating func declare(_ columns: [ValueColumn<Owner.Values>]) {
    append(
      columns.map { column in
        ValueColumn<any Record>(
          column.description, largestMagnitude: column.largestMagnitude,
          allows: column.allows, read: { column.read(&typed($0, Owner.self).values) },
          write: { stored, record in
            if let allows = column.allows, !allows(stored) { return false }
            return column.write(stored, &typed(record, Owner.self).values)
          })
      },
      ColumnGroup(
        load: { row, record in
          Self.load(&row, into: &typed(record, Owner.self).values, columns)
        },
        bind: { record, row in
          Self.bind(&typed(record, Owner.self).values, to: &row, columns)
        }))
  }

  // NB: a struct is passed once for each row, because Swift checks every access to the property of
  // a class while the program runs.

  /// Reads the columns of a row into a struct.
  static func load(
    _ row: inout FetchedRow, into values: inout Owner.Values, _ columns: [ValueColumn<Owner.Values>]
  ) {
    let columns = columns.span
    for index in columns.indices { columns[index].load(&row, into: &values) }
  }

  /// Binds the columns of a struct to a row.
  static func bind(
    _ values: inout Owner.Values, to row: inout BoundRow, _ columns: [ValueColumn<Owner.Values>]
  ) {
    let columns = columns.span
    for index in columns.indices { columns[index].bind(&values, to: &row) }
  }
}

/// Returns a value in its stored form, without copying the value.
public func stored<Value: RecordValue>(_ value: inout Value) -> StoredValue { value.stored }

extension RecordValue {
  /// Sets the value from its stored form; returns `false` for another type.
  public mutating func set(to stored: consuming StoredValue) -> Bool {
    guard let value = Self(stored: stored) else { return false }
    self = value
    return true
  }
}
