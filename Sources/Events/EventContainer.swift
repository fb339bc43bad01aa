/// A node of the event tree that forwards every event to its children, in order.
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
  /// The index of the first child that may be enabled, where deliveries begin.
  final var firstLink = 0

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
    noteChange()
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
  package final func bind(_ object: EventObject) throws(EventFault) {
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
    innermostDelivery?.mark(boundNow: object)
  }

  private final func attach(_ object: EventObject) {
    links.append(object)
    object.container = self
    object.join(turn)
  }

  override func join(_ turn: EventTurn?) {
    super.join(turn)
    for child in links { child.join(turn) }
  }

  private final func release(_ object: EventObject) {
    noteChange()
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

  package override func receive(_ event: inout Event, in turn: EventTurn) {
    // Most containers take only actions, and most events are not actions.
    if event.isUpdate || event.isAction || !receivesActionsOnly {
      let changeCount = turn.changeCount
      if event.isUpdate { update(&event) } else { callHandler(&event) }
      guard goesOn(event, in: turn, since: changeCount) else { return }
    }
    // Handlers may bind and unbind objects meanwhile. Bound ones are marked and don't receive the
    // event; unbound ones have no container any more.
    let links = links
    var index = firstLink
    while index < links.count, deliver(&event, to: links[index], in: turn) { index += 1 }
  }

  /// Delivers the event to a child if it is enabled.
  ///
  /// Returns `false` if its siblings must not receive the event any more.
  private final func deliver(
    _ event: inout Event, to child: EventObject, in turn: EventTurn
  ) -> Bool {
    guard child.isEnabled, child.boundDuring == nil, child.container === self else { return true }
    let changeCount = turn.changeCount
    event.sender = self
    child.receive(&event, in: turn)
    return goesOn(event, in: turn, since: changeCount)
  }

  /// Returns whether the delivery may go on: the event is not consumed and this container still
  /// enabled.
  private final func goesOn(
    _ event: borrowing Event, in turn: EventTurn, since changeCount: Int
  ) -> Bool { !event.isConsumed && (turn.changeCount == changeCount || isReachable(in: turn)) }

  /// Passes an Update to the container's own handler, before its children receive it.
  func update(_ event: inout Event) { callHandler(&event) }
}
