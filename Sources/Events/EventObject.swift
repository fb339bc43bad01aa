/// A message on its way through the tree.
public struct Event {
  /// The content of the event.
  public let message: Message
  /// `true` once an object has acted on the event.
  public var isHandled = false
}

/// An object of the event tree, which receives events.
///
/// A subclass overrides `update` and `handle`. A disabled object receives nothing and passes
/// nothing on. An event that is sent to an object asks only that object whether it is enabled.
///
///     final class Counter: EventObject {
///       var count = 0
///
///       override func handle(_ event: inout Event, from sender: EventObject) {
///         guard case .touch = event.message else { return }
///         count += 1
///         event.isHandled = true
///       }
///     }
///
///     let root = EventContainer("root")
///     let counter = Counter("counter", binding: root)
///     try root.send(.touch(h: 1, v: 1))  // true
///
/// Public, because Swift lets other modules override only what is open.
open class EventObject {
  public final let name: String
  /// The container that the object is bound to; `nil` for the root.
  public internal(set) final weak var container: EventContainer?
  /// `false` for an object that must not be enabled: one that was disabled by name, or a mode that
  /// is not the current one.
  public final var mayBeEnabled = true
  /// The number of the delivery during which the object was bound, so that it must not receive that
  /// event; `nil` if it was bound between deliveries.
  @exclusivity(unchecked) final var boundDuring: Int?
  /// The number of the delivery during which the object was started; an Update of that delivery
  /// does not count.
  private final var startedDuring: Int?
  /// The event queue of the tree, if this object is its root.
  private final lazy var ownQueue = EventQueue()

  /// Creates an object and binds it to a container.
  public init(_ name: String, binding container: EventContainer? = nil) {
    self.name = name
    container?.bind(self)
  }

  /// `true` if the object and those below it receive events.
  ///
  /// It and two others are read for each object at each event, so that their accesses are not
  /// checked at run time (row "piped command": 3,000 of 25,000 instructions a press).
  @exclusivity(unchecked)
  public final var isEnabled = true {
    didSet { if !oldValue, !mayBeEnabled { isEnabled = false } }
  }

  public final var root: EventObject {
    var object = self
    while let container = object.container { object = container }
    return object
  }

  final var queue: EventQueue { root.ownQueue }

  /// Sends a message to this object and all below it; returns whether any of them acted on it.
  ///
  /// If an object sends it while it receives an event itself, the message waits until that event
  /// has been delivered, and the result is `false`. `report` is called with the result before
  /// messages are delivered that objects have sent meanwhile. The sender is this object unless
  /// given.
  @discardableResult
  public final func send(
    _ message: Message, from sender: EventObject? = nil,
    report: ((_ isHandled: Bool) -> Void)? = nil
  ) throws(EventError) -> Bool {
    let queue = queue
    guard !queue.isDelivering else {
      try queue.add { [self] in _ = deliver(message, from: sender, report) }
      return false
    }
    queue.isDelivering = true
    let isHandled = deliver(message, from: sender, report)
    try queue.deliverWaiting()
    return isHandled
  }

  /// Delivers a message to this object and all below it; returns whether any of them acted on it.
  private final func deliver(
    _ message: Message, from sender: EventObject?, _ report: ((_ isHandled: Bool) -> Void)?
  ) -> Bool {
    var event = Event(message: message)
    receive(&event, from: sender ?? self)
    report?(event.isHandled)
    return event.isHandled
  }

  /// Passes an event to `update` or `handle`.
  ///
  /// Does nothing if the object is disabled, or was bound during the current delivery.
  func receive(_ event: inout Event, from sender: EventObject) {
    guard mayReceive else { return }
    if case .update(let milliseconds) = event.message {
      update(milliseconds, &event)
    } else {
      handle(&event, from: sender)
    }
  }

  /// `true` unless the object is disabled, or was bound during the current delivery.
  final var mayReceive: Bool {
    isEnabled && (boundDuring == nil || boundDuring != queue.deliveryCount)
  }

  /// Acts on elapsed time; does nothing unless overridden.
  open func update(_ milliseconds: Int, _ event: inout Event) {}

  /// Acts on any other event; does nothing unless overridden.
  ///
  /// The sender is the container of the object, or the object to which the message was sent.
  open func handle(_ event: inout Event, from sender: EventObject) {}

  /// The milliseconds until this object or one below it needs an Update; `nil` if none does.
  open var delay: Int? { nil }

  /// The state that a drawing of the tree shows after the name; `nil` for none.
  open var drawnState: String? { nil }

  /// Excludes the object's time from the Update that is being delivered.
  final func noteStart() { startedDuring = queue.isDelivering ? queue.deliveryCount : nil }

  /// `true` during the delivery in which the object was started.
  final var hasJustStarted: Bool { startedDuring == queue.deliveryCount }
}

/// The messages that wait while one is delivered; the root of a tree has it.
final class EventQueue {
  /// The number of messages before the queue is empty that is an error, against endless loops.
  let limit = 10_000

  private var waiting: [() -> Void] = []
  /// `true` while a message is delivered, so that others wait.
  var isDelivering = false
  /// The number of deliveries so far, by which objects know that they were bound or started during
  /// the current one.
  private(set) var deliveryCount = 0

  /// Delivers what objects have sent while a message was delivered, and all that this causes.
  func deliverWaiting() throws(EventError) {
    deliveryCount += 1
    var next = 0
    while next < waiting.count {
      waiting[next]()
      deliveryCount += 1
      next += 1
    }
    isDelivering = false
    guard next > 0 else { return }
    let isTooMuch = waiting.count == limit
    waiting.removeAll()
    if isTooMuch { throw .tooManyEvents(limit: limit) }
  }

  /// Lets a message wait until the current one has been delivered.
  func add(_ message: @escaping () -> Void) throws(EventError) {
    guard waiting.count < limit else { throw .tooManyEvents(limit: limit) }
    waiting.append(message)
  }
}
