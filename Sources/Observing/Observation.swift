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
  init(_ observer: AnyObserver) {
    state = .active(.direct(observer))
  }

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
