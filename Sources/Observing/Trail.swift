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
    self.keys = keys
    self.watch = watch
    self.parent = parent
    self.parentIndex = parentIndex
    links = keys.map { _ in Link() }
  }

  /// Attaches the trail from an object on, as far as its links are not nil.
  func attach(to object: any Observable) {
    guard !keys.isEmpty else { return }
    attach(at: 0, to: object)
    follow(after: 0)
  }

  func detach() {
    for index in links.indices { detach(at: index) }
  }

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
