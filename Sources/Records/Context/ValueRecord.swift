/// A record whose columns are the properties of one struct, described by a list of `ValueColumn`.
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
  @inlinable
  public subscript<Value: RecordValue>(
    dynamicMember path: WritableKeyPath<Values, Value>
  ) -> Value {
    get {
      if state.isTracing { state.trace(path) }
      return values[keyPath: path]
    }
    set {
      if values[keyPath: path].stored == newValue.stored { return }
      change { $0[keyPath: path] = newValue }
    }
  }

  /// Modifies the struct as one change of the record.
  @inlinable
  public func change(_ body: (inout Values) -> Void) {
    state.willChange()
    body(&values)
    state.didChange()
  }
}

/// A column that stores a property of a record's struct.
///
///     ValueColumn("time", \Trial.time)
public struct ValueColumn<Values> {
  @usableFromInline let name: String
  @usableFromInline let path: AnyKeyPath
  @usableFromInline let read: (inout Values) -> StoredValue
  /// Sets the property; returns `false` if it can't hold the value.
  @usableFromInline let write: (consuming StoredValue, inout Values) -> Bool
  @usableFromInline let wasAddedLater: Bool
  @usableFromInline let grows: Bool
  @usableFromInline let largestMagnitude: UInt

  /// Creates a column for a property.
  ///
  /// A column with `wasAddedLater` is part of the checksum only if it has a value, so that the
  /// checksums of older rows stay valid. A stored value that is not allowed makes the row
  /// unreadable.
  @inlinable
  public init<Value: RecordValue>(
    _ name: String, _ path: WritableKeyPath<Values, Value>, wasAddedLater: Bool = false,
    grows: Bool = false, largestMagnitude: UInt = .max, allows: ((StoredValue) -> Bool)? = nil
  ) {
    self.init(
      name, path, read: { stored(&$0[keyPath: path]) },
      write: { $1[keyPath: path].set(to: $0) }, wasAddedLater: wasAddedLater, grows: grows,
      largestMagnitude: largestMagnitude, allows: allows)
  }

  /// Creates a column from closures that read and write the property at the path.
  ///
  /// `read` must not change the value; it is `inout` only so that a large value is not copied.
  /// `write` returns `false` if the property can't hold the stored value. An integer beyond the
  /// largest magnitude, with which sums might overflow, can't be read. A long text of a column with
  /// `grows` is padded with spaces, so that a save usually changes its last page only. Such a text
  /// can't end in spaces of its own, and no template may compare it.
  public init(
    _ name: String, _ path: AnyKeyPath, read: @escaping (inout Values) -> StoredValue,
    write: @escaping (consuming StoredValue, inout Values) -> Bool, wasAddedLater: Bool = false,
    grows: Bool = false, largestMagnitude: UInt = .max, allows: ((StoredValue) -> Bool)? = nil
  ) {
    self.name = name
    self.path = path
    self.read = read
    self.wasAddedLater = wasAddedLater
    self.grows = grows
    self.largestMagnitude = largestMagnitude
    if let allows {
      self.write = { allows($0) && write($0, &$1) }
    } else {
      self.write = write
    }
  }
}

extension Columns where Owner: ValueRecord {
  /// Declares the columns of the struct, in the order of the table.
  @inlinable
  public mutating func declare(_ columns: [ValueColumn<Owner.Values>]) {
    append(
      columns.map { column in
        RecordColumn(
          column.name, at: column.path, wasAddedLater: column.wasAddedLater,
          read: { column.read(&typed($0, Owner.self).values) },
          write: { column.write($0, &typed($1, Owner.self).values) })
      },
      load: { row, record in
        Self.load(&row, into: &typed(record, Owner.self).values, columns)
      },
      bind: { record, row in
        Self.bind(&typed(record, Owner.self).values, to: &row, columns)
      })
  }

  // NB: a struct is passed once for each row, because Swift checks every access to the property of
  // a class while the program runs.

  /// Reads the columns of a row into a struct.
  @inlinable
  static func load(
    _ row: inout FetchedRow, into values: inout Owner.Values, _ columns: [ValueColumn<Owner.Values>]
  ) {
    let columns = columns.span
    for index in columns.indices {
      var value = row.next(wasAddedLater: columns[index].wasAddedLater)
      if columns[index].grows { value = value.withoutRoom }
      let isTooLarge = value.magnitude > columns[index].largestMagnitude
      if !isTooLarge, columns[index].write(consume value, &values) { continue }
      row.refuse(columns[index].name)
    }
  }

  /// Binds the columns of a struct to a row.
  @inlinable
  static func bind(
    _ values: inout Owner.Values, to row: inout BoundRow, _ columns: [ValueColumn<Owner.Values>]
  ) {
    let columns = columns.span
    for index in columns.indices {
      var value = columns[index].read(&values)
      if columns[index].grows { value = value.withRoom }
      row.add(value, wasAddedLater: columns[index].wasAddedLater)
    }
  }
}

/// Returns a value in its stored form, without copying the value.
@inlinable
package func stored<Value: RecordValue>(_ value: inout Value) -> StoredValue { value.stored }

extension RecordValue {
  /// Sets the value from its stored form; returns `false` for another type.
  @inlinable
  package mutating func set(to stored: consuming StoredValue) -> Bool {
    guard let value = Self(stored: stored) else { return false }
    self = value
    return true
  }
}
