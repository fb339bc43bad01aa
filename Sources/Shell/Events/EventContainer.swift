/// An object that hands every event on to its children, in the order in which they were bound.
package class EventContainer: EventObject {
  package private(set) final var children: [EventObject] = []

  /// Makes a container and binds its first children.
  package convenience init(
    _ name: String, handler: (any EventHandler)? = nil, children: [EventObject]
  ) {
    self.init(name, handler: handler)
    for child in children { adopt(child) }
  }

  deinit {
    for child in children { child.parent = nil }
  }

  /// Binds an object behind the others, away from where it was bound.
  package final func bind(_ object: EventObject) throws(EventFault) {
    guard !object.isModeOfSwitcher else { throw .modeStaysBound(object.name) }
    var above: EventObject? = self
    while let container = above {
      guard container !== object else { throw .wouldHoldItself(object.name) }
      above = container.parent
    }
    adopt(object)
  }

  /// Takes an object out; it gets nothing any more.
  package final func unbind(_ object: EventObject) throws(EventFault) {
    guard object.parent === self else { throw .notBound(object.name, container: name) }
    guard !object.isModeOfSwitcher else { throw .modeStaysBound(object.name) }
    release(object)
  }

  /// Binds an object that doesn't hold this container.
  final func adopt(_ object: EventObject) {
    object.parent?.release(object)
    children.append(object)
    object.parent = self
    if let turn = innermostDelivery { turn.mark(boundNow: object) }
  }

  private final func release(_ object: EventObject) {
    noteChange()
    children.removeAll { $0 === object }
    object.parent = nil
  }

  override func receive(_ event: inout Event) {
    var changeCount = event.turn.changeCount
    act(on: &event)
    if event.isConsumed { return }
    if event.turn.changeCount != changeCount {
      guard isReachable(in: event.turn) else { return }
      changeCount = event.turn.changeCount
    }
    // The children as they were; who was unbound since has another parent.
    for child in children where child.parent === self {
      guard child.isEnabled, child.boundDuring == nil else { continue }
      event.lastSender = self
      child.receive(&event)
      if event.isConsumed { return }
      if event.turn.changeCount != changeCount {
        guard isReachable(in: event.turn) else { return }
        changeCount = event.turn.changeCount
      }
    }
  }

  /// What the container does about an event before its children get it.
  func act(on event: inout Event) {
    callHandler(&event)
  }
}

extension EventObject {
  /// The delivery that goes on where this object hangs.
  final var innermostDelivery: EventTurn? {
    var object = self
    while true {
      if let turn = object.turn, turn.isDelivering { return turn }
      guard let parent = object.parent else { return nil }
      object = parent
    }
  }
}
