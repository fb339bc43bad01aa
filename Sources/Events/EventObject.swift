/// A node of the event tree.
///
/// What it does is said by its handler; the classes of the tree are for this module alone.
package class EventObject {
  package final let name: String
  final let handler: (any EventHandler)?
  final let takesActionsOnly: Bool
  /// The container that hands its events to this object, which it clears when it is freed.
  package internal(set) final unowned var parent: EventContainer?
  private final var listens = true
  /// The turn whose present event is not for this object, because it was bound meanwhile.
  final var boundDuring: ObjectIdentifier?
  /// The turn whose present Update doesn't count yet for what was begun meanwhile.
  final var begunDuring: ObjectIdentifier?
  /// How events go through the tree whose root this is.
  final var turn: EventTurn?

  package init(_ name: String, handler: (any EventHandler)? = nil) {
    self.name = name
    self.handler = handler
    takesActionsOnly = handler?.takesActionsOnly ?? true
  }

  /// Whether the object and everything below it get any events.
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

  /// Whether it can be enabled: a switcher lets only its current mode, and what was disabled by its
  /// name stays so until it is enabled by its name.
  package final var mayBeEnabled = true

  /// After how many ms an Update is due here or below if nothing happens; nil where none is.
  var delay: Int? { handler?.needsUpdates ?? false ? Metronome.tick : nil }

  package final var root: EventObject {
    var object = self
    while let parent = object.parent { object = parent }
    return object
  }

  /// Tells the deliveries that go on above that they must look again.
  final func noteChange() {
    turn?.noteChange()
    parent?.noteChange()
  }

  /// Whether an event of the turn may come here: nothing on the way is disabled, or came or went
  /// since the event was sent.
  final func isReachable(in turn: EventTurn) -> Bool {
    guard listens && boundDuring == nil else { return false }
    guard let parent else { return ObjectIdentifier(self) == turn.root }
    return parent.isReachable(in: turn)
  }

  /// Takes an event; the one who hands it on has seen that it may come here.
  func receive(_ event: inout Event, in turn: EventTurn) { callHandler(&event) }

  final func callHandler(_ event: inout Event) {
    if takesActionsOnly && !event.isAction { return }
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

  /// The message that a kind and its numbers stand for; if they stand for none, that is counted.
  package final func checkedMessage(
    _ kind: MessageKind, values: [Int]
  ) throws(EventFault) -> Message {
    do { return try Message(kind, values: values) } catch {
      treeTurn.countWrong(kind)
      throw error
    }
  }

  /// How often this tree was sent wrong parameters for a kind of message.
  package final func wrongParameterCount(of kind: MessageKind) -> Int {
    treeTurn.wrongCounts[kind] ?? 0
  }

  /// Sends a message as `send(_:)` does, in the name of another object.
  @discardableResult
  package final func send(
    _ message: Message, from origin: EventObject
  ) throws(EventFault) -> Delivery {
    try treeTurn.send(message, from: origin, to: self)
  }

  /// The turn of the tree in which this object hangs.
  private final var treeTurn: EventTurn {
    if parent == nil, let turn { return turn }
    let root = root
    let turn = root.turn ?? EventTurn(root: root)
    root.turn = turn
    return turn
  }
}

extension EventObject {
  /// The object here or below that has this name; `parent/name` tells those of one name apart.
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

  /// Enables or disables the object that has this name, unless it is the root or a mode.
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

  /// The object and all below it, each with its path and how deep it is.
  private final func tree(
    above: String = "", depth: Int = 0
  ) -> [(object: EventObject, path: String, depth: Int)] {
    let path = above + name
    let children = (self as? EventContainer)?.children ?? []
    return [(self, path, depth)]
      + children.flatMap { $0.tree(above: path + "/", depth: depth + 1) }
  }

  /// The tree from here down, one line an object: whether it is enabled, its name, what its
  /// handler says of it, and for a sequence the number of its step.
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
