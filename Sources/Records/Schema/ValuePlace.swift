/// Where a value lies in an object, or in a larger value, and how the store keeps it.
///
/// Values are read and written at their addresses: through key paths, each would take a tenth of a
/// microsecond, and a fetch twice as long (row "fetch of 100,000" of the benchmarks). This is the
/// one file of the module that knows addresses.
@usableFromInline
struct ValuePlace {
  /// The types that nearly all columns have: no closure is called for them, whose use is counted.
  @usableFromInline
  enum Kind {
    case integer, optionalInteger, text, optionalText, other

    @usableFromInline
    init(of type: Any.Type) {
      switch type {
      case is Int.Type: self = .integer
      case is Int?.Type: self = .optionalInteger
      case is String.Type: self = .text
      case is String?.Type: self = .optionalText
      default: self = .other
      }
    }
  }

  /// How a value of another type is read and written.
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
  @usableFromInline let kind: Kind
  @usableFromInline let access: Access

  @usableFromInline
  init(offset: Int, access: Access, kind: Kind = .other) {
    (self.offset, self.access, self.kind) = (offset, access, kind)
  }

  @inlinable
  init<Value: RecordValue>(of type: Value.Type, offset: Int) {
    let access = Access(
      read: { Self.read(type, $0) }, write: { Self.write($0, type, $1) })
    self.init(offset: offset, access: access, kind: Kind(of: type))
  }

  /// The same place, where only some values can be set.
  func allowing(_ allows: @escaping (StoredValue) -> Bool) -> Self {
    let access = access
    let other = Access(read: access.read, write: { allows($0) && access.write($0, $1) })
    return Self(offset: offset, access: other)
  }

  @inline(__always)
  func value(of record: AnyObject) -> StoredValue {
    read(Unmanaged.passUnretained(record).toOpaque())
  }

  /// Sets the value in a record; false where it is of another kind.
  @inline(__always)
  func set(_ value: StoredValue, in record: AnyObject) -> Bool {
    write(value, Unmanaged.passUnretained(record).toOpaque())
  }

  /// The value as a member of a larger one, which stays as it is.
  @inlinable
  @inline(__always)
  func value<Whole>(in whole: inout Whole) -> StoredValue {
    withUnsafePointer(to: &whole) { read(UnsafeRawPointer($0)) }
  }

  /// Sets the value as a member of a larger one; false where it is of another kind.
  @inlinable
  @inline(__always)
  func set<Whole>(_ value: StoredValue, in whole: inout Whole) -> Bool {
    withUnsafeMutablePointer(to: &whole) { write(value, UnsafeMutableRawPointer($0)) }
  }

  @inlinable
  @inline(__always)
  func read(_ whole: UnsafeRawPointer) -> StoredValue {
    switch kind {
    case .integer: Self.read(Int.self, whole + offset)
    case .optionalInteger: Self.read(Int?.self, whole + offset)
    case .text: Self.read(String.self, whole + offset)
    case .optionalText: Self.read(String?.self, whole + offset)
    case .other: access.read(whole + offset)
    }
  }

  @inlinable
  @inline(__always)
  func write(_ value: StoredValue, _ whole: UnsafeMutableRawPointer) -> Bool {
    switch kind {
    case .integer: Self.write(value, Int.self, whole + offset)
    case .optionalInteger: Self.write(value, Int?.self, whole + offset)
    case .text: Self.write(value, String.self, whole + offset)
    case .optionalText: Self.write(value, String?.self, whole + offset)
    case .other: access.write(value, whole + offset)
    }
  }

  @inlinable
  @inline(__always)
  static func read<Value: RecordValue>(
    _ type: Value.Type, _ place: UnsafeRawPointer
  ) -> StoredValue {
    place.assumingMemoryBound(to: type).pointee.stored
  }

  @inlinable
  @inline(__always)
  static func write<Value: RecordValue>(
    _ stored: StoredValue, _ type: Value.Type, _ place: UnsafeMutableRawPointer
  ) -> Bool {
    guard let value = Value(stored: stored) else { return false }
    place.assumingMemoryBound(to: type).pointee = value
    return true
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
