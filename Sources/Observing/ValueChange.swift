/// A notification that an observed value changes.
///
///     model.observe(\.name, [.new, .old]) { change in
///       print(change.old ?? "", "->", change.new ?? "")
///     }
public enum ValueChange<Value> {
  /// The value was set; values that the observation did not request are `nil`.
  case setting(new: Value?, old: Value?)
  /// The value is about to be set; sent only with the option `prior`.
  case prior(old: Value?)

  /// The value after the change; `nil` if it was not requested.
  public var new: Value? { if case .setting(let new, _) = self { new } else { nil } }

  /// The value before the change; `nil` if it was not requested.
  public var old: Value? {
    switch self {
    case .setting(_, let old): old
    case .prior(let old): old
    }
  }

  /// `true` for the announcement before a change.
  public var isPrior: Bool { if case .prior = self { true } else { false } }
}

extension ValueChange: ObservedChange {}
extension ValueChange: Equatable where Value: Equatable {}
extension ValueChange: Sendable where Value: Sendable {}

/// The common interface of changes of single values and of lists.
@usableFromInline protocol ObservedChange<Whole> {
  associatedtype Whole
  static func setting(new: Whole?, old: Whole?) -> Self
  static func prior(old: Whole?) -> Self

  /// Attaches an observer that passes on the changes of a property; returns `nil` if the types
  /// differ.
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
