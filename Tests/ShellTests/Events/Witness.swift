import Events

/// What the handlers of one tree saw, in order.
final class Journal {
  private(set) var lines: [String] = []

  func write(_ line: String) {
    lines.append(line)
  }

  /// Everything since the last time.
  func take() -> [String] {
    defer { lines = [] }
    return lines
  }
}

/// A handler that writes its events down and then does what a test wants.
class Witness: ModeHandler {
  let journal: Journal
  /// Whether a mode that it handles may be left.
  var mayBeLeft = true
  var whenCalled: (EventObject) -> Void = { _ in }
  var whenStepping: (Int, EventSequence) -> Bool = { _, _ in true }
  var whenEntered: (EventMode) -> Void = { _ in }
  var whenLeaving: (EventMode) -> Void = { _ in }
  var consumes = false

  init(_ journal: Journal) {
    self.journal = journal
  }

  func update(interval: Int, event: inout Event) {
    journal.write("\(event.receiver.name) update \(interval)")
    whenCalled(event.receiver)
  }

  func handleEvent(_ event: inout Event) {
    let receiver = event.receiver
    journal.write("\(receiver.name) \(words(of: event.message))")
    whenCalled(receiver)
    if consumes { event.consume() }
  }

  func handleSequence(_ number: Int, of sequence: EventSequence) -> Bool {
    journal.write("\(sequence.name) step \(number)")
    return whenStepping(number, sequence)
  }

  func didEnter(_ mode: EventMode, by change: ModeChange) {
    journal.write("\(mode.name) entered from \(change.previous.name)")
    whenEntered(mode)
  }

  func mayLeave(_ mode: EventMode, by change: ModeChange) -> Bool { mayBeLeft }

  func willLeave(_ mode: EventMode, by change: ModeChange) {
    journal.write("\(mode.name) left for \(change.next.name)")
    whenLeaving(mode)
  }
}

/// An action with a name.
struct Deed: Action {
  let name: String
}

/// A message as the tests write it.
func words(of message: Message) -> String {
  switch message {
  case .none: "none"
  case .update(let milliseconds): "update \(milliseconds)"
  case .timer: "timer"
  case .touch(let h, let v): "touch \(h) \(v)"
  case .swipe(let direction): "swipe \(direction)"
  case .accelerate(let direction): "accelerate \(direction)"
  case .action(let action): "action \((action as? Deed)?.name ?? "?")"
  }
}

/// The tree `root` over `a` over `a1` and `a2`, and over `b` over `b1`.
struct SmallTree {
  let journal = Journal()
  let root: EventContainer
  let a: EventContainer
  let a1: EventObject
  let a2: EventObject
  let b: EventContainer
  let b1: EventObject
  let witnesses: [String: Witness]

  init() {
    var witnesses: [String: Witness] = [:]
    for name in ["root", "a", "a1", "a2", "b", "b1", "late"] { witnesses[name] = Witness(journal) }
    self.witnesses = witnesses
    a1 = EventObject("a1", handler: witnesses["a1"])
    a2 = EventObject("a2", handler: witnesses["a2"])
    b1 = EventObject("b1", handler: witnesses["b1"])
    a = EventContainer("a", handler: witnesses["a"], children: [a1, a2])
    b = EventContainer("b", handler: witnesses["b"], children: [b1])
    root = EventContainer("root", handler: witnesses["root"], children: [a, b])
  }

  /// Lets the object of this name do something once it is called, the first time only.
  func once(_ name: String, _ body: @escaping (EventObject) -> Void) {
    guard let witness = witnesses[name] else { return }
    witness.whenCalled = { [unowned witness] object in
      witness.whenCalled = { _ in }
      body(object)
    }
  }

  /// Who heard the message, in order.
  func heard(_ message: Message = .none) throws -> String {
    try root.send(message)
    return journal.take().map { $0.prefix { $0 != " " } }.joined(separator: " ")
  }
}

extension EventContainer {
  /// Binds a child to a container that nobody holds, so that it is bound nowhere.
  func unbind(_ object: EventObject) throws(EventFault) {
    precondition(object.parent === self)
    try EventContainer("elsewhere").bind(object)
  }
}
