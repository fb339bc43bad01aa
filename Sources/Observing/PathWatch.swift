/// An observation of several properties: of a path, or of a computed property's sources.
///
/// A change that affects several of them is notified once.
final class PathWatch {
  /// The result of passing a change to this observation.
  enum Answer {
    /// The attached observer must call its handler.
    case forward
    /// Nothing is left to do.
    case handled
  }

  /// A change that was announced and not delivered yet.
  private struct Pending {
    let change: AnyObject
    let isForwarded: Bool
    var isAnnounced = false
    /// Calls the handler with the old value, before or after the change.
    let notify: (_ isPrior: Bool) -> Void
  }

  private(set) var isActive = true
  var attachments: PathAttachments?
  private let wantsPrior: Bool
  private var pending: [Pending] = []
  private let begin: (_ isForwarded: Bool) -> (_ isPrior: Bool) -> Void
  private let attachLeaf: (Relay, AnySlot) -> AnyObserver?

  init<Root: Observable, Change: ObservedChange>(
    _ root: Root, options: ObservationOptions, read: @escaping (Root) -> Change.Whole,
    handler: @escaping (Change) -> Void
  ) {
    wantsPrior = options.contains(.prior)
    begin = { [weak root] isForwarded in
      // A list that is forwarded edit by edit must not be retained here, or it would be copied.
      let old = !isForwarded && options.contains(.old) ? root.map(read) : nil
      return { isPrior in
        if isPrior { return handler(.prior(old: old)) }
        // A notifying list may outlive the object, whose keys then can't change any more.
        guard let root else { return }
        handler(.setting(new: options.contains(.new) ? read(root) : nil, old: old))
      }
    }
    attachLeaf = { Change.attach($0, to: $1, options: options, handler: handler) }
  }

  /// Attaches to a property; the last one on the path passes its changes on if their type allows.
  func attach(to slot: AnySlot, attachments: PathAttachments, _ index: Int, isLeaf: Bool)
    -> AnyObserver
  {
    if isLeaf {
      let relay = Relay(attachments: attachments, index: index, forwardsChanges: true)
      if let observer = attachLeaf(relay, slot) { return observer }
    }
    return slot.attach(Relay(attachments: attachments, index: index, forwardsChanges: false))
  }

  /// Stores the old value at the beginning of a change, once even if it affects several properties.
  func capture(_ change: AnyObject, isForwarded: Bool) {
    if let index = index(of: change) {
      guard pending[index].isForwarded, !isForwarded else { return }
      pending.remove(at: index)
    }
    pending.append(Pending(change: change, isForwarded: isForwarded, notify: begin(isForwarded)))
  }

  /// Announces a change, once and only if the observation requests it.
  func announce(_ change: AnyObject) -> Answer {
    guard wantsPrior, let index = index(of: change), !pending[index].isAnnounced else {
      return .handled
    }
    pending[index].isAnnounced = true
    if pending[index].isForwarded { return .forward }
    pending[index].notify(true)
    return .handled
  }

  /// Delivers a change, once; further calls for the same change do nothing.
  func deliver(_ change: AnyObject) -> Answer {
    guard let index = index(of: change) else { return .handled }
    let finished = pending.remove(at: index)
    if finished.isForwarded { return .forward }
    finished.notify(false)
    return .handled
  }

  /// Forgets a change that ended without effect.
  func forget(_ change: AnyObject) {
    if let index = index(of: change) { pending.remove(at: index) }
  }

  /// Detaches from all properties and ends the observation.
  func end() {
    isActive = false
    attachments?.detach()
    attachments = nil
  }

  private func index(of change: AnyObject) -> Int? { pending.lastIndex { $0.change === change } }
}

/// The attachments to the objects on one path, renewed when an object on the path changes.
final class PathAttachments {
  /// The attachments to one object on the path.
  private struct Link {
    weak var object: (any Observable)?
    var observers: [AnyObserver] = []
    var sources: [PathAttachments] = []
    /// The watches of the elements, if this is the list of a source with element paths.
    var elements: ElementWatches<[PathAttachments]>?
    /// The version of the list that `elements` corresponds to.
    var version: Int?
  }

  private(set) weak var watch: PathWatch?
  private let source: PathSource
  private var links: [Link]
  private weak var parent: PathAttachments?
  private let parentIndex: Int
  /// `true` if the path begins at an element of the parent's list.
  private let isElement: Bool

