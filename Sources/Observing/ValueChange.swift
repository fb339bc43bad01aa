/// A notification that an observed value changes.
///
///     let token = model.observe(\.name, [.new, .old]) { change in
///       print(change.old ?? "", "->", change.new ?? "")
///     }
public enum ValueChange<Value> {
  /// The value was set; values that the observation did not request are `nil`.
  case setting(new: Value?, old: Value?)
  /// The value is about to be set; sent only with the option `prior`.
  case prior(old: Value?)

  // Disfavored, so that `if let` gets an optional value without a second level of `nil`.

  /// The value after the change; `nil` if it was not requested.
  @_disfavoredOverload
  public var new: Value? { if case .setting(let new, _) = self { new } else { nil } }

  /// The value before the change; `nil` if it was not requested.
  @_disfavoredOverload
  public var old: Value? {
    switch self {
    case .setting(_, let old): old
    case .prior(let old): old
    }
  }

  /// `true` for the announcement before a change.
  public var isPrior: Bool { if case .prior = self { true } else { false } }
}

extension ValueChange where Value: OptionalValue {
  /// The value after the change; `nil` if it is `nil` or was not requested.
  public var new: Value.Wrapped? {
    if case .setting(let new, _) = self { new?.optional } else { nil }
  }

  /// The value before the change; `nil` if it was `nil` or was not requested.
  public var old: Value.Wrapped? {
    switch self {
    case .setting(_, let old): old?.optional
    case .prior(let old): old?.optional
    }
  }
}

/// An optional value, whose change has no second level of `nil`.
///
/// `Optional` conforms to it; other types need not.
///
///     let token = model.observe(\.partner) { change in
///       let partner: Model? = change.new
///       print(partner?.name ?? "none")
///     }
public protocol OptionalValue<Wrapped> {
  /// The type of the value that may be `nil`.
  associatedtype Wrapped

  /// The value itself.
  var optional: Wrapped? { get }
}

extension Optional: OptionalValue {
  /// The value itself.
  public var optional: Wrapped? { self }
}

extension ValueChange: ObservedChange {}
extension ValueChange: Equatable where Value: Equatable {}
extension ValueChange: Sendable where Value: Sendable {}

/// The common interface of changes of single values and of lists.
@usableFromInline protocol ObservedChange<Whole> {
  associatedtype Whole
  static func setting(new: Whole?, old: Whole?) -> Self
  static func prior(old: Whole?) -> Self

  /// The elements that an edit of a list has inserted and removed; `nil` if the whole value was
  /// set.
  ///
  /// The change must carry its old and new values.
  var elementEdit: ElementEdit? { get }

  /// Attaches an observer that passes on the changes of a property; returns `nil` if the types
  /// differ.
  static func attach(
    _ relay: Relay, to slot: AnySlot, options: ObservationOptions, handler: @escaping (Self) -> Void
  ) -> AnyObserver?
}

extension ObservedChange {
  @usableFromInline var elementEdit: ElementEdit? { nil }

  @usableFromInline
  static func attach(
    _ relay: Relay, to slot: AnySlot, options: ObservationOptions, handler: @escaping (Self) -> Void
  ) -> AnyObserver? { nil }
}
