/// Where a value lies in an object, or in a larger value, and how the store keeps it.
///
/// Values are read and written at their addresses: through key paths, each would take a tenth of a
/// microsecond, and a fetch twice as long (row "fetch of 100,000" of the benchmarks). This is the
/// one file of the module that knows addresses.
@usableFromInline
struct ValuePlace {
  @usableFromInline
  enum Kind: UInt8 {
    case number
    case optionalNumber
    case text
    case optionalText
    /// The number of a row; 0 for none.
    case relation
    case other
  }

  /// How values of other types are read and written.
  @usableFromInline
  final class Access {
    @usableFromInline let read: (UnsafeRawPointer) -> StoredValue
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
  @usableFromInline let access: Access?

  @usableFromInline
  init(offset: Int, kind: Kind, access: Access? = nil) {
    (self.offset, self.kind, self.access) = (offset, kind, access)
  }

  /// The place of a value of a type.
  @inlinable
  init<Value: RecordValue>(of type: Value.Type, offset: Int) {
    let kind: Kind? =
      if type == Int.self {
        .number
      } else if type == Int?.self {
        .optionalNumber
      } else if type == String.self {
        .text
      } else if type == String?.self { .optionalText } else { nil }
    if let kind {
      self.init(offset: offset, kind: kind)
      return
    }
    let access = Access(
      read: { $0.assumingMemoryBound(to: Value.self).pointee.stored },
      write: { stored, place in
        guard let value = Value(stored: stored) else { return false }
        place.assumingMemoryBound(to: Value.self).pointee = value
        return true
      })
    self.init(offset: offset, kind: .other, access: access)
  }

  /// The same place, where only some values can be set.
  func allowing(_ allows: @escaping (StoredValue) -> Bool) -> Self {
    var place = self
    place.offset = 0
    let access = Access(
      read: { place.value(at: $0) }, write: { allows($0) && place.set($0, at: $1) })
    return Self(offset: offset, kind: .other, access: access)
  }

  /// The value in what begins at an address.
  @inlinable @inline(__always)
  func value(at start: UnsafeRawPointer) -> StoredValue {
    let place = start + offset
    switch kind {
    case .number: return .integer(place.assumingMemoryBound(to: Int.self).pointee)
    case .optionalNumber:
      guard let number = place.assumingMemoryBound(to: Int?.self).pointee else { return .null }
      return .integer(number)
    case .text: return .text(place.assumingMemoryBound(to: String.self).pointee)
    case .optionalText:
      guard let text = place.assumingMemoryBound(to: String?.self).pointee else { return .null }
      return .text(text)
    case .relation:
      let row = place.assumingMemoryBound(to: Int.self).pointee
      return row == 0 ? .null : .integer(row)
    case .other: return access?.read(place) ?? .null
    }
  }

  /// Sets the value in what begins at an address; false where it is of another kind.
  @inlinable @inline(__always)
  func set(_ value: StoredValue, at start: UnsafeMutableRawPointer) -> Bool {
    let place = start + offset
    switch (kind, value) {
    case (.number, .integer(let number)), (.relation, .integer(let number)):
      place.assumingMemoryBound(to: Int.self).pointee = number
    case (.optionalNumber, .integer(let number)):
      place.assumingMemoryBound(to: Int?.self).pointee = number
    case (.optionalNumber, .null): place.assumingMemoryBound(to: Int?.self).pointee = nil
    case (.text, .text(let text)): place.assumingMemoryBound(to: String.self).pointee = text
    case (.optionalText, .text(let text)):
      place.assumingMemoryBound(to: String?.self).pointee = text
    case (.optionalText, .null): place.assumingMemoryBound(to: String?.self).pointee = nil
    case (.relation, .null): place.assumingMemoryBound(to: Int.self).pointee = 0
    case (.other, _): return access?.write(value, place) ?? false
    default: return false
    }
    return true
  }

  func value(of record: AnyObject) -> StoredValue {
    value(at: Unmanaged.passUnretained(record).toOpaque())
  }

  /// Sets the value in a record; false where it is of another kind.
  func set(_ value: StoredValue, in record: AnyObject) -> Bool {
    set(value, at: Unmanaged.passUnretained(record).toOpaque())
  }

  /// The value as a member of a larger one, which stays as it is.
  @inlinable
  func value<Whole>(in whole: inout Whole) -> StoredValue {
    withUnsafePointer(to: &whole) { value(at: UnsafeRawPointer($0)) }
  }

  /// Sets the value as a member of a larger one; false where it is of another kind.
  @inlinable
  func set<Whole>(_ value: StoredValue, in whole: inout Whole) -> Bool {
    withUnsafeMutablePointer(to: &whole) { set(value, at: UnsafeMutableRawPointer($0)) }
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
