/// The objects that an edit of a list has inserted and removed.
@usableFromInline struct ElementEdit {
  let inserted: [any Observable]
  let removed: [any Observable]

  init<Element>(inserted: some Sequence<Element>, removed: some Sequence<Element>) {
    self.inserted = inserted.compactMap { $0 as? any Observable }
    self.removed = removed.compactMap { $0 as? any Observable }
  }
}

/// The watches of the elements of a list: one for each object, however often the list contains it.
///
/// It is a class, because beginning a watch reads properties, whose getters may end all watches.
final class ElementWatches<Watch> {
  /// An element that is in the list `count` times.
  private struct Entry {
    weak var element: AnyObject?
    var count: Int
    var watch: Watch?
  }

  private var entries: [ObjectIdentifier: Entry] = [:]
  private let begin: (any Observable, ElementWatches) -> Watch
  private let end: (Watch) -> Void

  init(begin: @escaping (any Observable, ElementWatches) -> Watch, end: @escaping (Watch) -> Void) {
    self.begin = begin
    self.end = end
  }

  /// Returns how often the list contains an element.
  func count(of element: any Observable) -> Int { entries[ObjectIdentifier(element)]?.count ?? 0 }

  /// Follows an edit of the list.
  func update(_ edit: ElementEdit) {
    // Insertions come first, so that an element replaced by itself keeps its watch.
    for element in edit.inserted { insert(element) }
    for element in edit.removed { remove(element) }
  }

  /// Follows a change of the whole list, or of one whose edits were not notified.
  func reset(to elements: [any Observable]) {
    var counts: [ObjectIdentifier: Int] = [:]
    for element in elements { counts[ObjectIdentifier(element), default: 0] += 1 }
    for (identifier, entry) in entries where counts[identifier] == nil || entry.element == nil {
      entries[identifier] = nil
      entry.watch.map(end)
    }
    for element in elements {
      let identifier = ObjectIdentifier(element)
      if entries[identifier] == nil { insert(element) }
      entries[identifier]?.count = counts[identifier] ?? 1
    }
  }

  private func insert(_ element: any Observable) {
    let identifier = ObjectIdentifier(element)
    if entries[identifier]?.element === element {
      entries[identifier]?.count += 1
      return
    }
    // An earlier object may have been freed without a notification, and had the same address.
    entries[identifier]?.watch.map(end)
    entries[identifier] = Entry(element: element, count: 1, watch: nil)
    let watch = begin(element, self)
    if entries[identifier] == nil { end(watch) } else { entries[identifier]?.watch = watch }
  }

  private func remove(_ element: any Observable) {
    let identifier = ObjectIdentifier(element)
    guard let entry = entries[identifier] else { return }
    if entry.count > 1 {
      entries[identifier]?.count -= 1
    } else {
      entries[identifier] = nil
      entry.watch.map(end)
    }
  }

  /// Ends all watches.
  func removeAll() {
    let ended = entries
    entries = [:]
    for entry in ended.values { entry.watch.map(end) }
  }
}
