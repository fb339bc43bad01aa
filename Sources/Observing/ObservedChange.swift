/// The two changes that every kind of property can report.
@usableFromInline
protocol ObservedChange<Whole> {
  associatedtype Whole
  static func setting(new: Whole?, old: Whole?) -> Self
  static func prior(old: Whole?) -> Self

  /// Attaches a relay that hands the changes of a slot on as they are, where the types allow it.
  static func attach(
    _ relay: Relay, to slot: AnySlot, options: ObservationOptions,
    handler: @escaping (Self) -> Void
  ) -> AnyObserver?
}

extension ObservedChange {
  @usableFromInline
  static func attach(
    _ relay: Relay, to slot: AnySlot, options: ObservationOptions,
    handler: @escaping (Self) -> Void
  ) -> AnyObserver? { nil }
}
