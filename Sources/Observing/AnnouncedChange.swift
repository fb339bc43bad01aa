/// A change between its announcement and its delivery, with the observers to notify.
///
/// The observers are fixed when the change begins, but one that is removed meanwhile is not
/// notified.
final class AnnouncedChange<Change: ObservedChange> {
  /// The announced edit of a list; `nil` if the whole value is set.
  let edit: IndexedEdit?
  /// The value before the change, if the whole value is set and an observer requests it.
  let old: Change.Whole?

  let observers: [Observer<Change>?]
  let prior: (ObservationOptions) -> Change

  init(
    observers: [Observer<Change>?], edit: IndexedEdit? = nil, old: Change.Whole? = nil,
    prior: @escaping (ObservationOptions) -> Change
  ) {
    self.observers = observers
    self.edit = edit
    self.old = old
    self.prior = prior
  }

  /// Stores the old values for all observers, then announces the change to those that request it.
  func begin() {
    for case let observer? in observers where observer.isActive { observer.relay?.capture(self) }
    for case let observer? in observers where observer.isActive {
      let answer = observer.relay?.announce(self) ?? .forward
      if answer == .forward, observer.options.contains(.prior) {
        observer.handler(prior(observer.options))
      }
    }
  }

  /// Delivers the change to the observers, after path observers were attached to the new objects.
  func finish(_ change: (ObservationOptions) -> Change) {
    for case let observer? in observers where observer.isActive {
      observer.relay?.reattach { change([.new, .old]).elementEdit }
    }
    for case let observer? in observers where observer.isActive {
      let answer = observer.relay?.deliver(self) ?? .forward
      if answer == .forward { observer.handler(change(observer.options)) }
    }
  }

  /// Ends the change without notifying observers, because nothing has changed.
  func abandon() { for observer in observers { observer?.relay?.forget(self) } }
}

/// The kind of a list change that the program announces with `willChange`.
///
///     try model.willChange(\.names, .insertion, at: [1])
///     model.withoutNotifying(\.names) { $0.insert("Ai", at: 1) }
///     try model.didChange(\.names, .insertion, at: [1])
public enum IndexedKind: Hashable, Sendable {
  /// Elements are inserted at these indexes of the result.
  case insertion
  /// The elements at these indexes are removed.
  case removal
  /// The elements at these indexes are replaced.
  case replacement
}

/// A list edit that the program announces with `willChange`.
struct IndexedEdit: Equatable {
  let kind: IndexedKind
  let indexes: [Int]
}
