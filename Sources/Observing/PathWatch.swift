/// An observation that is more than one attachment: a path with links, or a dependent key.
///
/// A change that concerns several of its keys is told once.
@usableFromInline
final class PathWatch {
  /// What the observer whose relay asked does with a change.
  @usableFromInline
  enum Answer {
    /// The observer hands the change on.
    case passOn
    /// The watch has seen to it.
    case done
  }

  private struct Pending {
    let change: AnyObject
    let isPassedOn: Bool
    var isAnnounced = false
    /// Tells what is to come, or what has come, with the value from before.
    let tell: (_ isPrior: Bool) -> Void
  }

  private(set) var isActive = true
  var trail: Trail?
  private let wantsPrior: Bool
  private var pending: [Pending] = []
  private let begin: (_ isPassedOn: Bool) -> (_ isPrior: Bool) -> Void
  private let attachLeaf: (Relay, AnySlot) -> AnyObserver?

  init<Root: Observable, Change: ObservedChange>(
    _ root: Root, options: ObservationOptions, read: @escaping (Root) -> Change.Whole,
    handler: @escaping (Change) -> Void
  ) {
    wantsPrior = options.contains(.prior)
    begin = { [weak root] isPassedOn in
      // A list that is passed on edit by edit must not be held here, or it would be copied.
      let old = !isPassedOn && options.contains(.old) ? root.map(read) : nil
      return { isPrior in
        if isPrior { return handler(.prior(old: old)) }
        // A notifying list may outlive the object; then nobody has a key that changed.
        guard let root else { return }
        handler(.setting(new: options.contains(.new) ? read(root) : nil, old: old))
      }
    }
    attachLeaf = { Change.attach($0, to: $1, options: options, handler: handler) }
  }

  func attach(to slot: AnySlot, trail: Trail, _ index: Int, isLeaf: Bool) -> AnyObserver {
    if isLeaf {
      let relay = Relay(trail: trail, index: index, passesChangesOn: true)
      if let observer = attachLeaf(relay, slot) { return observer }
    }
    return slot.attach(Relay(trail: trail, index: index, passesChangesOn: false))
  }

  /// Begins a change, once however many of its keys are concerned.
  func capture(_ change: AnyObject, isPassedOn: Bool) {
    if let index = index(of: change) {
      guard pending[index].isPassedOn, !isPassedOn else { return }
      pending.remove(at: index)
    }
    pending.append(Pending(change: change, isPassedOn: isPassedOn, tell: begin(isPassedOn)))
  }

  func announce(_ change: AnyObject) -> Answer {
    guard wantsPrior, let index = index(of: change), !pending[index].isAnnounced else {
      return .done
    }
    pending[index].isAnnounced = true
    if pending[index].isPassedOn { return .passOn }
    pending[index].tell(true)
    return .done
  }

  func deliver(_ change: AnyObject) -> Answer {
    guard let index = index(of: change) else { return .done }
    let told = pending.remove(at: index)
    if told.isPassedOn { return .passOn }
    told.tell(false)
    return .done
  }

  func forget(_ change: AnyObject) {
    if let index = index(of: change) { pending.remove(at: index) }
  }

  func end() {
    isActive = false
    trail?.detach()
    trail = nil
  }

  private func index(of change: AnyObject) -> Int? { pending.lastIndex { $0.change === change } }
}

/// Watches every key of a path from one object on, and moves along when a link is swapped.
final class Trail {
  /// The watch of one key at the object that the links before it lead to.
  private struct Link {
    weak var object: (any Observable)?
    var observers: [AnyObserver] = []
    var sources: [Trail] = []
  }

  private(set) weak var watch: PathWatch?
  private let keys: [PathKey]
  private var links: [Link]
  private weak var parent: Trail?
  private let parentIndex: Int

  init(_ keys: [PathKey], for watch: PathWatch, parent: Trail? = nil, parentIndex: Int = 0) {
    (self.keys, self.watch, self.parent, self.parentIndex) = (keys, watch, parent, parentIndex)
    links = keys.map { _ in Link() }
  }

  /// Attaches the trail from an object on, as far as its links are not nil.
  func attach(to object: any Observable) {
    guard !keys.isEmpty else { return }
    attach(at: 0, to: object)
    follow(after: 0)
  }

  func detach() { for index in links.indices { detach(at: index) } }

  /// Moves what comes after a link to where it leads now, and so for the trails that depend on it.
  func follow(after index: Int) {
    var index = index
    while index + 1 < keys.count, let watch, watch.isActive {
      let next = links[index].object.flatMap(keys[index].follow)
      index += 1
      if next === links[index].object, next != nil { continue }
      detach(at: index)
      if let next { attach(at: index, to: next) }
    }
    parent?.follow(after: parentIndex)
  }

  private func attach(at index: Int, to object: any Observable) {
    links[index].object = object
    guard let watch, watch.isActive, !isWatched(keys[index], of: object),
      let entry = keys[index].entry(object)
    else { return }
    let isLeaf = parent == nil && index == keys.count - 1
    links[index].observers.append(watch.attach(to: entry.slot, trail: self, index, isLeaf: isLeaf))
    guard case .computed(_, let sources) = entry else { return }
    for source in sources {
      let trail = Trail(source, for: watch, parent: self, parentIndex: index)
      links[index].sources.append(trail)
      trail.attach(to: object)
    }
  }

  private func detach(at index: Int) {
    let link = links[index]
    links[index] = Link()
    for observer in link.observers { observer.detach() }
    for trail in link.sources { trail.detach() }
  }

  /// Whether a trail that this one serves watches the key already: dependent keys may form a ring.
  private func isWatched(_ key: PathKey, of object: any Observable) -> Bool {
    guard let parent else { return false }
    let link = parent.links[parentIndex]
    return link.object === object && parent.keys[parentIndex].keyPath == key.keyPath
      || parent.isWatched(key, of: object)
  }
}
