/// Where a value lies in an object, or in a larger value, and how the store keeps it.
///
/// NB: the usual types are read and written in place: a closure for each would be counted as held
/// and let go at every call, which is a third of an export (its rows in the benchmarks).
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
}
