/// The event queue of a tree, which delivers each event along the tree.
///
/// Events that are sent by handlers are queued behind the others.
package final class EventTurn {
  /// The number of events before the queue is empty that is an error, against endless loops.
  static var limit: Int { 10_000 }

  private struct Sent {
    let message: Message
    let origin: EventObject
    let target: EventObject
    let completion: ((Delivery) -> Void)?
  }

  /// An object below the target of an event, with the index after its own descendants in the list.
  struct Descendant {
    let object: EventObject
    var end: Int
  }

  // The root holds its turn.
  let root: ObjectIdentifier
  /// The number of changes to the tree that may affect which objects receive the current event.
  private(set) var changeCount = 0
  private(set) var isDelivering = false
  private var sentCount = 0
  private var queue: [Sent] = []

  /// The objects below the target of the last event, in tree order.
  ///
  /// They are kept in the queue and not in the target, so that a delivery reads them in place.
  private var descendants: [Descendant] = []
  /// The target of the last event; `nil` once the tree has changed.
  private var listedTarget: ObjectIdentifier?

  /// The number of deliveries that have ended, by which objects know that they were added or
  /// started during the current one.
  ///
  /// An object that a completion adds or starts belongs to the next delivery.
  private(set) var deliveryCount = 0
  /// The number of events of each kind that had wrong numbers.
  private(set) var wrongCounts: [MessageKind: Int] = [:]

  init(root: EventObject) { self.root = ObjectIdentifier(root) }

  func noteChange() { changeCount &+= 1 }

  /// Makes the next delivery list the objects of the tree again, because an object was added or
  /// removed.
  func forgetDescendants() {
    noteChange()
    listedTarget = nil
    if !isDelivering { releaseDescendants() }
  }

  /// Releases the listed objects.
  private func releaseDescendants() {
    // The list is valid again before, because a handler that is freed with an object may read the
    // tree.
    let released = descendants
    descendants = []
    withExtendedLifetime(released) {}
  }

  /// Excludes an object from the current event, because it was added during its delivery.
  func mark(boundNow object: EventObject) {
    object.boundDuring = deliveryCount
    noteChange()
  }

  /// Excludes an object from the current Update, because it was started during its delivery.
  func mark(begunNow object: EventObject) {
    object.begunDuring = deliveryCount
    noteChange()
  }

  func countWrong(_ kind: MessageKind) { wrongCounts[kind, default: 0] += 1 }

  /// Delivers a message and everything that its handlers send; during a delivery, queues it.
  ///
  /// Calls `completion` with the result after the delivery of the message.
  package func send(
    _ message: Message, from origin: EventObject, to target: EventObject,
    completion: ((Delivery) -> Void)? = nil
  ) throws(EventError) -> Delivery {
    if case .update(let milliseconds) = message, milliseconds < 0 {
      countWrong(.update)
      throw .wrongParameters(.update, [milliseconds])
    }
    if isDelivering {
      try queue(Sent(message: message, origin: origin, target: target, completion: completion))
      return .queued
    }
    isDelivering = true
    sentCount = 1
    let delivery = deliver(message, from: origin, to: target)
    completion?(delivery)
    if sentCount > 1 { deliverQueue() }
    isDelivering = false
    if listedTarget == nil { releaseDescendants() }
    guard sentCount < Self.limit else { throw .tooManyEvents(limit: Self.limit) }
    return delivery
  }

  private func queue(_ sent: Sent) throws(EventError) {
    guard sentCount + 1 < Self.limit else {
      sentCount = Self.limit
      throw .tooManyEvents(limit: Self.limit)
    }
    sentCount += 1
    queue.append(sent)
  }

  private func deliverQueue() {
    var next = 0
    while next < queue.count && sentCount < Self.limit {
      let sent = queue[next]
      next += 1
      let delivery = deliver(sent.message, from: sent.origin, to: sent.target)
      sent.completion?(delivery)
    }
    queue.removeAll(keepingCapacity: true)
  }

  private func deliver(
    _ message: Message, from origin: EventObject, to target: EventObject
  ) -> Delivery {
    guard target.isReachable(in: self) else { return .passed }
    var event = Event(message, from: origin, to: target)
    deliver(&event, to: target)
    deliveryCount &+= 1
    if event.isConsumed { return .consumed }
    return event.isHandled ? .handled : .passed
  }

  /// Passes an event to an object, then to the objects below it, parents first.
  ///
  /// Handlers may change the tree meanwhile. A disabled object is skipped with all that is below
  /// it; once something has changed, so is one that was bound or unbound since the event was sent.
  private func deliver(_ event: inout Event, to target: EventObject) {
    let changeCount = changeCount
    let concernsAll = event.isUpdate || event.isAction
    if concernsAll || !target.receivesActionsOnly { target.receive(&event) }
    listDescendants(of: target)
    var index = 0
    while index < descendants.count, !event.isConsumed {
      let object = descendants[index].object
      guard object.isEnabled else {
        index = descendants[index].end
        continue
      }
      index += 1
      guard concernsAll || !object.receivesActionsOnly else { continue }
      if self.changeCount == changeCount || object.isReachable(in: self) { object.receive(&event) }
    }
  }

  /// Lists the objects below a target, unless they are listed.
  private func listDescendants(of target: EventObject) {
    guard listedTarget != ObjectIdentifier(target) else { return }
    releaseDescendants()
    var list: [Descendant] = []
    (target as? EventContainer)?.appendDescendants(to: &list)
    descendants = list
    listedTarget = ObjectIdentifier(target)
  }
}
