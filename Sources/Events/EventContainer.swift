/// A node of the event tree whose children receive every event after it, in order.
///
///     let cells = [EventObject("cell 1"), EventObject("cell 2")]
///     let root = EventContainer("root", children: [EventContainer("board", children: cells)])
///     try root.send(.touch(h: 1, v: 1))
///     try root.object(named: "cell 2").parent?.name  // Optional("board")
package class EventContainer: EventObject {
  /// The children in the order in which they were bound.
  private final var links: [EventObject] = []
  /// Creates the children when they are first needed.
  private final var makeChildren: (() -> [EventObject])?

  package convenience init(
    _ name: String, handler: (any EventHandler)? = nil, children: [EventObject]
  ) {
    self.init(name, handler: handler)
    for child in children { adopt(child) }
  }

  deinit {
    for child in links {
      child.container = nil
      child.join(nil)
    }
    turn?.forgetDescendants()
  }

  package final var children: [EventObject] {
    makeMissingChildren()
    return links
  }

  /// Removes all children; `make` creates the new ones at their first use.
  package final func replaceChildren(_ make: @escaping () -> [EventObject]) {
    makeChildren = nil
    for child in children { release(child) }
    makeChildren = make
  }

  /// Enables all objects below that were disabled by name, except one with its subtree.
  package final func enableDisabledObjects(except name: String) {
    for child in links where child.name != name {
      if !child.mayBeEnabled, !child.isModeOfSwitcher {
        child.mayBeEnabled = true
        child.isEnabled = true
      }
      (child as? EventContainer)?.enableDisabledObjects(except: name)
    }
  }

  private final func makeMissingChildren() {
    guard let make = makeChildren.take() else { return }
    for child in make() { attach(child) }
  }

  /// Appends an object to the children, and removes it from its previous container.
  package final func bind(_ object: EventObject) throws(EventError) {
    guard !object.isModeOfSwitcher else { throw .modeStaysBound(object.name) }
    makeMissingChildren()
    var above: EventObject? = self
    while let container = above {
      guard container !== object else { throw .wouldHoldItself(object.name) }
      above = container.parent
    }
    adopt(object)
  }

  /// Appends an object to the children, which the caller knows not to be an ancestor.
  final func adopt(_ object: EventObject) {
    object.parent?.release(object)
    object.noteChange()
    attach(object)
    currentTurn?.mark(boundNow: object)
  }

  private final func attach(_ object: EventObject) {
    links.append(object)
    object.container = self
    object.join(turn)
    turn?.forgetDescendants()
  }

  override func join(_ turn: EventTurn?) {
    super.join(turn)
    for child in links { child.join(turn) }
  }

  private final func release(_ object: EventObject) {
    turn?.forgetDescendants()
    object.container = nil
    object.join(nil)
    // A handler that is freed with the object may read the tree, which is whole again by then.
    links.removeAll { $0 === object }
  }

  package override var delay: Int? {
    var least = super.delay
    for child in links where child.isEnabled {
      if let delay = child.delay { least = min(delay, least ?? delay) }
    }
    return least
  }

  /// Appends each child, followed by its own descendants.
  final func appendDescendants(to list: inout [EventTurn.Descendant]) {
    for child in links {
      let index = list.count
      list.append(EventTurn.Descendant(object: child, end: index + 1))
      (child as? EventContainer)?.appendDescendants(to: &list)
      list[index].end = list.count
    }
  }
}
