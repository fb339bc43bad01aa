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
    turn?.noteChange()
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
    object.noteChange()
    children.append(object)
    object.parent = self
    if let turn = innermostDelivery { turn.mark(boundNow: object) }
  }

  private final func release(_ object: EventObject) {
    noteChange()
    children.removeAll { $0 === object }
    object.parent = nil
  }

  override func receive(_ event: inout Event, in turn: EventTurn) {
    var changeCount = turn.changeCount
    act(on: &event)
    // The children as they are now, for they are held until all of them have had the event.
    let children = children
    children.withUncountedElements { child in
      if event.isConsumed { return false }
      if turn.changeCount != changeCount {
        guard isReachable(in: turn) else { return false }
        changeCount = turn.changeCount
      }
      // Who was unbound meanwhile has another parent.
      guard child.isEnabled, child.isBound(to: self), child.boundDuring == nil else { return true }
      event.lastSender = self
      child.receive(&event, in: turn)
      return true
    }
  }

  /// What the container does about an event before its children get it.
  func act(on event: inout Event) {
    callHandler(&event)
  }
}

extension [EventObject] {
  /// Calls the body with one object after the other, until it returns false.
  ///
  /// NB: the array holds the objects; counting each one up and down would take longer than the rest.
  @inline(__always)
  fileprivate func withUncountedElements(_ body: (EventObject) -> Bool) {
    withUnsafeBytes { bytes in
      for object in bytes.bindMemory(to: Unmanaged<EventObject>.self) {
        guard object._withUnsafeGuaranteedRef(body) else { return }
      }
    }
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
