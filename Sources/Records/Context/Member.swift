/// A member of a value that a column keeps: how to get at it wherever such a value lies.
///
///     let time = Member(\Trial.time)
///     if time.set(.integer(5), in: &trial) { print(time.value(in: &trial)) }
public struct Member<Whole> {
  /// What kind of values the member has.
  public let storage: ColumnStorage

  @usableFromInline let path: AnyKeyPath
  @usableFromInline let read: (inout Whole) -> StoredValue
  /// Answers false where the member can't hold the value.
  @usableFromInline let write: (consuming StoredValue, inout Whole) -> Bool

  // NB: a closure that uses nothing but a literal key path is compiled to plain reading or writing;
  // a path that is kept would take several times as long (row "export" of the benchmarks).
  /// Makes a member of what a key path leads to, which is best written out here.
  @inlinable
  @inline(__always)
  public init<Value: RecordValue>(
    _ path: @escaping @autoclosure () -> WritableKeyPath<Whole, Value>
  ) {
    self.init(
      path(), Value.storage, read: { stored(&$0[keyPath: path()]) },
      write: { $1[keyPath: path()].set(to: $0) })
  }

  @usableFromInline
  init(
    _ path: AnyKeyPath, _ storage: ColumnStorage, read: @escaping (inout Whole) -> StoredValue,
    write: @escaping (consuming StoredValue, inout Whole) -> Bool
  ) {
    (self.path, self.storage, self.read, self.write) = (path, storage, read, write)
  }

  /// The same member where the value is a part of a larger one.
  @inlinable
  @inline(__always)
  public func within<Larger>(
    _ part: @escaping @autoclosure () -> WritableKeyPath<Larger, Whole>
  ) -> Member<Larger> {
    let (read, write) = (read, write)
    // What is kept is handed to closures that use nothing but the literal.
    let readPart: (inout Larger, (inout Whole) -> StoredValue) -> StoredValue = {
      $1(&$0[keyPath: part()])
    }
    typealias Writing<Target> = (consuming StoredValue, inout Target) -> Bool
    let writePart: (consuming StoredValue, inout Larger, Writing<Whole>) -> Bool = {
      $2($0, &$1[keyPath: part()])
    }
    return Member<Larger>(
      path, storage, read: { readPart(&$0, read) }, write: { writePart($0, &$1, write) })
  }

  /// The same member where there may be no value; it can hold nothing then.
  ///
  /// To set it makes the value, out of the empty one, where there is none.
  @inlinable
  public func ifAny(orElse empty: Whole) -> Member<Whole?> {
    let (read, write) = (read, write)
    return Member<Whole?>(
      path, ColumnStorage(storage.kind, isOptional: true),
      read: { part in
        guard var whole = part else { return .null }
        return read(&whole)
      },
      write: { stored, part in
        if stored == .null, case nil = part { return true }
        var whole = part ?? empty
        defer { part = whole }
        return write(stored, &whole)
      })
  }

  /// The same member, where only some values can be set.
  func allowing(_ allows: @escaping (StoredValue) -> Bool) -> Self {
    let write = write
    return Self(path, storage, read: read, write: { allows($0) && write($0, &$1) })
  }

  /// The member of a value; that one stays as it is, and is not copied to be read.
  @inlinable
  public func value(in whole: inout Whole) -> StoredValue { read(&whole) }

  /// Sets the member of a value; false where it can't hold this.
  @inlinable
  public func set(_ value: consuming StoredValue, in whole: inout Whole) -> Bool {
    write(value, &whole)
  }
}

/// A record that keeps its columns as the members of one value, as a table lists them.
///
/// The members are read and set as if they were the record's own.
@dynamicMemberLookup
public protocol ValueRecord: Record {
  associatedtype Values

  /// What the columns hold; a record that a context has is changed by `change`.
  var values: Values { get set }
}

extension ValueRecord {
  /// Reads and sets a member; to set an equal value is no change.
  @inlinable
  public subscript<Value: RecordValue>(
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
  public func change(_ body: (inout Values) -> Void) {
    state.willChange()
    body(&values)
    state.didChange()
  }
}

/// A column that keeps a member of a record's value.
public struct ValueColumn<Values> {
  @usableFromInline let name: String
  @usableFromInline let member: Member<Values>
  @usableFromInline let wasAddedLater: Bool
  @usableFromInline let grows: Bool
  @usableFromInline let largestMagnitude: UInt

  /// Names a member.
  ///
  /// A column that was added later counts in the checksum only where it holds something, so that
  /// rows from before are still what was written. A value that is not allowed can't be read, nor
  /// can an integer beyond the largest magnitude, with which sums might overflow. A text that grows is kept with spaces behind it where it is long, so that most often only its
  /// last page changes; it keeps no spaces of its own at its end, and no template may compare it.
  public init(
    _ name: String, _ member: Member<Values>, wasAddedLater: Bool = false, grows: Bool = false,
    largestMagnitude: UInt = .max, allows: ((StoredValue) -> Bool)? = nil
  ) {
    (self.name, self.wasAddedLater, self.grows) = (name, wasAddedLater, grows)
    self.largestMagnitude = largestMagnitude
    self.member = if let allows { member.allowing(allows) } else { member }
  }
}

extension Columns where Owner: ValueRecord {
  /// Declares members of the value that a record keeps, in the order of the table.
  @inlinable
  public mutating func declare(_ members: [ValueColumn<Owner.Values>]) {
    append(
      members.map { column in
        let (read, write) = (column.member.read, column.member.write)
        return RecordColumn(
          column.name, at: column.member.path,
          wasAddedLater: column.wasAddedLater, read: { read(&typed($0, Owner.self).values) },
          write: { write($0, &typed($1, Owner.self).values) })
      },
      load: { row, record in
        let (record, members) = (typed(record, Owner.self), members.span)
        for place in members.indices {
          var value = row.next(wasAddedLater: members[place].wasAddedLater)
          if members[place].grows { value = value.withoutRoom }
          let isTooLarge = value.magnitude > members[place].largestMagnitude
          if !isTooLarge, members[place].member.set(value, in: &record.values) { continue }
          row.refuse(members[place].name)
        }
      },
      bind: { record, row in
        let (record, members) = (typed(record, Owner.self), members.span)
        for place in members.indices {
          var value = members[place].member.value(in: &record.values)
          if members[place].grows { value = value.withRoom }
          row.add(value, wasAddedLater: members[place].wasAddedLater)
        }
      })
  }
}

/// What the store holds for a value, which is not copied for it.
@inlinable
func stored<Value: RecordValue>(_ value: inout Value) -> StoredValue { value.stored }

extension RecordValue {
  /// Becomes what the store holds; false where that is no such value.
  @inlinable
  mutating func set(to stored: consuming StoredValue) -> Bool {
    guard let value = Self(stored: stored) else { return false }
    self = value
    return true
  }
}
