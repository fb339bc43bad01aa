/// A type whose values a column can hold.
public protocol RecordValue: Equatable {
  /// What kind of column keeps such values.
  static var storage: ColumnStorage { get }

  /// The value as the store keeps it.
  var stored: StoredValue { get }

  /// Creates the value of what the store holds; nil where that is something else.
  init?(stored: StoredValue)
}

/// What kind of values a column keeps, and whether it may keep none.
public struct ColumnStorage: Hashable, Sendable {
  /// The kinds that the store tells apart.
  public enum Kind: String, Sendable {
    case integer = "INTEGER", real = "REAL", text = "TEXT", bytes = "BLOB"
  }

  /// The kind of the values.
  public var kind: Kind
  /// Whether there may be no value.
  public var isOptional: Bool

  /// A column of a kind.
  public init(_ kind: Kind, isOptional: Bool = false) {
    self.kind = kind
    self.isOptional = isOptional
  }
}

extension Int: RecordValue {
  /// How a column keeps it.
  public static var storage: ColumnStorage { ColumnStorage(.integer) }
  /// What a row holds.
  @inlinable public var stored: StoredValue { .integer(self) }

  /// Reads what a row holds; nil where that is no such value.
  @inlinable
  public init?(stored: StoredValue) {
    guard case .integer(let number) = stored else { return nil }
    self = number
  }
}

extension Bool: RecordValue {
  /// How a column keeps it.
  public static var storage: ColumnStorage { ColumnStorage(.integer) }
  /// What a row holds.
  @inlinable public var stored: StoredValue { .integer(self ? 1 : 0) }

  /// Reads what a row holds; nil where that is no such value.
  @inlinable
  public init?(stored: StoredValue) {
    switch stored {
    case .integer(0): self = false
    case .integer(1): self = true
    default: return nil
    }
  }
}

extension Double: RecordValue {
  /// How a column keeps it.
  public static var storage: ColumnStorage { ColumnStorage(.real) }
  // NB: SQLite stores NaN as NULL, which could not be read as a number again.
  /// What a row holds.
  @inlinable public var stored: StoredValue { isNaN ? .text("nan") : .real(self) }

  /// Reads what a row holds; nil where that is no such value.
  @inlinable
  public init?(stored: StoredValue) {
    switch stored {
    case .real(let number): self = number
    case .text("nan"): self = .nan
    default: return nil
    }
  }
}

extension String: RecordValue {
  /// How a column keeps it.
  public static var storage: ColumnStorage { ColumnStorage(.text) }
  /// What a row holds.
  @inlinable public var stored: StoredValue { .text(self) }

  /// Reads what a row holds; nil where that is no such value.
  @inlinable
  public init?(stored: StoredValue) {
    guard case .text(let text) = stored else { return nil }
    self = text
  }
}

extension Array: RecordValue where Element == UInt8 {
  /// How a column keeps it.
  public static var storage: ColumnStorage { ColumnStorage(.bytes) }
  /// What a row holds.
  @inlinable public var stored: StoredValue { .bytes(self) }

  /// Reads what a row holds; nil where that is no such value.
  @inlinable
  public init?(stored: StoredValue) {
    guard case .bytes(let bytes) = stored else { return nil }
    self = bytes
  }
}

extension Optional: RecordValue where Wrapped: RecordValue {
  /// How a column keeps it.
  public static var storage: ColumnStorage { ColumnStorage(Wrapped.storage.kind, isOptional: true) }

  /// What a row holds.
  @inlinable public var stored: StoredValue { self?.stored ?? .null }

  /// Reads what a row holds; nil where that is no such value.
  @inlinable
  public init?(stored: StoredValue) {
    if case .null = stored {
      self = Self.none
    } else {
      guard let wrapped = Wrapped(stored: stored) else { return nil }
      self = Self.some(wrapped)
    }
  }
}

extension RecordValue where Self: RawRepresentable, RawValue: RecordValue {
  /// How a column keeps it.
  public static var storage: ColumnStorage { RawValue.storage }
  /// What a row holds.
  @inlinable public var stored: StoredValue { rawValue.stored }

  /// Reads what a row holds; nil where that is no such value.
  @inlinable
  public init?(stored: StoredValue) {
    guard let raw = RawValue(stored: stored) else { return nil }
    self.init(rawValue: raw)
  }
}
