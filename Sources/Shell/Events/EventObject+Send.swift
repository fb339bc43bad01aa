extension EventObject {
  /// Sends a message to this object and everything below it.
  ///
  /// Inside a handler it waits until the present event has been delivered.
  @discardableResult
  package final func send(_ message: Message) throws(EventFault) -> Delivery {
    try send(message, from: self)
  }

  /// Sends the message that a kind and its numbers stand for.
  ///
  /// Where they stand for none, they are counted and nothing is sent.
  @discardableResult
  package final func send(
    _ kind: MessageKind, values: [Int]
  ) throws(EventFault) -> Delivery {
    let message: Message
    do {
      message = try Message(kind, values: values)
    } catch {
      treeTurn.countWrong(kind)
      throw error
    }
    return try send(message, from: self)
  }

  /// How often this tree was sent wrong parameters for a kind of message.
  package final func wrongParameterCount(of kind: MessageKind) -> Int {
    treeTurn.wrongCount(of: kind)
  }

  /// Sends a message as `send(_:)` does, in the name of another object.
  @discardableResult @inline(__always)
  package final func send(
    _ message: Message, from origin: EventObject
  ) throws(EventFault) -> Delivery {
    guard !isBound, let ownTurn = turn.map(Unmanaged.passUnretained) else {
      return try treeTurn.send(message, from: origin, to: self)
    }
    // Not counted (row "piped" of the benchmarks): the root keeps its turn, and the caller keeps
    // the root.
    return try ownTurn._withUnsafeGuaranteedRef { turn in
      Result { () throws(EventFault) in try turn.send(message, from: origin, to: self) }
    }.get()
  }

  /// The turn of the tree in which this object hangs.
  private final var treeTurn: EventTurn {
    if !isBound, let turn { return turn }
    let root = root
    let turn = root.turn ?? EventTurn(root: root)
    root.turn = turn
    return turn
  }
}
