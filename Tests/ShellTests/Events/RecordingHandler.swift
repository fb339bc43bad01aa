import Events

/// A log of the events that the handlers of a tree receive, in order.
final class Journal {
  private(set) var lines: [String] = []

  /// Appends a line.
  func write(_ line: String) {
    lines.append(line)
  }

  /// Returns the lines of the log and removes them.
  func drain() -> [String] {
    defer { lines = [] }
    return lines
  }
}

/// A handler that logs its events and then calls a closure of the test.
class RecordingHandler: ModeHandler {
  let journal: Journal
  /// The reply when the switcher asks whether the mode may be left; `false` refuses the change.
  var mayBeLeft = true
  var whenCalled: (EventObject) -> Void = { _ in }
  var whenStepping: (Int, EventSequence) -> Bool = { _, _ in true }
  var whenEntered: (EventMode) -> Void = { _ in }
  var whenLeaving: (EventMode) -> Void = { _ in }
  var consumes = false

  init(_ journal: Journal) {
    self.journal = journal
  }

  func update(interval: Int, of object: EventObject, event: inout Event) {
    journal.write("\(object.name) update \(interval)")
    whenCalled(object)
  }

  func handleEvent(_ event: inout Event, of object: EventObject) {
    journal.write("\(object.name) \(words(of: event.message))")
    whenCalled(object)
    if consumes { event.consume() }
  }

  func handleSequence(_ number: Int, of sequence: EventSequence) -> Bool {
    journal.write("\(sequence.name) step \(number)")
    return whenStepping(number, sequence)
  }

  func didEnter(_ mode: EventMode, by change: ModeChange) {
    journal.write("\(mode.name) entered from \(name(of: change.from, beside: mode))")
    whenEntered(mode)
  }

  func mayLeave(_ mode: EventMode, by change: ModeChange) -> Bool { mayBeLeft }

  func willLeave(_ mode: EventMode, by change: ModeChange) {
    journal.write("\(mode.name) left for \(name(of: change.to, beside: mode))")
    whenLeaving(mode)
  }

  /// Returns the name of the mode at an index of the switcher to which another mode belongs.
  private func name(of index: Int, beside mode: EventMode) -> String {
    (mode.parent as? ModeSwitcher)?.modes[index].name ?? "nothing"
  }
}

/// A handler that logs from which objects its events come.
final class SenderReader: EventHandler {
  private(set) var lines: [String] = []

  func update(interval: Int, of object: EventObject, event: inout Event) { read(event, object) }

  func handleEvent(_ event: inout Event, of object: EventObject) { read(event, object) }

  private func read(_ event: borrowing Event, _ object: EventObject) {
    let sender = object.root.name(of: event.sender(to: object))
    lines.append("\(object.name) \(sender) \(object.root.name(of: event.origin))")
  }

  /// Returns the lines of the log and removes them.
  func drain() -> [String] {
    defer { lines = [] }
    return lines
  }
}

extension EventObject {
  /// Returns the name of the object with an identity, this one or one below it; `?` if there
  /// is none.
  fileprivate func name(of identity: ObjectIdentifier) -> String {
    if ObjectIdentifier(self) == identity { return name }
    let names = (self as? EventContainer)?.children.map { $0.name(of: identity) } ?? []
    return names.first { $0 != "?" } ?? "?"
  }
}

/// An action that tests identify by a name.
struct NamedAction: Action {
  let name: String
}

/// Returns the text of a message, such as `touch 1 2`.
func words(of message: Message) -> String {
  switch message {
  case .none: "none"
  case .update(let milliseconds): "update \(milliseconds)"
  case .timer: "timer"
  case .touch(let h, let v): "touch \(h) \(v)"
  case .swipe(let direction): "swipe \(direction)"
  case .accelerate(let direction): "accelerate \(direction)"
  case .action(let action): "action \((action as? NamedAction)?.name ?? "?")"
  }
}

/// A tree of six objects: `root` contains `a` and `b`; `a` contains `a1` and `a2`, and `b` contains
/// `b1`.
struct SmallTree {
  let journal = Journal()
  let root: EventContainer
  let a: EventContainer
  let a1: EventObject
  let a2: EventObject
  let b: EventContainer
  let b1: EventObject
  let recorders: [String: RecordingHandler]

  init() {
    var recorders: [String: RecordingHandler] = [:]
    for name in ["root", "a", "a1", "a2", "b", "b1", "late"] {
      recorders[name] = RecordingHandler(journal)
    }
    self.recorders = recorders
    a1 = EventObject("a1", handler: recorders["a1"])
    a2 = EventObject("a2", handler: recorders["a2"])
    b1 = EventObject("b1", handler: recorders["b1"])
    a = EventContainer("a", handler: recorders["a"], children: [a1, a2])
    b = EventContainer("b", handler: recorders["b"], children: [b1])
    root = EventContainer("root", handler: recorders["root"], children: [a, b])
  }

  /// Calls a closure when the object with a name receives its first event.
  func onFirstCall(_ name: String, _ body: @escaping (EventObject) -> Void) {
    guard let recorder = recorders[name] else { return }
    recorder.whenCalled = { [unowned recorder] object in
      recorder.whenCalled = { _ in }
      body(object)
    }
  }

  /// Sends a message to the root, and returns the names of the objects that received it, in order.
  func receivers(_ message: Message = .none) throws -> String {
    try root.send(message)
    return journal.drain().map { $0.prefix { $0 != " " } }.joined(separator: " ")
  }
}

extension EventContainer {
  /// Removes an object from this container, by binding it to another one that is deinitialized
  /// immediately.
  func unbind(_ object: EventObject) throws(EventError) {
    precondition(object.parent === self)
    try EventContainer("elsewhere").bind(object)
  }
}
