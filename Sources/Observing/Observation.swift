/// A token: the observation ends with it, or when it is told to.
///
/// It does not keep the observed object alive, and it may outlive it.
public final class Observation {
  @usableFromInline
  enum Attachment {
    case direct(AnyObserver)
    case path(PathWatch)

    func end() {
      switch self {
      case .direct(let observer): observer.detach()
      case .path(let watch): watch.end()
      }
    }
  }

  private enum State {
    case ready(attach: () -> Attachment?, initial: () -> Void)
    case active(Attachment)
    case ended
  }

  private var state: State

  @usableFromInline
  init(attach: @escaping () -> Attachment?, initial: @escaping () -> Void) {
    state = .ready(attach: attach, initial: initial)
  }

  @usableFromInline
  init(_ observer: AnyObserver) { state = .active(.direct(observer)) }

  deinit {
    end()
  }

  /// Whether changes are still reported to it.
  public var isActive: Bool {
    if case .active = state { true } else { false }
  }

  /// Starts an observation that was made with the option `deferred`.
  public func begin() {
    guard case .ready(let attach, let initial) = state else { return }
    let attachment = attach()
    if case .ready = state {
      state = attachment.map { .active($0) } ?? .ended
      initial()
    } else {
      // Reading the keys ran code that ended the observation.
      attachment?.end()
    }
  }

  /// Ends the observation at once; legal everywhere, and more than once.
  public func end() {
    guard case .active(let attachment) = state else {
      state = .ended
      return
    }
    state = .ended
    attachment.end()
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
