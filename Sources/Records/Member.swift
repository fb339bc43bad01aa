/// A member of a value that a column keeps: how to get at it wherever such a value lies.
///
///     let time = Member(\Trial.time)
///     if time.set(.integer(5), in: &trial) { print(time.value(in: &trial)) }
@usableFromInline
package struct Member<Whole> {
  /// What kind of values the member has.
  package let storage: ColumnStorage

  let path: AnyKeyPath
  let offset: Int
  let read: (UnsafeRawPointer) -> StoredValue
  let write: (StoredValue, UnsafeMutableRawPointer) -> Bool

  /// Finds a member that has a place of its own in the value.
  // NB: a key path finds the place too, but takes thirty times as long (rows "import" and "export"
  // of the benchmarks).
  @inlinable
  package init<Value: RecordValue>(_ path: WritableKeyPath<Whole, Value>) {
    self.init(
      path, MemoryLayout<Whole>.offset(of: path), Value.storage,
      read: { $0.assumingMemoryBound(to: Value.self).pointee.stored },
      write: { stored, place in
        guard let value = Value(stored: stored) else { return false }
        place.assumingMemoryBound(to: Value.self).pointee = value
        return true
      })
  }

  @usableFromInline
  init(
    _ path: AnyKeyPath, _ offset: Int?, _ storage: ColumnStorage,
    read: @escaping (UnsafeRawPointer) -> StoredValue,
    write: @escaping (StoredValue, UnsafeMutableRawPointer) -> Bool
  ) {
    guard let offset else { preconditionFailure("a computed property is no member: \(path)") }
    self.path = path
    self.offset = offset
    self.storage = storage
    self.read = read
    self.write = write
  }

  /// The same member where the value is a part of a larger one.
  package func within<Larger>(_ part: WritableKeyPath<Larger, Whole>) -> Member<Larger> {
    Member<Larger>(
      path, MemoryLayout<Larger>.offset(of: part).map { $0 + offset }, storage, read: read,
      write: write)
  }

  /// The same member where a larger value may have the value as a part; it can hold nothing then.
  ///
  /// To set it makes the part, out of the empty one, where there is none.
  package func within<Larger>(
    _ part: WritableKeyPath<Larger, Whole?>, empty: Whole
  ) -> Member<Larger> {
    Member<Larger>(
      path, MemoryLayout<Larger>.offset(of: part),
      ColumnStorage(storage.kind, isOptional: true),
      read: { place in
        guard var whole = place.assumingMemoryBound(to: Whole?.self).pointee else { return .null }
        return value(in: &whole)
      },
      write: { stored, place in
        let part = place.assumingMemoryBound(to: Whole?.self)
        var whole = part.pointee ?? empty
        if stored == .null && part.pointee == nil { return true }
        defer { part.pointee = whole }
        return set(stored, in: &whole)
      })
  }

  /// The member of a value; that one stays as it is, and is not copied to be read.
  package func value(in whole: inout Whole) -> StoredValue {
    withUnsafePointer(to: &whole) { read(UnsafeRawPointer($0) + offset) }
  }

  /// Sets the member of a value; false where it can't hold this.
  package func set(_ value: StoredValue, in whole: inout Whole) -> Bool {
    withUnsafeMutablePointer(to: &whole) { write(value, UnsafeMutableRawPointer($0) + offset) }
  }
}

/// A record that keeps its columns as the members of one value, as a table lists them.
///
/// The members are read and set as if they were the record's own.
@dynamicMemberLookup
@usableFromInline
package protocol ValueRecord: Record {
  associatedtype Values

  /// What the columns hold; a record that a context has is changed by `change`.
  var values: Values { get set }
}

extension ValueRecord {
  /// Reads and sets a member; to set an equal value is no change.
  @inlinable
  package subscript<Value: RecordValue>(
    dynamicMember member: WritableKeyPath<Values, Value>
  ) -> Value {
    get {
      if state.isTracing { state.trace(member) }
      return values[keyPath: member]
    }
    set {
      if values[keyPath: member].stored == newValue.stored { return }
      change { $0[keyPath: member] = newValue }
    }
  }

  /// Changes what the columns hold.
  @inlinable
  package func change(_ body: (inout Values) -> Void) {
    state.willChange()
    body(&values)
    state.didChange()
  }
}

extension Columns {
  /// Declares a member of the value that a record keeps.
  ///
  /// A column that was added later counts in the checksum only where it holds something, so that
  /// rows from before are still what was written. A value that is not allowed can't be read.
  package mutating func declare<Values>(
    _ name: String, _ member: Member<Values>, of values: ReferenceWritableKeyPath<Owner, Values>,
    wasAddedLater: Bool = false, allows: ((StoredValue) -> Bool)? = nil
  ) {
    let offset = PropertyPlace(values, in: prototype).offset + member.offset
    let (read, write) = (member.read, member.write)
    let column = RecordColumn(
      name: name, storage: member.storage, wasAddedLater: wasAddedLater,
      read: { read(Unmanaged.passUnretained($0).toOpaque() + offset) },
      write: { value, record in
        if let allows, !allows(value) { return false }
        return write(value, Unmanaged.passUnretained(record).toOpaque() + offset)
      })
    add(column, at: member.path)
  }
}
