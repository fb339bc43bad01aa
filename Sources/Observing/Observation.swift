/// A token: the observation ends with it, or when it is told to.
///
/// It does not keep the observed object alive, and it may outlive it.
public final class Observation {
  private enum State {
    case ready(attach: () -> (() -> Void)?, initial: () -> Void)
    case active(end: () -> Void)
    case ended
  }

  private var state: State

  /// Makes an observation, which begins at once unless deferred; `attach` answers what ends it.
  @usableFromInline
  init(
    _ options: ObservationOptions, attach: @escaping () -> (() -> Void)?,
    initial: @escaping () -> Void
  ) {
    state = .ready(attach: attach, initial: options.contains(.initial) ? initial : {})
    if !options.contains(.deferred) { begin() }
  }

  deinit { end() }

  /// Whether changes are still reported to it.
  public var isActive: Bool { if case .active = state { true } else { false } }

  /// Starts an observation that was made with the option `deferred`.
  public func begin() {
    guard case .ready(let attach, let initial) = state else { return }
    let detach = attach()
    if case .ready = state {
      state = detach.map { .active(end: $0) } ?? .ended
      initial()
    } else {
      // Reading the keys ran code that ended the observation.
      detach?()
    }
  }

  /// Ends the observation at once; legal everywhere, and more than once.
  public func end() {
    let before = state
    state = .ended
    if case .active(let end) = before { end() }
  }
}

/// What an observation wants to be told.
public struct ObservationOptions: OptionSet, Sendable {
  /// The set as bits.
  public let rawValue: UInt8

  /// Makes a set from bits.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

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
