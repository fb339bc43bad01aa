/// What an observation wants to be told.
public struct ObservationOptions: OptionSet, Sendable {
  /// The set as bits.
  public let rawValue: UInt8

  /// Makes a set from bits.
  public init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// One call with the current value, before `observe` returns.
  public static let initial = Self(rawValue: 1)

  /// The value after the change.
  public static let new = Self(rawValue: 2)

  /// The value before the change.
  public static let old = Self(rawValue: 4)

  /// One more call before the change is made.
  public static let prior = Self(rawValue: 8)

  /// Nothing is observed before `Observation.begin()` is called.
  public static let deferred = Self(rawValue: 16)
}
