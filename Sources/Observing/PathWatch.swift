/// An observation that is more than one attachment: a path with links, or a dependent key.
///
/// A change that concerns several of its keys is told once.
@usableFromInline
class PathWatch {
  /// Who goes on with a change: an observer whose relay asked.
  @usableFromInline
  enum Answer {
    /// The observer hands the change on.
    case passOn

    /// The watch has seen to it.
    case done
  }

  /// A change that has begun.
  private struct Pending {
    let change: AnyObject
    let isPassedOn: Bool
    var isAnnounced = false
  }

  private(set) final var isActive = true
  final var trail: Trail?
  private final let wantsPrior: Bool
  private final var pending: [Pending] = []

  init(wantsPrior: Bool) {
    self.wantsPrior = wantsPrior
  }

  /// Attaches to one of the slots on the way.
  func attach(to slot: AnySlot, trail: Trail, _ index: Int, isLeaf: Bool) -> AnyObserver {
    slot.attach(Relay(trail: trail, index: index, passesChangesOn: false))
  }

  /// Keeps the value from before one more pending change.
  func keepOld(isRead: Bool) {}

  /// Forgets the value from before a pending change.
  func forgetOld(at index: Int) {}

  /// Tells that a pending change is about to be made.
  func tellPrior(at index: Int) {}

  /// Tells a change that was pending and forgets the value from before it.
  func tellChange(at index: Int) {}

  /// Begins a change, once however many of its keys are concerned.
  final func capture(_ change: AnyObject, isPassedOn: Bool) {
    if let index = index(of: change) {
      guard pending[index].isPassedOn, !isPassedOn else { return }
      remove(at: index)
    }
    // A list that is passed on edit by edit must not be held here, or it would be copied.
    keepOld(isRead: !isPassedOn)
    pending.append(Pending(change: change, isPassedOn: isPassedOn))
  }

  final func announce(_ change: AnyObject) -> Answer {
    guard wantsPrior, let index = index(of: change), !pending[index].isAnnounced else {
      return .done
    }
    pending[index].isAnnounced = true
    if pending[index].isPassedOn { return .passOn }
    tellPrior(at: index)
    return .done
  }

  final func deliver(_ change: AnyObject) -> Answer {
    guard let index = index(of: change) else { return .done }
    if pending[index].isPassedOn {
      remove(at: index)
      return .passOn
    }
    pending.remove(at: index)
    tellChange(at: index)
    return .done
  }

  final func forget(_ change: AnyObject) {
    if let index = index(of: change) { remove(at: index) }
  }

  final func end() {
    isActive = false
    trail?.detach()
    trail = nil
  }

  private func index(of change: AnyObject) -> Int? {
    pending.lastIndex { $0.change === change }
  }

  private func remove(at index: Int) {
    pending.remove(at: index)
    forgetOld(at: index)
  }
}

/// A watch that reports changes of one kind.
final class TypedPathWatch<Change: ObservedChange>: PathWatch {
  private let options: ObservationOptions
  private let read: () -> Change.Whole?
  private let isRootThere: () -> Bool
  private let handler: (Change) -> Void

  /// The values from before the pending changes, in their order.
  private var olds: [Change.Whole?] = []

  init<Root: Observable>(
    _ root: Root, options: ObservationOptions, read: @escaping (Root) -> Change.Whole,
    handler: @escaping (Change) -> Void
  ) {
    self.options = options
    self.read = { [weak root] in root.map(read) }
    isRootThere = { [weak root] in root != nil }
    self.handler = handler
    super.init(wantsPrior: options.contains(.prior))
  }

  override func attach(
    to slot: AnySlot, trail: Trail, _ index: Int, isLeaf: Bool
  ) -> AnyObserver {
    let relay = Relay(trail: trail, index: index, passesChangesOn: isLeaf)
    if isLeaf,
      let observer = Change.attach(relay, to: slot, options: options, handler: handler)
    {
      return observer
    }
    return super.attach(to: slot, trail: trail, index, isLeaf: isLeaf)
  }

  override func keepOld(isRead: Bool) {
    let old = isRead && options.contains(.old) ? read() : nil
    olds.append(old)
  }

  override func forgetOld(at index: Int) {
    olds.remove(at: index)
  }

  override func tellPrior(at index: Int) {
    handler(.prior(old: olds[index]))
  }

  override func tellChange(at index: Int) {
    let old = olds.remove(at: index)
    // A notifying list may outlive the object; then nobody has a key that changed.
    guard isRootThere() else { return }
    handler(.setting(new: options.contains(.new) ? read() : nil, old: old))
  }
}
