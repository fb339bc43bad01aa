/// A change between its will and its did, with the observers that it is for.
///
/// The set of observers is fixed when the change begins; one that was removed since is not called.
@usableFromInline
final class Bracket<Change: ObservedChange> {
  /// What a list will go through, where it is not a setting.
  @usableFromInline let edit: IndexedEdit?
  /// The value at will, for a setting.
  @usableFromInline let old: Change.Whole?
  @usableFromInline let observers: [Observer<Change>]
  @usableFromInline let prior: (ObservationOptions) -> Change

  @inlinable
  init(
    observers: [Observer<Change>], edit: IndexedEdit? = nil, old: Change.Whole? = nil,
    prior: @escaping (ObservationOptions) -> Change
  ) { (self.observers, self.edit, self.old, self.prior) = (observers, edit, old, prior) }

  /// Captures what is there, then announces the change.
  @inlinable
  func begin() {
    for observer in observers where observer.isActive { observer.relay?.capture(self) }
    for observer in observers where observer.isActive {
      let answer = observer.relay?.announce(self) ?? .passOn
      if answer == .passOn, observer.options.contains(.prior) {
        observer.handler(prior(observer.options))
      }
    }
  }

  /// Moves the watches to where the links lead now, then delivers the change.
  @inlinable
  func finish(_ change: (ObservationOptions) -> Change) {
    for observer in observers where observer.isActive { observer.relay?.follow() }
    for observer in observers where observer.isActive {
      let answer = observer.relay?.deliver(self) ?? .passOn
      if answer == .passOn { observer.handler(change(observer.options)) }
    }
  }

  @inlinable
  func abandon() { for observer in observers { observer.relay?.forget(self) } }
}

/// The kinds of change that concern single places of a list.
public enum IndexedKind: Hashable, Sendable {
  /// Elements come in at these positions of the result.
  case insertion
  /// Elements at these positions go.
  case removal
  /// Elements at these positions are replaced.
  case replacement
}

/// An indexed change of a list that is notified by hand.
@usableFromInline
struct IndexedEdit: Equatable {
  @usableFromInline let kind: IndexedKind
  @usableFromInline let indexes: [Int]
}
