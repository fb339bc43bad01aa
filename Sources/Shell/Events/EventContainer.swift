/// An object that hands every event on to its children, in the order in which they were bound.
package class EventContainer: EventObject {
  // Links are counted by hand: to read them out of an array would count references at each delivery
  // (rows "piped" and "events" of the benchmarks). No link leads to an object that was unbound
  // during a delivery.
  private final var links = OwnedBuffer<Unmanaged<EventObject>?>(capacity: 0)
  /// Makes the children once somebody looks at them.
  private final var makeChildren: (() -> [EventObject])?
  /// Before this link none leads to a child that is enabled.
  final var firstLink = 0
  /// How many deliveries walk along the links; they stay as they are meanwhile, but for new ones.
  private final var walkerCount = 0
  /// Objects that were unbound while deliveries walk along.
  private final var departed: [EventObject] = []

  package convenience init(
    _ name: String, handler: (any EventHandler)? = nil, children: [EventObject]
  ) {
    self.init(name, handler: handler)
    for child in children { adopt(child) }
  }

  deinit {
    // When a handler is freed with its object, nothing is bound here any more.
    for link in links.elements { link?._withUnsafeGuaranteedRef { $0.container = nil } }
    for link in links.elements { link?.release() }
    turn?.noteChange()
  }

  package final var children: [EventObject] {
    makeMissingChildren()
    return links.elements.compactMap { $0?.takeUnretainedValue() }
  }

  /// Takes all children out; others are made when somebody looks.
  package final func replaceChildren(_ make: @escaping () -> [EventObject]) {
    makeChildren = nil
    for child in children { release(child) }
    makeChildren = make
  }

  private final func makeMissingChildren() {
    guard let make = makeChildren.take() else { return }
    for child in make() { attach(child) }
  }

  /// Binds an object behind the others, away from where it was bound.
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
    attach(object)
    innermostDelivery?._withUnsafeGuaranteedRef { $0.mark(boundNow: object) }
  }

  private final func attach(_ object: EventObject) {
    links.append(.passRetained(object))
    object.parent = self
  }

  private final func release(_ object: EventObject) {
    noteChange()
    object.parent = nil
    departed.append(object)
    let address = Unmanaged.passUnretained(object).toOpaque()
    for place in 0..<links.count where links[place]?.toOpaque() == address {
      links[place].take()?.release()
    }
    if walkerCount == 0 { forgetDeparted() }
  }

  private final func forgetDeparted() {
    var count = 0
    for place in 0..<links.count {
      guard let link = links[place] else { continue }
      links[count] = link
      count += 1
    }
    links.removeLast(links.count - count)
    // When a handler is freed with its object, the links are whole again.
    let gone = departed
    departed = []
    withExtendedLifetime(gone) {}
  }

  override var delay: Int? {
    var least = super.delay
    for place in 0..<links.count {
      guard let link = links[place] else { continue }
      link._withUnsafeGuaranteedRef { child in
        guard child.isEnabled, let delay = child.delay else { return }
        least = min(delay, least ?? delay)
      }
    }
    return least
  }

  override func receive(_ event: inout Event, in turn: EventTurn) {
    // Most containers take only actions, and most events are none.
    if event.isUpdate || event.isAction || !takesActionsOnly {
      let changeCount = turn.changeCount
      if event.isUpdate { update(&event) } else { callHandler(&event) }
      guard goesOn(event, in: turn, since: changeCount) else { return }
    }
    walkerCount &+= 1
    var place = firstLink
    // What is bound meanwhile is marked, and so gets nothing.
    while place < links.count {
      if let link = links[place],
        !link._withUnsafeGuaranteedRef({ deliver(&event, to: $0, in: turn) })
      {
        break
      }
      place &+= 1
    }
    walkerCount &-= 1
    if walkerCount == 0 && !departed.isEmpty { forgetDeparted() }
  }

  /// Hands the event to a child that may have it; false where the others may not.
  @inline(__always)
  private final func deliver(
    _ event: inout Event, to child: EventObject, in turn: EventTurn
  ) -> Bool {
    guard child.isEnabled, child.isBound(to: self), child.boundDuring == nil else { return true }
    let changeCount = turn.changeCount
    event.lastSender = self
    child.receive(&event, in: turn)
    return goesOn(event, in: turn, since: changeCount)
  }

  /// Whether nobody has kept the event, and it may still come here.
  @inline(__always)
  private final func goesOn(
    _ event: borrowing Event, in turn: EventTurn, since changeCount: Int
  ) -> Bool { !event.isConsumed && (turn.changeCount == changeCount || isReachable(in: turn)) }

  /// What the container does about an Update before its children get it.
  func update(_ event: inout Event) { callHandler(&event) }
}

extension EventObject {
  /// The delivery that goes on where this object hangs.
  final var innermostDelivery: Unmanaged<EventTurn>? {
    if turn?.isDelivering == true { return turn.map(Unmanaged.passUnretained) }
    return container?._withUnsafeGuaranteedRef { $0.innermostDelivery }
  }
}
