/// A type whose values can be stored in a column.
///
/// `Int`, `Bool`, `Double`, `String`, `[UInt8]`, and their optionals conform. An enumeration
/// with such raw values only has to declare the conformance.
///
///     Colour.red.stored  // text("red")
///     Colour(stored: .text("blue"))  // nil
///     [UInt8].storage.kind  // bytes
public protocol RecordValue: Equatable, SendableMetatype {
  /// The column type for values of this type.
  static var storage: ColumnStorage { get }

  /// The value in its stored form.
  var stored: StoredValue { get }

  /// Creates a value from a stored one; returns `nil` if that has another type.
  init?(stored: StoredValue)
}

/// The type of a column, and whether it may be null.
///
///     ColumnStorage(.integer) == Int.storage  // true
///     ColumnStorage(.text, isOptional: true) == String?.storage  // true
public struct ColumnStorage: Hashable, Sendable {
  /// The data types of SQLite.
  ///
  ///     String?.storage.kind  // text
  public enum Kind: String, Sendable {
    case integer = "INTEGER", real = "REAL", text = "TEXT", bytes = "BLOB"
  }

  /// The data type of the column.
  public var kind: Kind
  /// `true` if the column may be null.
  public var isOptional: Bool

  /// Creates the storage of a kind.
  public init(_ kind: Kind, isOptional: Bool = false) {
    self.kind = kind
    self.isOptional = isOptional
  }
}

extension Int: RecordValue {
  /// The kind of column for such values.
  public static var storage: ColumnStorage { ColumnStorage(.integer) }
  /// The value in the form in which it is stored.
  public var stored: StoredValue { .integer(self) }

  /// Creates a value from a stored one; returns `nil` if that has another type or can't be
  /// represented.
  public init?(stored: StoredValue) {
    guard case .integer(let number) = stored else { return nil }
    self = number
  }
}

extension Bool: RecordValue {
  /// The kind of column for such values.
  public static var storage: ColumnStorage { ColumnStorage(.integer) }
  /// The value in the form in which it is stored.
  public var stored: StoredValue { .integer(self ? 1 : 0) }

  /// Creates a value from a stored one; returns `nil` if that has another type or can't be
  /// represented.
  public init?(stored: StoredValue) {
    switch stored {
    case .integer(0): self = false
    case .integer(1): self = true
    default: return nil
    }
  }
}

extension Double: RecordValue {
  /// The kind of column for such values.
  public static var storage: ColumnStorage { ColumnStorage(.real) }
  // NB: SQLite stores NaN as NULL, which could not be read as a number again.
  /// The value in the form in which it is stored.
  public var stored: StoredValue { isNaN ? .text("nan") : .real(self) }

  /// Creates a value from a stored one; returns `nil` if that has another type or can't be
  /// represented.
  public init?(stored: StoredValue) {
    switch stored {
    case .real(let number): self = number
    case .text("nan"): self = .nan
    default: return nil
    }
  }
}

extension String: RecordValue {
  /// The kind of column for such values.
  public static var storage: ColumnStorage { ColumnStorage(.text) }
  /// The value in the form in which it is stored.
  public var stored: StoredValue { .text(self) }

  /// Creates a value from a stored one; returns `nil` if that has another type or can't be
  /// represented.
  public init?(stored: StoredValue) {
    guard case .text(let text) = stored else { return nil }
    self = text
  }
}

extension Array: RecordValue where Element == UInt8 {
  /// The kind of column for such values.
  public static var storage: ColumnStorage { ColumnStorage(.bytes) }
  /// The value in the form in which it is stored.
  public var stored: StoredValue { .bytes(self) }

  /// Creates a value from a stored one; returns `nil` if that has another type or can't be
  /// represented.
  public init?(stored: StoredValue) {
    guard case .bytes(let bytes) = stored else { return nil }
    self = bytes
  }
}

// NB: without `@inlinable`, each value of each row is converted through the metadata of its type:
// an eighth of the instructions of row "export" of the benchmarks, a sixth of those of "summary".
extension Optional: RecordValue where Wrapped: RecordValue {
  /// The kind of column for such values.
  public static var storage: ColumnStorage {
    ColumnStorage(Wrapped.storage.kind, isOptional: true)
  }

  /// The value in the form in which it is stored.
  @inlinable public var stored: StoredValue { self?.stored ?? .null }

  /// Creates a value from a stored one; returns `nil` if that has another type or can't be
  /// represented.
  @inlinable public init?(stored: StoredValue) {
    if case .null = stored {
      self = Self.none
    } else {
      guard let wrapped = Wrapped(stored: stored) else { return nil }
      self = Self.some(wrapped)
    }
  }
}

extension RecordValue where Self: RawRepresentable, RawValue: RecordValue {
  /// The kind of column for such values.
  public static var storage: ColumnStorage { RawValue.storage }
  /// The value in the form in which it is stored.
  @inlinable public var stored: StoredValue { rawValue.stored }

  /// Creates a value from a stored one; returns `nil` if that has another type or can't be
  /// represented.
  @inlinable public init?(stored: StoredValue) {
    guard let raw = RawValue(stored: stored) else { return nil }
    self.init(rawValue: raw)
  }
}
