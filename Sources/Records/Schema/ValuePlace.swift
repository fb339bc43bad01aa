/// Where a value lies in an object, or in a larger value, and how the store keeps it.
///
/// Values are read and written at their addresses: through key paths, each would take a tenth of a
/// microsecond, and a fetch twice as long (row "fetch of 100,000" of the benchmarks). This is the
/// one file of the module that knows addresses.
@usableFromInline
struct ValuePlace {
  @usableFromInline
  final class Access {
    @usableFromInline let read: (UnsafeRawPointer) -> StoredValue
    /// Answers false where the value is of another kind.
    @usableFromInline let write: (StoredValue, UnsafeMutableRawPointer) -> Bool

    @usableFromInline
    init(
      read: @escaping (UnsafeRawPointer) -> StoredValue,
      write: @escaping (StoredValue, UnsafeMutableRawPointer) -> Bool
    ) {
      (self.read, self.write) = (read, write)
    }
  }

  @usableFromInline var offset: Int
  @usableFromInline let access: Access

  @usableFromInline
  init(offset: Int, access: Access) { (self.offset, self.access) = (offset, access) }

  @inlinable
  init<Value: RecordValue>(of type: Value.Type, offset: Int) {
    let access = Access(
      read: { $0.assumingMemoryBound(to: Value.self).pointee.stored },
      write: { stored, place in
        guard let value = Value(stored: stored) else { return false }
        place.assumingMemoryBound(to: Value.self).pointee = value
        return true
      })
    self.init(offset: offset, access: access)
  }

  /// The same place, where only some values can be set.
  func allowing(_ allows: @escaping (StoredValue) -> Bool) -> Self {
    let access = access
    let other = Access(read: access.read, write: { allows($0) && access.write($0, $1) })
    return Self(offset: offset, access: other)
  }

  func value(of record: AnyObject) -> StoredValue {
    access.read(Unmanaged.passUnretained(record).toOpaque() + offset)
  }

  /// Sets the value in a record; false where it is of another kind.
  func set(_ value: StoredValue, in record: AnyObject) -> Bool {
    access.write(value, Unmanaged.passUnretained(record).toOpaque() + offset)
  }

  /// The value as a member of a larger one, which stays as it is.
  @inlinable
  func value<Whole>(in whole: inout Whole) -> StoredValue {
    withUnsafePointer(to: &whole) { access.read(UnsafeRawPointer($0) + offset) }
  }

  /// Sets the value as a member of a larger one; false where it is of another kind.
  @inlinable
  func set<Whole>(_ value: StoredValue, in whole: inout Whole) -> Bool {
    withUnsafeMutablePointer(to: &whole) {
      access.write(value, UnsafeMutableRawPointer($0) + offset)
    }
  }

  /// How a member is read and written that a part has, where there is the part; to set the member
  /// makes the part, out of the empty one, where there is none.
  @inlinable
  static func access<Part>(
    to empty: Part, _ read: @escaping (inout Part) -> StoredValue,
    _ write: @escaping (StoredValue, inout Part) -> Bool
  ) -> Access {
    Access(
      read: { place in
        let part = place.assumingMemoryBound(to: Part?.self)
        if case nil = part.pointee { return .null }
        var whole = part.pointee ?? empty
        return read(&whole)
      },
      write: { stored, place in
        let part = place.assumingMemoryBound(to: Part?.self)
        if stored == .null, case nil = part.pointee { return true }
        var whole = part.pointee ?? empty
        defer { part.pointee = whole }
        return write(stored, &whole)
      })
  }
}

/// Where a property is stored in every object of a class.
@inlinable
func propertyOffset<Owner: AnyObject, Property>(
  _ path: ReferenceWritableKeyPath<Owner, Property>, in owner: Owner
) -> Int {
  let start = UnsafeRawPointer(Unmanaged.passUnretained(owner).toOpaque())
  let offset = withUnsafeMutablePointer(to: &owner[keyPath: path]) { UnsafeRawPointer($0) - start }
  precondition((0..<1 << 16).contains(offset), "the property has no place in the object")
  return offset
}
