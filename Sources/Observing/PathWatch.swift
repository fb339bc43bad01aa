/// An observation that is more than one attachment: a path with links, or a dependent key.
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

  private(set) final var isActive = true
  final var trail: Trail?

  func attach(to slot: AnySlot, trail: Trail, _ index: Int, isLeaf: Bool) -> AnyObserver {
    slot.attach(Relay(trail: trail, index: index, passesChangesOn: false))
  }

  func capture(_ change: AnyObject, isPassedOn: Bool) {}
  func announce(_ change: AnyObject, isPassedOn: Bool) -> Answer { .done }
  func deliver(_ change: AnyObject, isPassedOn: Bool) -> Answer { .done }
  func forget(_ change: AnyObject) {}

  final func end() {
    isActive = false
    trail?.detach()
    trail = nil
  }
}

/// A watch that reports changes of one kind.
final class TypedPathWatch<Change: ObservedChange>: PathWatch {
  /// A change that has begun, with the value from before it.
  private struct Pending {
    let change: AnyObject
    let old: Change.Whole?
    var isPassedOn: Bool
    var isAnnounced = false
  }

  private let options: ObservationOptions
  private let isRootThere: () -> Bool
  private let read: () -> Change.Whole?
  private let handler: (Change) -> Void
  private var pending: [Pending] = []

  init<Root: Observable>(
    _ root: Root, options: ObservationOptions, read: @escaping (Root) -> Change.Whole,
    handler: @escaping (Change) -> Void
  ) {
    self.options = options
    isRootThere = { [weak root] in root != nil }
    self.read = { [weak root] in root.map(read) }
    self.handler = handler
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

  /// Keeps the value from before the change, once however many of its keys are concerned.
  override func capture(_ change: AnyObject, isPassedOn: Bool) {
    var index = pending.lastIndex { $0.change === change }
    // NB: a list that is passed on edit by edit must not be held here: it would be copied.
    if isPassedOn && index == nil {
      pending.append(Pending(change: change, old: nil, isPassedOn: true))
    } else if !isPassedOn, index.map({ pending[$0].isPassedOn }) ?? true {
      let old = options.contains(.old) ? read() : nil
      // Reading runs code of the user, which may have begun changes of its own.
      index = pending.lastIndex { $0.change === change }
      if let index { pending.remove(at: index) }
      pending.append(Pending(change: change, old: old, isPassedOn: false))
    }
  }

  override func announce(_ change: AnyObject, isPassedOn: Bool) -> Answer {
    guard options.contains(.prior),
      let index = pending.lastIndex(where: { $0.change === change }), !pending[index].isAnnounced
    else { return .done }
    pending[index].isAnnounced = true
    if pending[index].isPassedOn { return .passOn }
    handler(.prior(old: pending[index].old))
    return .done
  }

  override func deliver(_ change: AnyObject, isPassedOn: Bool) -> Answer {
    guard let index = pending.lastIndex(where: { $0.change === change }) else { return .done }
    let settled = pending.remove(at: index)
    if settled.isPassedOn { return .passOn }
    // NB: a notifying list may outlive the object; then there is nobody whose key has changed.
    guard isRootThere() else { return .done }
    handler(.setting(new: options.contains(.new) ? read() : nil, old: settled.old))
    return .done
  }

  override func forget(_ change: AnyObject) {
    pending.removeAll { $0.change === change }
  }
}
