/// An object that passes each event on to the objects bound to it, in the order in which they were
/// bound.
///
///     let root = EventContainer("root")
///     let board = EventContainer("board", binding: root)
///     let cell = EventObject("cell", binding: board)
///     try root.send(.touch(h: 1, v: 1))  // root, board and cell receive it
open class EventContainer: EventObject {
  @exclusivity(unchecked) public private(set) final var objects: [EventObject] = []

  /// Appends an object, and removes it from its previous container.
  ///
  /// An object that is bound while an event is delivered does not receive that event.
  public final func bind(_ object: EventObject) {
    precondition(!object.contains(self), "an object can't be bound below itself")
    object.container?.unbind(object)
    objects.append(object)
    object.container = self
    object.boundDuring = queue.isDelivering ? queue.deliveryCount : nil
  }

  /// Removes an object; does nothing if it is not bound to this container.
  public final func unbind(_ object: EventObject) {
    guard object.container === self else { return }
    objects.removeAll { $0 === object }
    object.container = nil
  }

  /// Acts on an event itself, then passes it on to each of its objects.
  override func receive(_ event: inout Event, from sender: EventObject) {
    guard mayReceive else { return }
    super.receive(&event, from: sender)
    for (index, object) in objects.enumerated() where isEnabled && has(object, at: index) {
      object.receive(&event, from: self)
    }
  }

  /// Returns whether an object is still bound here, where it was before or elsewhere.
  private func has(_ object: EventObject, at index: Int) -> Bool {
    index < objects.count && objects[index] === object || objects.contains { $0 === object }
  }

  open override var delay: Int? {
    objects.lazy.filter(\.isEnabled).compactMap(\.delay).min()
  }

  /// Called before the objects are searched by name or drawn.
  ///
  /// A container of many objects binds them only then.
  open func prepareObjects() {}

  /// Enables all objects below that were disabled by name, except one with its subtree.
  public final func enableDisabledObjects(except name: String) {
    for object in objects where object.name != name {
      if !object.mayBeEnabled, !object.isMode {
        object.mayBeEnabled = true
        object.isEnabled = true
      }
      (object as? EventContainer)?.enableDisabledObjects(except: name)
    }
  }
}

extension EventObject {
  /// Returns whether another object is this one or below it.
  fileprivate final func contains(_ other: EventObject) -> Bool {
    var object: EventObject? = other
    while let next = object {
      if next === self { return true }
      object = next.container
    }
    return false
  }
}
