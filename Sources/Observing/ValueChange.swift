/// What the observation of one value is told.
public enum ValueChange<Value> {
  /// The value was set; each side is there if it was asked for.
  case setting(new: Value?, old: Value?)

  /// The value is about to be set.
  case prior(old: Value?)

  /// The value after the change, if it was asked for.
  @inlinable public var new: Value? {
    if case .setting(let new, _) = self { new } else { nil }
  }

  /// The value before the change, if it was asked for.
  @inlinable public var old: Value? {
    switch self {
    case .setting(_, let old): old
    case .prior(let old): old
    }
  }

  /// Whether the change is still to come.
  @inlinable public var isPrior: Bool {
    if case .prior = self { true } else { false }
  }
}

extension ValueChange: ObservedChange {}
extension ValueChange: Equatable where Value: Equatable {}
extension ValueChange: Sendable where Value: Sendable {}
