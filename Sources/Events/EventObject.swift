/// A node of the event tree, which receives events and passes them to its handler.
///
/// Its behaviour is defined by its handler; the subclasses are all in this module. A disabled
/// object and everything below it receive no events.
///
///     let object = EventObject("cell")
///     object.isEnabled = false
///     object.root === object  // true
package class EventObject {
  package final let name: String
  final let handler: (any EventHandler)?
  final let receivesActionsOnly: Bool
  /// The container of the object; `nil` for the root.
  package final var parent: EventContainer? { container }
  /// The container of the object, which sets it to `nil` when it is freed.
  final unowned var container: EventContainer? { didSet { isBound = container != nil } }
  /// `true` if the object has a container; faster to read than `container`.
  private final var isBound = false
  /// Private, so that exclusive access is proven by the compiler.
  private final var storedIsEnabled = true
  private final var storedMayBeEnabled = true
  /// The number of the delivery during which the object was added to its tree, so that it must not
  /// receive that event; `nil` if it was added between deliveries.
  final var boundDuring: Int?
  /// The number of the delivery during which the object was last started; an Update of that
  /// delivery does not count.
  final var begunDuring: Int?
  /// The event queue of the tree; `nil` until an object of the tree has sent a message.
  private(set) final var turn: EventTurn?

  package init(_ name: String, handler: (any EventHandler)? = nil) {
    self.name = name
    self.handler = handler
    receivesActionsOnly = handler?.receivesActionsOnly ?? true
  }

  /// `true` if the object and its descendants receive events.
  ///
  /// A mode that is not its switcher's current one stays disabled.
  package final var isEnabled: Bool {
    get { storedIsEnabled }
    set {
      guard storedIsEnabled != newValue, !newValue || storedMayBeEnabled else { return }
      storedIsEnabled = newValue
      noteChange()
    }
  }

  /// `true` if the object can be enabled.
  ///
  /// A mode can only be enabled if it is the current one. An object that was disabled by name must
  /// be enabled by name.
  package final var mayBeEnabled: Bool {
    get { storedMayBeEnabled }
    set { storedMayBeEnabled = newValue }
  }

  /// The milliseconds until this object or a descendant needs an Update; `nil` if none does.
  var delay: Int? { handler?.needsUpdates ?? false ? Metronome.tick : nil }

  package final var root: EventObject {
    var object = self
    while let parent = object.parent { object = parent }
    return object
  }

  /// Makes the delivery in progress check again which objects may receive the event.
  final func noteChange() { turn?.noteChange() }

  /// Sets the event queue to that of the tree to which the object was added.
  func join(_ turn: EventTurn?) {
    self.turn = turn
    boundDuring = nil
    begunDuring = nil
  }

  /// `true` during the delivery in which the object was started.
  final var hasJustBegun: Bool {
    guard let begunDuring, let turn else { return false }
    return begunDuring == turn.deliveryCount
  }

  /// The event queue of the tree while it delivers an event; otherwise `nil`.
  final var currentTurn: EventTurn? {
    guard let turn, turn.isDelivering else { return nil }
    return turn
  }

  /// Returns whether the object may receive the current event of the queue.
  ///
  /// It may if neither it nor an ancestor is disabled, or was added or removed since the event was
  /// sent.
  final func isReachable(in turn: EventTurn) -> Bool {
    guard storedIsEnabled, boundDuring == nil || boundDuring != turn.deliveryCount else {
      return false
    }
    guard isBound else { return ObjectIdentifier(self) == turn.root }
    return parent?.isReachable(in: turn) ?? false
  }

  /// Passes an event to the handler; a subclass also advances its sequence, timer or mode at an
  /// Update.
  ///
  /// The caller has checked that the object is enabled.
  func receive(_ event: inout Event) { callHandler(&event) }

  final func callHandler(_ event: inout Event) {
    if receivesActionsOnly && !event.isAction { return }
    if let interval = event.interval {
      handler?.update(interval: interval, of: self, event: &event)
    } else {
      handler?.handleEvent(&event, of: self)
    }
  }
}

extension EventObject {
  /// Sends a message to this object and its descendants.
  ///
  /// If called by a handler, the message is queued until the current event has been delivered.
  @discardableResult
  package final func send(_ message: Message) throws(EventError) -> Delivery {
    try send(message, from: self)
  }

  /// Sends a message as `send(_:)` does, and calls `completion` after its delivery.
  package final func send(
    _ message: Message, completion: @escaping (Delivery) -> Void
  ) throws(EventError) {
    _ = try treeTurn.send(message, from: self, to: self, completion: completion)
  }

  /// Returns the message of a kind with these numbers, such as a touch with column and row.
  ///
  /// Throws if the numbers are wrong for the kind, and counts this error.
  package final func checkedMessage(
    _ kind: MessageKind, values: [Int]
  ) throws(EventError) -> Message {
    do { return try Message(kind, values: values) } catch {
      treeTurn.countWrong(kind)
      throw error
    }
  }

  /// Returns the number of messages of a kind that were sent to this tree with wrong numbers.
  package final func wrongParameterCount(of kind: MessageKind) -> Int {
    treeTurn.wrongCounts[kind] ?? 0
  }

  /// Sends a message as `send(_:)` does, with another object as its origin.
  @discardableResult
  package final func send(
    _ message: Message, from origin: EventObject
  ) throws(EventError) -> Delivery {
    try treeTurn.send(message, from: origin, to: self)
  }

  /// The event queue of the tree, created at its first use.
  package final var treeTurn: EventTurn {
    if let turn { return turn }
    let root = root
    let turn = EventTurn(root: root)
    root.join(turn)
    return turn
  }
}

extension EventObject {
  /// Returns this object or its descendant with a name, or with a path such as `parent/name`.
  package final func object(named name: String) throws(EventError) -> EventObject {
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

  /// Enables or disables the object with a name.
  ///
  /// Throws for the root and for modes.
  package final func setEnabled(
    _ isEnabled: Bool, named name: String
  ) throws(EventError) -> EventObject {
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

  /// Returns the object and its descendants, each with its path and its depth.
  private final func tree(
    above: String = "", depth: Int = 0
  ) -> [(object: EventObject, path: String, depth: Int)] {
    let path = above + name
    let children = (self as? EventContainer)?.children ?? []
    return [(self, path, depth)]
      + children.flatMap { $0.tree(above: path + "/", depth: depth + 1) }
  }

  /// A text drawing of the subtree, with one line for the state and the name of each object.
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
