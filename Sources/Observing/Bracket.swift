/// A change in progress, between `will` and `did`, with the observers that receive it.
///
/// The observers are fixed when the change begins. One that is removed meanwhile is not called.
@usableFromInline
final class Bracket<Change: ObservedChange> {
  /// The announced edit of a list, or `nil` for a setting.
  @usableFromInline let edit: IndexedEdit?
  /// The value before the change, for a setting.
  @usableFromInline let old: Change.Whole?

  @usableFromInline let observers: [Observer<Change>]
  @usableFromInline let prior: (ObservationOptions) -> Change

  @inlinable
  init(
    observers: [Observer<Change>], edit: IndexedEdit? = nil, old: Change.Whole? = nil,
    prior: @escaping (ObservationOptions) -> Change
  ) {
    self.observers = observers
    self.edit = edit
    self.old = old
    self.prior = prior
  }

  /// Captures the old values of all observers, then announces the change to those who want it.
  @inlinable
  func begin() {
    for observer in observers where observer.isActive { observer.relay?.capture(self) }
    for observer in observers where observer.isActive {
      let answer = observer.relay?.announce(self) ?? .forward
      if answer == .forward, observer.options.contains(.prior) {
        observer.handler(prior(observer.options))
      }
    }
  }

  /// Attaches path observers to the objects that their links lead to now, then delivers the change.
  @inlinable
  func finish(_ change: (ObservationOptions) -> Change) {
    for observer in observers where observer.isActive { observer.relay?.follow() }
    for observer in observers where observer.isActive {
      let answer = observer.relay?.deliver(self) ?? .forward
      if answer == .forward { observer.handler(change(observer.options)) }
    }
  }

  /// Ends the change without delivering it, because nothing has changed.
  @inlinable
  func abandon() { for observer in observers { observer.relay?.forget(self) } }
}

/// The kind of a list change that is announced by hand.
///
///     try model.willChange(\.names, .insertion, at: [2])
public enum IndexedKind: Hashable, Sendable {
  /// Elements are inserted at these positions of the result.
  case insertion
  /// The elements at these positions are removed.
  case removal
  /// The elements at these positions are replaced.
  case replacement
}

/// A list edit that is announced by hand.
@usableFromInline
struct IndexedEdit: Equatable {
  @usableFromInline let kind: IndexedKind
  @usableFromInline let indexes: [Int]
}
