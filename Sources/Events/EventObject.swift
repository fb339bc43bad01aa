/// A node of the event tree.
///
/// Its behaviour is in its handler; the subclasses belong to this module. A disabled object and
/// everything below it receive no events.
///
///     let object = EventObject("cell")
///     object.isEnabled = false
///     object.root === object  // true
package class EventObject {
  package final let name: String
  final let handler: (any EventHandler)?
  final let receivesActionsOnly: Bool
  /// The container that forwards its events to this object.
  package final var parent: EventContainer? { container }
  /// The parent, which clears this property when it is freed.
  final unowned var container: EventContainer?
  private final var listens = true
  /// The turn whose current event is not for this object, which was bound during its delivery.
  final var boundDuring: ObjectIdentifier?
  /// The turn whose current Update does not count for this object, which began during its delivery.
  final var begunDuring: ObjectIdentifier?
  /// The queue of events of the tree; `nil` until an object of the tree has sent a message.
  private(set) final var turn: EventTurn?

  package init(_ name: String, handler: (any EventHandler)? = nil) {
    self.name = name
    self.handler = handler
    receivesActionsOnly = handler?.receivesActionsOnly ?? true
  }

  /// True if the object and everything below it receive events.
  ///
  /// A mode that is not its switcher's current one stays disabled.
  package final var isEnabled: Bool {
    get { listens }
    set {
      guard listens != newValue, !newValue || mayBeEnabled else { return }
      listens = newValue
      noteChange()
    }
  }

  /// True if the object can be enabled.
  ///
  /// A switcher permits only its current mode, and an object that was disabled by name stays so
  /// until it is enabled by name.
  package final var mayBeEnabled = true

  /// The milliseconds until an Update is due here or below; `nil` if none is.
  var delay: Int? { handler?.needsUpdates ?? false ? Metronome.tick : nil }

  package final var root: EventObject {
    var object = self
    while let parent = object.parent { object = parent }
    return object
  }

  /// Makes the delivery in progress check again which objects are reachable.
  final func noteChange() { turn?.noteChange() }

  /// Sends events through the queue of the tree to which the object now belongs.
  func join(_ turn: EventTurn?) { self.turn = turn }

  /// The delivery in progress in the tree of this object.
  final var innermostDelivery: EventTurn? {
    guard let turn, turn.isDelivering else { return nil }
    return turn
  }

  /// Returns whether an event of the turn may be delivered here: no object on the path is disabled,
  /// or was bound or released since the event was sent.
  final func isReachable(in turn: EventTurn) -> Bool {
    guard listens && boundDuring == nil else { return false }
    guard let parent else { return ObjectIdentifier(self) == turn.root }
    return parent.isReachable(in: turn)
  }

  /// Receives an event.
  ///
  /// The caller has checked that the object is enabled.
  func receive(_ event: inout Event, in turn: EventTurn) { callHandler(&event) }

  final func callHandler(_ event: inout Event) {
    if receivesActionsOnly && !event.isAction { return }
    event.receiver = self
    if let interval = event.interval {
      handler?.update(interval: interval, event: &event)
    } else {
      handler?.handleEvent(&event)
    }
  }
}

extension EventObject {
  /// Sends a message to this object and everything below it.
  ///
  /// Inside a handler it waits until the present event has been delivered.
  @discardableResult
  package final func send(_ message: Message) throws(EventFault) -> Delivery {
    try send(message, from: self)
  }

  /// Sends a message as `send(_:)` does, and calls `completion` once it has been delivered.
  package final func send(
    _ message: Message, completion: @escaping (Delivery) -> Void
  ) throws(EventFault) {
    _ = try treeTurn.send(message, from: self, to: self, completion: completion)
  }

  /// Returns the message of a kind and its numbers.
  ///
  /// Counts and throws an error if there is none.
  package final func checkedMessage(
    _ kind: MessageKind, values: [Int]
  ) throws(EventFault) -> Message {
    do { return try Message(kind, values: values) } catch {
      treeTurn.countWrong(kind)
      throw error
    }
  }

  /// Returns the number of messages of a kind that this tree received with wrong parameters.
  package final func wrongParameterCount(of kind: MessageKind) -> Int {
    treeTurn.wrongCounts[kind] ?? 0
  }

  /// Sends a message as `send(_:)` does, on behalf of another object.
  @discardableResult
  package final func send(
    _ message: Message, from origin: EventObject
  ) throws(EventFault) -> Delivery {
    try treeTurn.send(message, from: origin, to: self)
  }

  /// The turn of this object's tree.
  private final var treeTurn: EventTurn {
    if let turn { return turn }
    let root = root
    let turn = EventTurn(root: root)
    root.join(turn)
    return turn
  }
}

extension EventObject {
  /// Returns the object here or below with this name; `parent/name` distinguishes objects of one
  /// name.
  package final func object(named name: String) throws(EventFault) -> EventObject {
    let found = tree().filter { object, path, _ in
      object.name == name || path == name || path.hasSuffix("/" + name)
    }
    guard let first = found.first else { throw .unknownObject(name) }
    if let exact = found.first(where: { $0.path == name }), name.utf8.contains(UInt8(ascii: "/")) {
      return exact.object
    }
    guard found.count == 1 else { throw .ambiguousObject(name, paths: found.map(\.path)) }
    return first.object
  }

  /// Enables or disables the object with this name.
  ///
  /// Throws for the root and for modes.
  package final func setEnabled(
    _ isEnabled: Bool, named name: String
  ) throws(EventFault) -> EventObject {
    let object = try object(named: name)
    guard object.parent != nil || isEnabled else { throw .rootStaysEnabled(object.name) }
    guard !object.isModeOfSwitcher else { throw .modeIsSwitched(object.name) }
    object.mayBeEnabled = isEnabled
    object.isEnabled = isEnabled
    return object
  }

  package final var isReached: Bool {
    var object: EventObject? = self
    while let next = object {
      guard next.isEnabled else { return false }
      object = next.parent
    }
    return true
  }

  /// Returns the object and all below it, each with its path and its depth.
  private final func tree(
    above: String = "", depth: Int = 0
  ) -> [(object: EventObject, path: String, depth: Int)] {
    let path = above + name
    let children = (self as? EventContainer)?.children ?? []
    return [(self, path, depth)]
      + children.flatMap { $0.tree(above: path + "/", depth: depth + 1) }
  }

  /// The subtree, one line an object: its state, its name, the state of its handler, and for a
  /// sequence the number of its step.
  package final var drawing: [String] {
    tree().map { object, _, depth in String(repeating: "  ", count: depth) + object.drawn }
  }

  private final var drawn: String {
    var line = (isEnabled ? "[x] " : "[ ] ") + name
    if let sequence = self as? EventSequence {
      line += " \(sequence.current)"
      if let next = sequence.next {
        line += " -> \(next)"
        if sequence.remaining > 0 { line += " in \(sequence.remaining) ms" }
      }
    }
    return line + (handler?.drawnState.map { ": \($0)" } ?? "")
  }
}
