/// A token for an observation, which ends when the token is released or `end` is called.
///
/// It does not keep the observed object alive, and may outlive it. Keep it in a property: an
/// optimized build may release a local variable after its last use.
///
///     let token = model.observe(\.name) { change in print(change.new ?? "") }
///     token.end()
public final class ObservationToken {
  /// The state of an observation, which begins and ends once.
  private enum State {
    case ready(attach: () -> (() -> Void)?, initial: () -> Void)
    case active(end: () -> Void)
    case ended
  }

  private var state: State

  /// Creates an observation, which begins at once unless it is `deferred`.
  ///
  /// `attach` begins it and returns a closure that ends it, or `nil` if the object no longer
  /// exists.
  init(
    _ options: ObservationOptions, attach: @escaping () -> (() -> Void)?,
    initial: @escaping () -> Void
  ) {
    state = .ready(attach: attach, initial: options.contains(.initial) ? initial : {})
    if !options.contains(.deferred) { begin() }
  }

  deinit { end() }

  /// `true` while the observation receives changes.
  public var isActive: Bool { if case .active = state { true } else { false } }

  /// Begins an observation that was created with the option `deferred`; otherwise does nothing.
  public func begin() {
    guard case .ready(let attach, let initial) = state else { return }
    let detach = attach()
    if case .ready = state {
      state = detach.map { .active(end: $0) } ?? .ended
      initial()
    } else {
      // Reading the keys ran code that ended this observation.
      detach?()
    }
  }

  /// Ends the observation at once; further calls do nothing.
  public func end() {
    let before = state
    state = .ended
    if case .active(let end) = before { end() }
  }
}

/// The calls and values that an observation requests, as a set of options.
///
///     let token = model.observe(\.name, [.initial, .new]) { change in print(change.new ?? "") }
public struct ObservationOptions: OptionSet, Sendable {
  /// The bits of the set.
  public let rawValue: UInt8

  /// Creates a set from its bits.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Requests a first call with the current value, before `observe` returns.
  public static let initial = Self(rawValue: 1)
  /// Requests the value after the change.
  public static let new = Self(rawValue: 2)
  /// Requests the value before the change.
  public static let old = Self(rawValue: 4)
  /// Requests an additional call before each change.
  public static let prior = Self(rawValue: 8)
  /// Delays the observation until `ObservationToken.begin()` is called.
  public static let deferred = Self(rawValue: 16)
}