  private var keys: [PathKey] { source.keys }

  init(
    _ source: PathSource, for watch: PathWatch, parent: PathAttachments? = nil,
    parentIndex: Int = 0, isElement: Bool = false
  ) {
    self.source = source
    self.watch = watch
    self.parent = parent
    self.parentIndex = parentIndex
    self.isElement = isElement
    links = source.keys.map { _ in Link() }
  }

  /// Attaches to an object and to all further objects on the path, up to the first `nil`.
  func attach(to object: any Observable) {
    guard !keys.isEmpty else { return }
    attach(at: 0, to: object)
    follow(after: 0)
  }

  func detach() { for index in links.indices { detach(at: index) } }

  /// Attaches to the new objects after the property at an index has changed; `edit` returns what
  /// the change has done to a list.
  func reattach(after index: Int, _ edit: () -> ElementEdit? = { nil }) {
    updateElements(at: index, edit)
    follow(after: index)
    // The parent of an element's path is the list, which has not changed.
    let changed = isElement ? parent : self
    if let changed { changed.parent?.reattach(after: changed.parentIndex) }
  }

  /// Attaches to the objects behind the property at an index, as far as they are others now.
  private func follow(after index: Int) {
    var index = index
    while index + 1 < keys.count, let watch, watch.isActive {
      let next = links[index].object.flatMap(keys[index].target)
      index += 1
      if next === links[index].object, next != nil { continue }
      detach(at: index)
      if let next { attach(at: index, to: next) }
    }
  }

  /// Follows the elements of the list at an index, if there are element paths.
  private func updateElements(at index: Int, _ edit: () -> ElementEdit?) {
    guard let elements = links[index].elements, let object = links[index].object else { return }
    let seen = links[index].version
    let version = links[index].observers.first?.slot?.version
    links[index].version = version
    // Edits may have been made without a notification, or by a handler during this change.
    if let seen, version == seen + 1, let edit = edit() {
      elements.update(edit)
    } else {
      elements.reset(to: keys[index].elements(object))
    }
  }

  /// Begins to watch the elements of the list at the end of the path.
  private func attachElements(of object: any Observable, for watch: PathWatch) {
    let index = keys.count - 1
    let elements = ElementWatches<[PathAttachments]> { [weak self, weak watch, source] element, _ in
      guard let self, let watch else { return [] }
      return source.elementPaths.map { path in
        let attachments = PathAttachments(
          PathSource(keys: path, site: source.site), for: watch, parent: self, parentIndex: index,
          isElement: true)
        attachments.attach(to: element)
        return attachments
      }
    } end: { attachments in
      for attachments in attachments { attachments.detach() }
    }
    links[index].elements = elements
    links[index].version = links[index].observers.first?.slot?.version
    elements.reset(to: keys[index].elements(object))
  }

  /// Attaches to a property of an object, and to the sources of a computed one.
  private func attach(at index: Int, to object: any Observable) {
    links[index].object = object
    guard let watch, watch.isActive, !isWatched(keys[index], of: object),
      let entry = keys[index].entry(object)
    else { return }
    if case .undeclared = entry { source.site.fail(keys[index], of: object) }
    let isLeaf = parent == nil && index == keys.count - 1
    links[index].observers.append(
      watch.attach(to: entry.slot, attachments: self, index, isLeaf: isLeaf))
    if case .computed(_, let sources) = entry {
      for source in sources {
        let attachments = PathAttachments(source, for: watch, parent: self, parentIndex: index)
        links[index].sources.append(attachments)
        attachments.attach(to: object)
      }
    }
    if index == keys.count - 1, !source.elementPaths.isEmpty {
      attachElements(of: object, for: watch)
    }
  }

  /// Detaches from a property, and from the sources of a computed one.
  private func detach(at index: Int) {
    let link = links[index]
    links[index] = Link()
    for observer in link.observers { observer.detach() }
    for attachments in link.sources { attachments.detach() }
    link.elements?.removeAll()
  }

  /// Returns `true` if the property is attached already, because computed properties may depend on
  /// each other.
  private func isWatched(_ key: PathKey, of object: any Observable) -> Bool {
    guard let parent else { return false }
    let link = parent.links[parentIndex]
    return link.object === object && parent.keys[parentIndex].keyPath == key.keyPath
      || parent.isWatched(key, of: object)
  }
}
