/// A member of a value that a column keeps: how to get at it wherever such a value lies.
///
///     let time = Member(\Trial.time)
///     if time.set(.integer(5), in: &trial) { print(time.value(in: &trial)) }
public struct Member<Whole> {
  /// What kind of values the member has.
  public let storage: ColumnStorage

  @usableFromInline let path: AnyKeyPath
  @usableFromInline let place: ValuePlace

  /// Finds a member that has a place of its own in the value.
  @inlinable
  public init<Value: RecordValue>(_ path: WritableKeyPath<Whole, Value>) {
    self.init(path, Value.storage, ValuePlace(of: Value.self, offset: Self.offset(of: path)))
  }

  @usableFromInline
  init(_ path: AnyKeyPath, _ storage: ColumnStorage, _ place: ValuePlace) {
    (self.path, self.storage, self.place) = (path, storage, place)
  }

  @usableFromInline
  static func offset(of path: PartialKeyPath<Whole>) -> Int {
    guard let offset = MemoryLayout<Whole>.offset(of: path) else {
      preconditionFailure("a computed property is no member: \(path)")
    }
    return offset
  }

  /// The same member where the value is a part of a larger one.
  public func within<Larger>(_ part: WritableKeyPath<Larger, Whole>) -> Member<Larger> {
    var place = place
    place.offset += Member<Larger>.offset(of: part)
    return Member<Larger>(path, storage, place)
  }

  /// The same member where a larger value may have the value as a part; it can hold nothing then.
  ///
  /// To set it makes the part, out of the empty one, where there is none.
  @inlinable
  public func within<Larger>(
    _ part: WritableKeyPath<Larger, Whole?>, empty: Whole
  ) -> Member<Larger> {
    let access = ValuePlace.access(to: empty, value(in:), set(_:in:))
    let place = ValuePlace(offset: Member<Larger>.offset(of: part), access: access)
    return Member<Larger>(path, ColumnStorage(storage.kind, isOptional: true), place)
  }

  /// The member of a value; that one stays as it is, and is not copied to be read.
  @inlinable
  public func value(in whole: inout Whole) -> StoredValue { place.value(in: &whole) }

  /// Sets the member of a value; false where it can't hold this.
  @inlinable
  public func set(_ value: StoredValue, in whole: inout Whole) -> Bool {
    place.set(value, in: &whole)
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

extension Columns {
  /// Declares a member of the value that a record keeps.
  ///
  /// A column that was added later counts in the checksum only where it holds something, so that
  /// rows from before are still what was written. A value that is not allowed can't be read.
  public mutating func declare<Values>(
    _ name: String, _ member: Member<Values>, of values: ReferenceWritableKeyPath<Owner, Values>,
    wasAddedLater: Bool = false, allows: ((StoredValue) -> Bool)? = nil
  ) {
    var place = member.place
    if let allows { place = place.allowing(allows) }
    place.offset += propertyOffset(values, in: prototype)
    columns.append(
      RecordColumn(name, member.storage, place, at: member.path, wasAddedLater: wasAddedLater))
  }
}
