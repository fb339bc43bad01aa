/// What the observation of one value is told.
public enum ValueChange<Value> {
  /// The value was set; each side is there if it was asked for.
  case setting(new: Value?, old: Value?)
  /// The value is about to be set.
  case prior(old: Value?)

  /// The value after the change, if it was asked for.
  @inlinable public var new: Value? { if case .setting(let new, _) = self { new } else { nil } }

  /// The value before the change, if it was asked for.
  @inlinable public var old: Value? {
    switch self {
    case .setting(_, let old): old
    case .prior(let old): old
    }
  }

  /// Whether the change is still to come.
  @inlinable public var isPrior: Bool { if case .prior = self { true } else { false } }
}

extension ValueChange: ObservedChange {}
extension ValueChange: Equatable where Value: Equatable {}
extension ValueChange: Sendable where Value: Sendable {}

/// The two changes that every kind of property can report.
@usableFromInline
protocol ObservedChange<Whole> {
  associatedtype Whole
  static func setting(new: Whole?, old: Whole?) -> Self
  static func prior(old: Whole?) -> Self

  /// Attaches a relay that hands the changes of a slot on as they are, where the types allow it.
  static func attach(
    _ relay: Relay, to slot: AnySlot, options: ObservationOptions, handler: @escaping (Self) -> Void
  ) -> AnyObserver?
}

extension ObservedChange {
  @usableFromInline
  static func attach(
    _ relay: Relay, to slot: AnySlot, options: ObservationOptions, handler: @escaping (Self) -> Void
  ) -> AnyObserver? { nil }
}
